"""How a submission of player plays: o, by determine_move."""

from graders.kit.play.game import Contest
from graders.kit.play.tictactoe import MARKS, TicTacToe


class Game(TicTacToe):
    computer = "o"
    slow = "your determine_move searches every way in which the game can go on."
    ahead = 2
    plays_as = "o"
    contest = Contest(needs=("legal_move_left",), plies=2, marks=MARKS)
