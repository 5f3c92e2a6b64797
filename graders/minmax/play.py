"""How a submission of minmax plays: x, by the moves after which it wins whatever o does."""

from graders.play import Opponent


def in_words(value: float) -> str:
    return "wins with" if value > 0 else "loses with" if value < 0 else "draws with"


OPPONENT = Opponent(mark="x", in_words=in_words)
