"""How a submission of player plays: o, by determine_move."""

from graders.kit.play.tictactoe import TicTacToe


class Game(TicTacToe):
    computer = "o"
