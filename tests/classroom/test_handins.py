"""Whatever a stranger hands in, it stops, delays and changes nothing for anybody else."""

from __future__ import annotations

import gc
import io
import os
import random
import re
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from graders.kit import catalog
from graders.kit.classroom import archives, handins
from graders.kit.classroom.handins import FILES_LIMIT, LABEL_LIMIT, Class, HandIn, find
from graders.kit.errors import KitError, NoSubmissions
from graders.kit.grading.submission import NOTEBOOK_LIMIT
from tests.conftest import reference

MINMAX = catalog.named("minmax")
RIGHT = reference("minmax").encode()
OTHER = RIGHT + b"# another's\n"
Members = Iterable[tuple[str, bytes]]


def packed(members: Members, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as target:
        for name, content in members:
            target.writestr(zipfile.ZipInfo(name), content, method)
    return file.getvalue()


def listed(*names: bytes, extra: bytes = b"", before: bytes = b"", packed: int = 0, size: int = 0) -> bytes:
    """Return an archive that lists members as no program does; each is the one that is before them, if any is."""
    entries = b"".join(
        struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", 20, 3, 20, 0, 0x800, 8, 0, 33, 0, packed, size, len(name), len(extra),
                    0, 0, 0, 0, 0) + name + extra
        for name in names
    )  # fmt: skip
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, len(names) % 2**16, len(names) % 2**16, len(entries), len(before), 0)
    return before + entries + end


def member(name: bytes, content: bytes, size: int = 0) -> bytes:
    return (
        struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0x800, 8, 0, 33, 0, len(content), size, len(name), 0) + name + content
    )


def class_of(path: Path, members: Members) -> dict[str, HandIn]:
    """Return what is found of a class with these members, and with bob, who hands in a good file."""
    path.write_bytes(packed([("bob.py", OTHER), *members]))
    known = {one.student: one for one in told(find(path, MINMAX)).hand_ins}
    assert known["bob"].read() == (OTHER, "")
    return known


def told(found: Class) -> Class:
    """Check that all that is told is printable and in one line that is not long."""
    texts = [text for one in found.hand_ins for text in (one.student, one.file, one.problem, one.read()[1])]
    for text in [*texts, *(text for row in found.not_graded for text in row)]:
        assert text.isprintable()
        assert len(text) <= 1_500  # a sentence with a few names
    assert all(len(one.file) <= 200 and len(one.student.encode()) <= LABEL_LIMIT for one in found.hand_ins)
    assert all(len(path) <= 200 for path, _ in found.not_graded)
    return found


# --- archives that students hand in ---


def deflated(content: bytes) -> bytes:
    return zlib.compress(content, 9)[2:-4]


STRANGE: dict[str, Callable[[], bytes]] = {
    "an empty name": lambda: listed(b""),
    "no names": lambda: listed(b"/", b".", b"./", b"//", b"\\", b"\0.py", b"", b"..", b"C:"),
    "a name with a zero": lambda: listed(b"minmax.py\0.txt"),
    "a name of 65,535 bytes": lambda: listed(b"a" * 65_532 + b".py"),
    "65,535 bytes of folders": lambda: listed(*(b"a/" * 32_760 + b"%d.py" % n for n in range(5))),
    "no content": lambda: listed(b"minmax.py"),
    "another's name before it": lambda: listed(b"minmax.py", before=member(b"other.py", b"")),
    "sizes that lie": lambda: listed(b"minmax.py", before=member(b"minmax.py", b""), packed=2**32 - 2, size=2**32 - 2),
    "a broken zip64": lambda: listed(b"minmax.py", packed=2**32 - 1, extra=struct.pack("<HH", 1, 0)),
    "far away by zip64": lambda: listed(b"minmax.py", packed=2**32 - 1, extra=struct.pack("<HHQ", 1, 8, 2**64 - 1)),
    "letters that are none": lambda: listed(b"\xff\xfe.py"),
    "too many": lambda: listed(*[b"minmax.py"] * (FILES_LIMIT + 1)),
    "a folder with content": lambda: packed([("minmax.py/", b"x")]),
    "a zip in a zip": lambda: packed([("inner.zip", packed([("minmax.py", RIGHT)]))]),
    "nothing": lambda: b"",
    "an end": lambda: b"PK\5\6" + b"\xff" * 18,
}


