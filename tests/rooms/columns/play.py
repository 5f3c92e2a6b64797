"""How a submission of columns plays: o, into a column of the highest score."""

from graders.kit.play import game as play

WIDTH, HEIGHT = 10, 2


class Game(play.Game):
    sides = ("x", "o")
    computer = "o"
    prompt = "Your column, 1 to 10: "
    options = (play.Option("depth", 3, "how far it looks ahead"),)

    def begin(self, first):
        self.columns = [""] * WIDTH
        self.to_move = first

    def won(self):
        """Return the (column, height) of three in a row, [] if nobody has that."""
        lines = (
            [(column + i, height) for i in range(3)]
            for column in range(WIDTH - 2)
            for height in range(HEIGHT)
        )
        return next(
            (
                line
                for line in lines
                if "".join(self.mark(*place) for place in line) in ("xxx", "ooo")
            ),
            [],
        )

    def mark(self, column, height):
        return self.columns[column][height : height + 1]

    def moves(self):
        return (
            []
            if self.won()
            else [column for column in range(WIDTH) if len(self.columns[column]) < HEIGHT]
        )

    def play(self, move):
        self.columns[move] += self.to_move
        self.to_move = "o" if self.to_move == "x" else "x"

    @property
    def result(self):
        return f"{self.mark(*self.won()[0])} has three in a row." if self.won() else "A draw."

    def rows(self):
        def cell(column, height):
            mark = self.mark(column, height)
            return play.Cell(mark, self.name(column), mark, (column, height) in self.won())

        numbers = [play.Cell(self.name(column), self.name(column)) for column in range(WIDTH)]
        return [
            numbers,
            *(
                [cell(column, height) for column in range(WIDTH)]
                for height in reversed(range(HEIGHT))
            ),
        ]

    def name(self, move):
        return str(move + 1)

    def why_not(self, name):
        return (
            f"Column {name} is full."
            if name in map(str, range(1, 11))
            else "Type the number of a column."
        )

    def said(self, move):
        return f"The computer plays column {move + 1}."

    def in_words(self, value):
        return f"scores {value} with"

    def question(self, thinks):
        return [self.columns, self.chosen["depth"], thinks]

    def why_lost(self, answer):
        return (
            f"It plays column {answer + 1}, which is full."
            if answer in range(WIDTH)
            else super().why_lost(answer)
        )
