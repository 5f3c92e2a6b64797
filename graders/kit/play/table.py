"""A game against a submission on something to click: what is clicked, said and shown.

Something else draws the buttons: a notebook, or a page in a browser.
"""

from collections.abc import Callable

from graders.kit.errors import IllegalMove, Lost
from graders.kit.play.game import RNG, Cell, Computer, Move, moves_of_chance, thoughts_in_words
from graders.kit.report import text_of


class Table:
    """A game, move by move.

    Attributes:
        computer: The submission that plays.
        show: Called whenever something is to be painted anew.
        game: The game that it plays.
        thinks: Whether the computer says what it thinks of its moves.
        said: What was said last, line by line.
        stuck: Whether the computer can't go on.
        played: What the computer has played since it was last the person's turn.
    """

    def __init__(self, computer: Computer, show: Callable[[], None]) -> None:
        """Set up a table; begin() begins a game.

        Args:
            computer: The submission that plays.
            show: Called whenever something is to be painted anew.
        """
        self.computer = computer
        self.show = show
        self.game = computer.game
        self.thinks = False
        self.said: list[str] = []
        self.stuck = False
        self.played: list[str] = []

    def cells(self) -> list[Cell]:
        return [cell for row in self.game.buttons() for cell in row]

    def train(self, progress: Callable[[int, int], None]) -> None:
        """Let the computer train if it learns.

        Args:
            progress: Called with how many rounds are done, of how many.
        """
        try:
            if self.computer.rounds:
                self.computer.train(progress)
                self.show()
        except Lost as lost:
            self.stop(lost)

    def begin(self, first: str, made: int = 0) -> None:
        """Begin a new game.

        Args:
            first: The side that starts.
            made: How many moves are made already, by chance.
        """
        self.game.begin(first)
        self.said = moves_of_chance(self.game)
        self.stuck = False
        self.played = []
        for _ in range(made):
            self.game.play(RNG.choice(self.game.moves()))
        self.show()
        self.answer()

    def click(self, number: int) -> None:
        """Play what a cell stands for."""
        self.said = []
        try:
            cell = self.cells()[number]
            move = self.game.typed(cell.typed)
            # Where it is the computer's turn, it could not go on, and tries again.
            if self.game.to_move == self.game.person:
                self.played = []
                self.play(move)
            self.answer()
        except IllegalMove as reason:
            self.said = [str(reason)]
            self.show()

    def play(self, move: Move) -> None:
        """Make a move of either side, and those of chance that follow it."""
        self.game.play(move)
        self.said += moves_of_chance(self.game)
        self.show()

    def answer(self) -> None:
        """Let the computer move as long as it is its turn."""
        self.stuck = False
        try:
            while not self.game.over and self.game.to_move == self.game.computer:
                move, thoughts = self.computer.move(self.thinks)
                if thoughts:
                    self.said.append(thoughts_in_words(self.game, thoughts))
                if self.game.rows():  # which shows the move
                    self.played.append(self.game.played(move))
                else:
                    self.said.append(self.game.said(move))
                self.play(move)
        except Lost as lost:
            self.stop(lost)

    def stop(self, lost: Lost) -> None:
        self.stuck = True
        self.said.append("The computer can't go on. " + text_of(lost.parts))
        self.show()

    @property
    def thinking(self) -> bool:
        """Whether it is the computer's turn, and it can go on."""
        mine = self.game.to_move == self.game.computer
        return mine and not self.game.over and not self.stuck

    @property
    def turn(self) -> str:
        """Whose turn it is, or how the game has ended; and what the computer has just played."""
        played = ", ".join(self.played)
        if self.game.over:
            return f"{played}. {self.game.result}" if played else self.game.result
        if self.stuck:
            return "The game stops here: begin a new one."
        if self.thinking:
            return "The computer is thinking."
        return f"Your turn: {played}." if played else "Your turn."

    def texts(self) -> list[str]:
        """Return what is written below the buttons: the room's lines, what was said last."""
        paragraphs = [self.game.lines(), self.said]
        return ["\n".join(lines) for lines in paragraphs if lines]
