"""How a submission of player plays: o, by determine_move."""

from graders.tictactoe_game import TicTacToe


class Game(TicTacToe):
    computer = "o"
