"""The questions about coins that are asked in the isolated process."""

from graders.kit.isolation.tools import plain


def ask_play(submission, turn, bold, thinks):
    return [
        [plain(submission.decide(turn, bold))],
        [["flip", 0.5], ["hold", turn / 10]] if thinks else [],
    ]