@pytest.mark.parametrize("case", STRANGE)
def test_a_strange_archive_is_its_students_alone(case: str, tmp_path: Path) -> None:
    ada = class_of(tmp_path / "class.zip", [("ada/work.zip", STRANGE[case]())])["ada"]
    assert ada.kind != "file" or ada.read()[1]
    assert ada.problem or ada.read()[1]


@pytest.mark.parametrize("error", [MemoryError, RecursionError, struct.error, KeyError, UnicodeError, OverflowError])
@pytest.mark.parametrize("where", ["__init__", "open"])
def test_whatever_zipfile_raises_is_one_students(
    where: str, error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(zipfile.ZipFile, where)

    def raising(self: zipfile.ZipFile, *arguments: object) -> object:
        if isinstance(getattr(self, "fp", None) or arguments[0], archives._Listed):
            raise error
        return real(self, *arguments)

    members = [("ada/work.zip", packed([("minmax.py", RIGHT)]))]
    (tmp_path / "before").mkdir()
    assert class_of(tmp_path / "before" / "class.zip", members)["ada"].read() == (RIGHT, "")
    path = tmp_path / "class.zip"
    path.write_bytes(packed([("bob.py", OTHER), *members]))
    monkeypatch.setattr(zipfile.ZipFile, where, raising)
    known = {one.student: one.read() for one in find(path, MINMAX).hand_ins}
    assert known["bob"] == (OTHER, "")
    assert known["ada"][0] == b""
    assert error.__name__ in known["ada"][1]


class Counts:
    """How often an archive is opened, and how many bytes are unpacked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened = self.unpacked = self.tried = self.listed = 0
        opening, reading, real_info = zipfile.ZipFile.__init__, zipfile.ZipExtFile.read, zipfile.ZipInfo.__init__

        def init(zip_self: zipfile.ZipFile, *arguments: object) -> None:
            self.opened += 1
            opening(zip_self, *arguments)  # type: ignore[arg-type]

        def read(file: zipfile.ZipExtFile, most: int) -> bytes:
            self.tried += most
            data = reading(file, most)
            self.unpacked += len(data)
            return data

        def info(zip_info: zipfile.ZipInfo, *arguments: str) -> None:
            self.listed += 1
            real_info(zip_info, *arguments)

        monkeypatch.setattr(zipfile.ZipFile, "__init__", init)
        monkeypatch.setattr(zipfile.ZipExtFile, "read", read)
        monkeypatch.setattr(zipfile.ZipInfo, "__init__", info)


def test_an_archive_is_opened_once_and_kept_by_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "class.zip"
    one = packed((f"work{n}.py", b"x = %d" % n) for n in range(50))
    path.write_bytes(packed([("ada/1.zip", one), ("ada/2.zip", packed([("minmax.py", RIGHT)])), ("bob.zip", one)]))
    counts = Counts(monkeypatch)
    gc.collect()
    gc.disable()  # what is let go is gone at once: a class is not waited for
    try:
        found = find(path, MINMAX)
        assert not [thing for thing in gc.get_objects() if isinstance(thing, archives._Listed)]
    finally:
        gc.enable()
    assert counts.opened == 4
    ada, bob = found.hand_ins
    assert (ada.kind, bob.kind) == ("file", "unclear")
    assert ada.read() == (RIGHT, "")
    assert counts.opened == 5


COSTLY: dict[str, Callable[[], list[tuple[str, bytes]]]] = {
    "2,000 empty members": lambda: [("a.zip", packed((f"f{n}.py", b"") for n in range(2_000)))],
    "60 members of 0.9 MB": lambda: [("a.zip", packed((f"f{n}.py", b"x = 1\n" * 150_000) for n in range(60)))],
    "two of 20 MB": lambda: [("a.zip", packed((f"f{n}.ipynb", b"\n" * NOTEBOOK_LIMIT) for n in range(2)))],
    "100 of one": lambda: [
        ("a.zip", listed(*[b"m.py"] * 100, before=member(b"m.py", deflated(b"\n" * 9_000_000)), packed=9_000, size=1))
    ],
    "100 of one that is nothing": lambda: [
        ("a.zip", listed(*[b"m.py"] * 100, before=member(b"m.py", b"\0\0\0\xff\xff" * 900_000), packed=4_500_000))
    ],
    "108,000 members": lambda: [("a.zip", listed(*[b""] * 108_000))],
    "long lists": lambda: [("a.zip", listed(*[b"m.py"] * 70, extra=struct.pack("<HH", 9, 0) * 16_000))],
    "many archives": lambda: [(f"{n}.zip", packed([("m.py", b"x" * 1_000_000)] * 10)) for n in range(9)],
    "zeros for an archive": lambda: [(f"{n}.zip", b"\0" * 21_000_000) for n in range(4)],
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("case", COSTLY)
def test_no_archive_costs_much(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    members = [(f"ada/{name}", content) for name, content in COSTLY[case]()]
    path = tmp_path / "class.zip"
    path.write_bytes(packed([("bob.py", OTHER), *members]))
    counts = Counts(monkeypatch)
    known = {one.student: one for one in find(path, MINMAX).hand_ins}
    inner = sum(min(len(content), NOTEBOOK_LIMIT) for _, content in members[:3])
    assert counts.opened <= 1 + 3
    assert max(counts.unpacked, counts.tried) <= inner + handins.COMPARED_BYTES + 1_000
    assert counts.listed <= 15_000
    assert known["bob"].read() == (OTHER, "")


@pytest.mark.parametrize(
    ("case", "said"), [("100 of one that is nothing", "too large"), ("zeros for an archive", "5 MB")]
)
def test_it_is_said_what_is_too_much(case: str, said: str, tmp_path: Path) -> None:
    members = [(f"ada/{name}", content) for name, content in COSTLY[case]()]
    assert said in class_of(tmp_path / "class.zip", members)["ada"].problem


def test_members_without_names_and_of_many_folders_do_no_harm_in_a_class(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    path.write_bytes(listed(b"", b"/", b"ada.py", b"bob/" + b"a/" * 30_000 + b"minmax.py"))
    ada, bob = told(find(path, MINMAX)).hand_ins
    assert (ada.student, bob.student) == ("ada", "bob")
    assert bob.entry is not None
    assert (len(bob.entry.path), bob.file) == (29, "minmax.py")


def test_unpacking_stops_at_what_is_said(tmp_path: Path) -> None:
    """An archive that says less than it holds is no way around the limits."""
    content = deflated(b"\n" * 15_000_000)
    inner = listed(b"minmax.py", before=member(b"minmax.py", content), packed=len(content), size=3)
    ada = class_of(tmp_path / "class.zip", [("ada/work.zip", inner)])["ada"]
    assert ada.read()[0] == b""
    assert "is damaged" in ada.read()[1]


def test_a_class_of_archives_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handins, "CLASS_LIMIT", 20)
    path = tmp_path / "class.zip"
    path.write_bytes(packed((f"{n}.py", RIGHT) for n in range(20)))
    assert len(find(path, MINMAX).hand_ins) == 20
    path.write_bytes(packed((f"{n}.py", RIGHT) for n in range(21)))
    with pytest.raises(NoSubmissions, match="too many files to look through"):
        find(path, MINMAX)


# --- folders ---

LIMIT = 60


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let fewer files be too many: to make thousands takes its time."""
    for module in (archives, handins):
        monkeypatch.setattr(module, "FILES_LIMIT", LIMIT)


@pytest.mark.parametrize("below", ["ada", "week3/ada", "ada/minmax", "ada/one/two/three"])
@pytest.mark.parametrize("hidden", [False, True])
def test_a_folder_with_too_many_files_is_one_students(below: str, hidden: bool, tmp_path: Path, few: None) -> None:
    bob = tmp_path / ("week3/bob" if below.startswith("week3") else "bob")
    bob.mkdir(parents=True)
    (bob / "minmax.py").write_bytes(OTHER)
    folder = tmp_path / below
    folder.mkdir(parents=True)
    for number in range(LIMIT + 5):
        if hidden and number % 2:
            (folder / f".{number}").mkdir()
        else:
            (folder / f"{number}.py").touch()
    known = {one.student: one for one in told(find(tmp_path, MINMAX)).hand_ins}
    assert known["bob"].read() == (OTHER, "")
    assert (known["ada"].kind, "too many files to look through" in known["ada"].problem) == ("unclear", True)
    assert known["ada"].read() == (b"", known["ada"].problem)


def test_many_folders_of_many_files_are_not_all_looked_at(
    tmp_path: Path, few: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bob.py").write_bytes(OTHER)
    for number in range(500):
        (tmp_path / "ada" / str(number // 20) / str(number)).mkdir(parents=True)
    scanned: list[object] = []
    real = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: scanned.append(path) or real(path))
    found = find(tmp_path, MINMAX)
    assert [one.kind for one in found.hand_ins] == ["unclear", "file"]
    assert ("ada/*", "too many files to look through") in found.not_graded
    assert len(scanned) <= LIMIT + 5


def test_a_large_class_in_one_folder_more_is_found_whole(tmp_path: Path, few: None) -> None:
    for number in range(LIMIT + 100):
        (tmp_path / "week3" / f"s{number}").mkdir(parents=True)
        (tmp_path / "week3" / f"s{number}" / "minmax.py").touch()
    assert len(find(tmp_path, MINMAX).hand_ins) == LIMIT + 100


@pytest.mark.parametrize(
    "name", [b"\xff\xfe", b"a\nb\r\x1b[31m", b"=cmd()", b"-rf", b"\x7f" * 200, b" ", b"~", "é".encode() * 120]
)
def test_strange_names_in_folders_do_no_harm(name: bytes, tmp_path: Path) -> None:
    (tmp_path / "bob.py").write_bytes(OTHER)
    folder = os.path.join(os.fsencode(tmp_path), name)
    os.makedirs(os.path.join(folder, *[name] * 12))
    for file in (b"1" + name, name + b".py", name + b".zip"):
        with open(os.path.join(folder, file), "wb") as target:
            target.write(RIGHT)
    known = told(find(tmp_path, MINMAX)).hand_ins
    assert sorted(one.read()[0] for one in known) == sorted([OTHER, RIGHT])


def test_more_than_can_be_compared_is_unclear(tmp_path: Path) -> None:
    (tmp_path / "bob.py").write_bytes(OTHER)
    (tmp_path / "ada").mkdir()
    for number in range(handins.COMPARED_LIMIT + 1):
        (tmp_path / "ada" / f"{number}.py").write_bytes(b"x" * number)
    known = find(tmp_path, MINMAX).hand_ins
    assert [one.kind for one in known] == ["unclear", "file"]
    assert "too many files to look through" in known[0].problem


def test_a_file_is_read_once_while_one_is_chosen_and_not_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    real = archives.read_bytes

    def counting(path: Path) -> bytes:
        read.append(path.name)
        return real(path)

    monkeypatch.setattr(archives, "read_bytes", counting)
    (tmp_path / "bob.py").write_bytes(OTHER)
    (tmp_path / "ada").mkdir()
    for number in range(9):
        (tmp_path / "ada" / f"{number}.py").write_bytes(b"x" * number)
    find(tmp_path, MINMAX)
    assert sorted(read) == [f"{number}.py" for number in range(9)]
    read.clear()
    for number in range(9):
        (tmp_path / "ada" / f"{number}.py").write_bytes(b"x" * 6_000_000)
    ada, _ = find(tmp_path, MINMAX).hand_ins
    assert (ada.kind, len(read)) == ("unclear", 4)


def test_a_long_name_keeps_its_ending(tmp_path: Path) -> None:
    name = "€" * 900 + ".ipynb"
    known = class_of(tmp_path / "class.zip", [(f"ada/{name}", b"{}")])
    assert known["ada"].file.endswith("€.ipynb")
    assert len(known["ada"].file) == 200


# --- labels ---


def same_somewhere(name: str) -> list[str]:
    """Return what a name is to several systems."""
    forms = [unicodedata.normalize(form, name) for form in ("NFC", "NFD", "NFKC", "NFKD")]
    names = [one for form in forms for one in (form, form.casefold(), form.upper(), form.lower())]
    return [unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", one).casefold()).rstrip(". ") for one in names]


def check_labels(owners: list[str]) -> dict[str, str]:
    labels = handins._labels(owners)
    assert list(labels.keys() ^ set(owners)) == []
    for owner, label in labels.items():
        assert len(label.encode()) <= LABEL_LIMIT
        assert label.isprintable()
        assert not set(label) & set('/\\:*?"<>|')
        assert label == label.strip(". ") != ""
        assert not re.match(r"(con|prn|aux|nul|com\d|lpt\d) *(\.|$)", label, re.IGNORECASE)
        assert label == owner or re.search("-[0-9a-f]{6}$", label)
    whose: dict[str, str] = {}
    for owner, label in labels.items():
        for same in same_somewhere(label):
            assert whose.setdefault(same, owner) == owner, (owner, whose[same], label)
    assert handins._labels(owners[::-1]) == labels
    return labels


def digits(owner: str) -> str:
    return handins.sha256(owner.encode()).hexdigest()[:6]


def test_no_two_students_have_one_label() -> None:
    owners = ["bob", "BOB", f"bob-{digits('BOB')}", f"BOB-{digits('bob')}"]
    owners += [f"bob-{digits(name)}" for name in owners]
    labels = check_labels([*dict.fromkeys(owners), "ann"])
    assert labels["ann"] == "ann"
    assert labels[f"bob-{digits('BOB')}"] == f"bob-{digits('BOB')}"


@pytest.mark.parametrize(
    "names",
    [
        ("é", "e\u0301"), ("\u017f", "s"), ("ﬁ", "fi"), ("Straße", "STRASSE"), ("\u0131", "i"), ("Å", "\u212b"),
        ("Σ", "ς"), ("K", "\u212a"), ("2", "²"), ("Ὰͅ", "ᾺΙ"), ("a ", "a"), ("a.", "a"), ("a", "a\0"), ("a/b", "a_b"),
        ("\ud800", "\udcff"), ("", "_"), ("€" * 80, "€" * 81), (" ", "."), ("CON", "con"), ("aux.txt", "AUX"),
    ],
)  # fmt: skip
def test_what_some_system_takes_for_one_name_is_told_apart(names: tuple[str, str]) -> None:
    check_labels(list(names))


def test_a_name_that_can_be_a_files_is_kept() -> None:
    names = ["Ada Byron_101", "öz", "smith-123456", "bob-abcdef", "李 小龙_7", "O'Neil", "=cmd()", "x" * LABEL_LIMIT,
             "é" * (LABEL_LIMIT // 2), "conny", "com", "auxiliary.txt", "a.b.c", "50%"]  # fmt: skip
    assert check_labels(names) == {name: name for name in names}


def test_nobodys_label_changes_when_another_comes() -> None:
    owners = ["ada", "CON", "x:y", "é" * 200, "BOB"]
    before = check_labels(owners)
    after = check_labels([*owners, "cyd", "bob", "z/z", "NUL"])
    assert {owner for owner in owners if after[owner] != before[owner]} == {"BOB"}


def test_labels_of_nasty_classes_are_all_different(request: pytest.FixtureRequest) -> None:
    rng = random.Random(20)
    parts = ["\u017f", "\xdf", "\xe9", "e\u0301", "\ufb01", "I", "\u0131", "\u0130", "\u0345", "\u0345\u0391", "\u03a9"]
    parts += ["\u2126", "\ufdfa", "\U0001f600", "com\xb9", "\n", "\0", "\ud800"]
    parts += ["bob", "BOB", ".", " ", "/", "\\", "con", "AUX", "com1", "-", "_", "?", "€" * 50, "x" * 90]
    for _ in range(1_000 if request.config.getoption("--whole") else 20):
        owners = {"".join(rng.choices(parts, k=rng.randint(1, 3))) for _ in range(rng.randint(1, 25))}
        for owner in [*owners]:
            owners |= {label for label in handins._labels(owners).values() if rng.random() < 0.2}
            owners |= {chr(rng.randrange(0x11_0000)), owner.swapcase(), unicodedata.normalize("NFKD", owner)}
        check_labels(sorted(owners))


# --- archives in which bytes are changed at random ---


def outer(inner: bytes) -> dict[str, list[tuple[str, bytes]]]:
    """Return classes in which ada has handed in an archive, as LMSs pack them."""
    notebook = (catalog.ROOT / "exercises" / "minmax" / "minmax.ipynb").read_bytes()
    return {
        "Moodle": [
            ("Ada_1_assignsubmission_file_/work.zip", inner),
            ("Bob_2_assignsubmission_file_/minmax.py", OTHER),
            ("Cyd_3_assignsubmission_file_/mine.zip", packed([("a/minmax.py", RIGHT), ("a/notes.txt", b"x")])),
            ("Dan_4_assignsubmission_onlinetext_/onlinetext.html", b"<p>sorry</p>"),
        ],
        "Canvas": [
            ("adaa_1_11_work.zip", inner),
            ("bobb_LATE_2_12_minmax-1.py", OTHER),
            ("cydc_3_13_minmax.ipynb", notebook),
            ("cydc_3_14_minmax.py", RIGHT),
        ],
        "folders": [("w/ada/work.zip", inner), ("w/bob/mine.py", OTHER), ("w/cyd/minmax/minmax.ipynb", notebook)],
    }


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Return bytes some of which are flipped, left out, added or doubled, also where the list of members is."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        start = max(0, len(changed) - 300) if rng.random() < 0.5 else 0
        at = rng.randrange(start, max(len(changed), start + 1))
        some = changed[at : at + rng.choice((1, 1, 2, 4, 50))]
        match rng.randrange(4):
            case 0:
                changed[at : at + len(some)] = bytes(
                    rng.choice((0, 255, byte ^ 1 << rng.randrange(8))) for byte in some
                )
            case 1:
                del changed[at : at + len(some)]
            case 2:
                changed[at:at] = rng.randbytes(len(some))
            case _:
                changed[at:at] = some * rng.choice((1, 2, 1_000))
    return bytes(changed)


def rounds(request: pytest.FixtureRequest) -> int:
    return 1_700 if request.config.getoption("--whole") else 60


def contents(path: Path) -> dict[str, tuple[str, tuple[bytes, str]]]:
    return {one.student: (one.file, one.read()) for one in told(find(path, MINMAX)).hand_ins}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("layout", ["Moodle", "Canvas", "folders"])
def test_no_archive_of_one_student_touches_another(layout: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    rng = random.Random(layout)
    inner = packed([("minmax.py", RIGHT), ("minmax.ipynb", b"{}"), ("notes.txt", b"x" * 99), ("d/", b"")])
    path = tmp_path / "class.zip"
    path.write_bytes(packed(outer(inner)[layout]))
    expected = contents(path)
    ada = next(name for name in expected if name.lower().startswith("ada"))
    assert expected.pop(ada)[1][0] == RIGHT
    for _ in range(rounds(request)):
        path.write_bytes(packed(outer(mutated(inner, rng))[layout], zipfile.ZIP_STORED))
        found = contents(path)
        assert ada in found
        del found[ada]
        assert found == expected


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("layout", ["Moodle", "Canvas", "folders"])
def test_a_damaged_archive_of_a_class_is_read_or_refused(
    layout: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    rng = random.Random(layout)
    data = packed(outer(packed([("minmax.py", RIGHT), ("minmax.ipynb", b"{}")]))[layout])
    path = tmp_path / "class.zip"
    read = 0
    for _ in range(rounds(request)):
        path.write_bytes(mutated(data, rng))
        try:
            contents(path)
            read += 1
        except KitError:
            pass  # nothing else is raised, whatever the bytes are
    assert 0 < read < rounds(request)
