"""How a submission of player plays: o, by determine_move."""

from graders.play import Opponent, result_in_words

OPPONENT = Opponent(mark="o", in_words=result_in_words)
