"""How a submission of minmax plays: x, by the moves after which it wins whatever o does."""

from graders.play import Opponent, result_in_words

OPPONENT = Opponent(mark="x", in_words=result_in_words)
