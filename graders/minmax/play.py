"""How a submission of minmax plays: x, by the moves after which it wins whatever o does."""

from graders.play import Opponent


def in_words(value: float) -> str:
    return "wins" if value > 0 else "loses" if value < 0 else "draws"


OPPONENT = Opponent(mark="x", in_words=in_words)
