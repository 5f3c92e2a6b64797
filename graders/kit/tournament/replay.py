"""A game as a page steps through it: what each move changes on the board, and the losing move.

The script games.js of the pages draws it.
"""

import copy
import re
from collections.abc import Mapping, Sequence
from typing import Any

from graders.kit.play.game import Cell, Game
from graders.kit.tournament.referee import WON, replay

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
BLANK = "\N{NULL}"  # where a number stood in a text

Line = Mapping[str, Any]  # of games.jsonl
Packed = list[Any]  # a text: the place of its words, then its numbers


class Words:
    """What the games of a tournament have in common, each kept once and known by its place.

    All of it is the room's own; nothing that a student has thought is among it.

    Attributes:
        names: The names of moves.
        texts: Sentences, in which BLANK stands for each number.
        cells: The looks of a cell: what is written on it, whose it is, and whether it is marked.
    """

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.texts: dict[str, int] = {}
        self.cells: dict[tuple[str, str, bool], int] = {}

    def name(self, text: str) -> int:
        return self.names.setdefault(text, len(self.names))

    def text(self, text: str) -> Packed:
        """Return a text as the place of its words, and its numbers as they are written."""
        place = self.texts.setdefault(NUMBER.sub(BLANK, text), len(self.texts))
        return [place, *map(_shortest, NUMBER.findall(text))]

    def all(self, texts: Sequence[str]) -> list[Packed]:
        return list(map(self.text, texts))

    def cell(self, cell: Cell) -> int:
        look = (cell.label, cell.owner, cell.marked)
        return self.cells.setdefault(look, len(self.cells))


def _shortest(number: str) -> int | str:
    """Return a number as JSON has it, but where it would be written in another way there."""
    if "." not in number and str(int(number)) == number:
        return int(number)
    return number


class Replay:
    """Makes games ready to be stepped through."""

    def __init__(self, game: Game) -> None:
        """Get ready.

        Args:
            game: Any position of the game; it is played on.
        """
        self._game = game
        self.words = Words()
        game.begin(game.sides[0])
        self.width = max(map(len, game.rows()), default=0)
        self.start = self._looks()

    def _looks(self) -> list[int]:
        """Return the look of each cell of the board, row by row."""
        looks = []
        for row in self._game.rows():
            for cell in row:
                looks.append(self.words.cell(cell))
        return looks

    def of(self, line: Line) -> dict[str, Any]:
        """Return a game as games.js steps through it, without thoughts.

        Args:
            line: The game, as games.jsonl has it.

        Returns:
            number: Its number.
            plies: How many of its moves are those of the opening.
            moves: For each move a packed text that says it.
            board: For each position what has changed on the board: a cell, the place of its look, a
                cell, ...; left out where there is no board.
            lines: For each position a list of packed texts; left out where there are none.
            chance: The same, of what chance did.
            lost: The number of the losing move, from 0; left out where there is none.
        """
        found: dict[str, Any] = {"number": line["game"], "plies": line["plies"]}
        moves = []
        boards = []
        lines = []
        before = self.start
        turns = []  # of the loser: the number of its move, and the position before that
        loser = self._loser(line)
        for number, game in enumerate(replay(self._game, line["moves"], line["seed"])):
            looks = self._looks()
            boards.append(_changes(before, looks))
            before = looks
            lines.append(self.words.all(game.lines()))
            if number == len(line["moves"]):
                break  # it is the last position
            game.computer = game.to_move  # who is said to play
            moves.append(self.words.text(game.played(line["moves"][number])))
            if game.to_move == loser and number >= line["plies"]:
                turns.append((number, copy.deepcopy(game)))
        found["moves"] = moves
        if self.width:
            found["board"] = boards
        if any(lines):
            found["lines"] = lines
        if any(line["chance"]):
            found["chance"] = list(map(self.words.all, line["chance"]))
        lost = _losing_move(turns)
        if lost is not None:
            found["lost"] = lost
        return found

    def _loser(self, line: Line) -> str:
        """Return the side whose losing move is looked for, "" if that of none is."""
        if line["ending"] != WON or not self._game.foresight:
            return ""
        (loser,) = [side for side in self._game.sides if side != line["result"]]
        return loser

    def thoughts(self, line: Line, side: str) -> list[list[Packed]]:
        """Return what a side thought of its moves.

        Args:
            line: The game, as games.jsonl has it.
            side: Whose thoughts are returned.

        Returns:
            For each move a list, empty for moves of others: groups of moves of the same value, the
            best first, each a packed text that says what the value means and the places of the
            names of moves.
        """
        found = []
        for game, pairs in zip(
            replay(self._game, line["moves"], line["seed"]), line["thoughts"], strict=False
        ):
            groups: dict[str, list[Any]] = {}
            if game.to_move == side:
                for move, value in sorted(pairs, key=lambda pair: -pair[1]):
                    text = game.in_words(value)
                    _, names = groups.setdefault(text, [self.words.text(text), []])
                    names.append(self.words.name(game.name(move)))
            found.append(list(groups.values()))
        return found


def _changes(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """Return the cells that have changed, each followed by its look now."""
    changes = []
    for cell, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            changes += [cell, new]
    return changes


def _losing_move(turns: Sequence[tuple[int, Game]]) -> int | None:
    """Return the number of the move by which the game was lost.

    Args:
        turns: The loser's: the number of each of its moves, and the position before that.

    Returns:
        The last of its moves before which it had not lost yet, as far as the room can see. After
        that move it had: the other side has shown how to win, and after every later position the
        room has seen it. None where it had lost before its first move.
    """
    for number, position in reversed(turns):
        if not position.is_lost():
            return number
    return None
