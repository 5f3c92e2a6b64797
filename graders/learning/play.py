"""How a submission of learning plays: o, after training as the statement says; by the values that it has learnt."""

from graders.learning.games import ALPHA, EPSILON, ROUNDS
from graders.play import Opponent

OPPONENT = Opponent(mark="o", in_words=lambda value: f"scores {value:.2f} with", rounds=ROUNDS, rates=(ALPHA, EPSILON))
