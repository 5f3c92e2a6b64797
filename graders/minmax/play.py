"""How a submission of minmax plays: x, by the moves after which it wins whatever o does."""

from graders.kit.play.game import Contest
from graders.kit.play.tictactoe import MARKS, TicTacToe


class Game(TicTacToe):
    computer = "x"
    slow = (
        "your buildTree builds the whole tree below the board before minmax chooses: 549,946 nodes"
        " from an empty board, and fewer than 10,000 once two moves are made."
    )
    ahead = 2
    plays_as = "x"
    contest = Contest(needs=("buildTree",), plies=2, marks=MARKS)
