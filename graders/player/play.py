"""How a submission of player plays: o, by determine_move."""

from graders.kit.play.tictactoe import TicTacToe


class Game(TicTacToe):
    computer = "o"
    slow = "your determine_move searches every way in which the game can go on."
    ahead = 2
