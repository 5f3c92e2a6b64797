"""The questions about columns that are asked in the isolated process."""

from graders.kit.isolation.tools import plain


def ask_play(submission, columns, depth, thinks):
    return [
        [],
        [
            [column, plain(submission.score(columns, column, depth))]
            for column in range(len(columns))
        ],
    ]
