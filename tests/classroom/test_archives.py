"""Whatever archive a stranger hands in, it stops, delays and changes nothing for anybody else."""

from __future__ import annotations

import gc
import os
import random
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from graders.kit.classroom import archives, handins
from graders.kit.classroom.handins import FILES_LIMIT, Cohort, find
from graders.kit.errors import KitError, NoSubmissions
from graders.kit.grading.submission import NOTEBOOK_LIMIT
from graders.kit.homes import ROOT
from tests.classroom.helpers import (
    BYTES,
    MINMAX,
    OTHER,
    RIGHT,
    archive,
    class_of,
    found,
    listed,
    member,
    packed,
    told,
)


def raw(name: str, content: bytes = BYTES, **attributes: int) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo(name)
    for attribute, value in attributes.items():
        setattr(info, attribute, value)
    return info, content


def hostile(path: Path, members: list[tuple[zipfile.ZipInfo, bytes]]) -> Path:
    with zipfile.ZipFile(path, "w") as target:
        for info, content in members:
            target.writestr(info, content, info.compress_type)
    return path


def read_all(path: Path) -> tuple[Cohort, dict[str, tuple[int, str]]]:
    """Return what is found, and of whom how much was read or why not."""
    known = find(path, MINMAX)
    return known, {
        one.student: (len(content), problem)
        for one in known.hand_ins
        for content, problem in [one.read()]
    }


def test_an_archive_harms_nothing(tmp_path: Path) -> None:
    link = (stat.S_IFLNK | 0o777) << 16
    members = [
        raw("good.py"),
        raw("../../outside.py"),
        raw("/absolute.py"),
        raw("C:\\windows.py"),
        raw("ada/../../bob.py"),
        raw("link.py", b"/etc/passwd", external_attr=link),
        raw("folder/minmax.py", b"/etc/passwd", external_attr=link),
        raw("bomb.py", b"0" * 50_000_000, compress_type=zipfile.ZIP_DEFLATED),
        raw("unusual.py", b"0" * 1_000_000, compress_type=zipfile.ZIP_BZIP2),
        raw("new\nline.py"),
        raw("<b>bold.py"),
        raw("=1+1.py"),
        raw("a" * 300 + ".py"),
        raw("Case.py"),
        raw("case.py"),
        raw("..py"),
        raw("back\\slash.py"),
        raw("__MACOSX/", b""),
        raw("__MACOSX/._good.py"),
    ]
    path = hostile(tmp_path / "class.zip", members)
    before = sorted(tmp_path.rglob("*"))
    known, read = read_all(path)
    assert sorted(tmp_path.rglob("*")) == before
    assert read["good"] == (len(BYTES), "")
    assert read["bomb"] == (NOTEBOOK_LIMIT + 1, "")
    assert read["link"] == (
        0,
        "link.py can't be read: it is a symbolic link, perhaps to another's file.",
    )
    assert read["folder"] == (
        0,
        "minmax.py can't be read: it is a symbolic link, perhaps to another's file.",
    )
    assert "unusual way" in read["unusual"][1]
    astray = {"../../outside.py", "/absolute.py", "C:/windows.py", "ada/../../bob.py"}
    assert {name for name, reason in known.not_graded if "leads out" in reason} == astray
    names = [one.student for one in known.hand_ins]
    hidden = 3  # "..py", and what a Mac adds
    assert (
        len({name.casefold() for name in names})
        == len(names)
        == len(members) - len(astray) - hidden
    )
    assert all(
        name.isprintable() and not set(name) & set('/\\:*?"<>|') and len(name) < 100
        for name in names
    )


def test_an_encrypted_or_damaged_member_is_said_to_be_so(tmp_path: Path) -> None:
    path = hostile(
        tmp_path / "class.zip", [raw("good.py"), raw("secret.py"), raw("broken.py", BYTES * 9)]
    )
    data = bytearray(path.read_bytes())
    for header, offset in ((b"PK\1\2", 8), (b"PK\3\4", 6)):
        at = [match.start() for match in re.finditer(re.escape(header), bytes(data))][1]
        data[at + offset] |= 1
    place = bytes(data).rindex(BYTES[:200])
    data[place : place + 3] = b"XXX"
    path.write_bytes(data)
    _, read = read_all(path)
    assert read["good"][1] == ""
    assert read["secret"] == (0, "secret.py can't be read: it is encrypted.")
    assert "broken.py is damaged" in read["broken"][1]


def test_names_in_old_encodings_are_read(tmp_path: Path) -> None:
    path = archive(tmp_path / "class.zip", {"J_rg.py": RIGHT, "M__.py": RIGHT})
    data = path.read_bytes().replace(b"J_rg.py", b"J\x94rg.py").replace(b"M__.py", "Mé.py".encode())
    path.write_bytes(data)
    assert found(path) == {"Jörg": "Jörg.py", "Mé": "Mé.py"}


@pytest.mark.parametrize(
    "content", [b"", b"PK", b"PK\5\6" + b"\0" * 18, b"PK\5\6" + b"\xff" * 18, os.urandom(5_000)]
)
def test_what_is_no_archive_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    path.write_bytes(content)
    with pytest.raises(NoSubmissions):
        find(path, MINMAX)


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
    "sizes that lie": lambda: listed(
        b"minmax.py", before=member(b"minmax.py", b""), packed=2**32 - 2, size=2**32 - 2
    ),
    "a broken zip64": lambda: listed(
        b"minmax.py", packed=2**32 - 1, extra=struct.pack("<HH", 1, 0)
    ),
    "far away by zip64": lambda: listed(
        b"minmax.py", packed=2**32 - 1, extra=struct.pack("<HHQ", 1, 8, 2**64 - 1)
    ),
    "letters that are none": lambda: listed(b"\xff\xfe.py"),
    "too many": lambda: listed(*[b"minmax.py"] * (FILES_LIMIT + 1)),
    "a folder with content": lambda: packed([("minmax.py/", b"x")]),
    "a zip in a zip": lambda: packed([("inner.zip", packed([("minmax.py", BYTES)]))]),
    "nothing": lambda: b"",
    "an end": lambda: b"PK\5\6" + b"\xff" * 18,
}


@pytest.mark.parametrize("case", STRANGE)
def test_a_strange_archive_is_its_students_alone(case: str, tmp_path: Path) -> None:
    ada = class_of(tmp_path / "class.zip", [("ada/work.zip", STRANGE[case]())])["ada"]
    assert ada.kind != "file" or ada.read()[1]
    assert ada.problem or ada.read()[1]


@pytest.mark.parametrize(
    "error", [MemoryError, RecursionError, struct.error, KeyError, UnicodeError, OverflowError]
)
@pytest.mark.parametrize("where", ["__init__", "open"])
def test_whatever_zipfile_raises_is_one_students(
    where: str, error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(zipfile.ZipFile, where)

    def raising(self: zipfile.ZipFile, *arguments: object) -> object:
        if isinstance(getattr(self, "fp", None) or arguments[0], archives._Listed):
            raise error
        return real(self, *arguments)

    members = [("ada/work.zip", packed([("minmax.py", BYTES)]))]
    (tmp_path / "before").mkdir()
    assert class_of(tmp_path / "before" / "class.zip", members)["ada"].read() == (BYTES, "")
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
        opening, reading, real_info = (
            zipfile.ZipFile.__init__,
            zipfile.ZipExtFile.read,
            zipfile.ZipInfo.__init__,
        )

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


def test_an_archive_is_opened_once_and_kept_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "class.zip"
    one = packed((f"work{n}.py", b"x = %d" % n) for n in range(50))
    path.write_bytes(
        packed(
            [("ada/1.zip", one), ("ada/2.zip", packed([("minmax.py", BYTES)])), ("bob.zip", one)]
        )
    )
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
    assert ada.read() == (BYTES, "")
    assert counts.opened == 5


COSTLY: dict[str, Callable[[], list[tuple[str, bytes]]]] = {
    "2,000 empty members": lambda: [("a.zip", packed((f"f{n}.py", b"") for n in range(2_000)))],
    "60 members of 0.9 MB": lambda: [
        ("a.zip", packed((f"f{n}.py", b"x = 1\n" * 150_000) for n in range(60)))
    ],
    "two of 20 MB": lambda: [
        ("a.zip", packed((f"f{n}.ipynb", b"\n" * NOTEBOOK_LIMIT) for n in range(2)))
    ],
    "100 of one": lambda: [
        (
            "a.zip",
            listed(
                *[b"m.py"] * 100,
                before=member(b"m.py", deflated(b"\n" * 9_000_000)),
                packed=9_000,
                size=1,
            ),
        )
    ],
    "100 of one that is nothing": lambda: [
        (
            "a.zip",
            listed(
                *[b"m.py"] * 100,
                before=member(b"m.py", b"\0\0\0\xff\xff" * 900_000),
                packed=4_500_000,
            ),
        )
    ],
    "108,000 members": lambda: [("a.zip", listed(*[b""] * 108_000))],
    "long lists": lambda: [
        ("a.zip", listed(*[b"m.py"] * 70, extra=struct.pack("<HH", 9, 0) * 16_000))
    ],
    "many archives": lambda: [
        (f"{n}.zip", packed([("m.py", b"x" * 1_000_000)] * 10)) for n in range(9)
    ],
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
    ("case", "said"),
    [("100 of one that is nothing", "too large"), ("zeros for an archive", "5 MB")],
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


def test_a_class_of_archives_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handins, "CLASS_LIMIT", 20)
    path = tmp_path / "class.zip"
    path.write_bytes(packed((f"{n}.py", BYTES) for n in range(20)))
    assert len(find(path, MINMAX).hand_ins) == 20
    path.write_bytes(packed((f"{n}.py", BYTES) for n in range(21)))
    with pytest.raises(NoSubmissions, match="too many files to look through"):
        find(path, MINMAX)


# --- archives in which bytes are changed at random ---


def outer(inner: bytes) -> dict[str, list[tuple[str, bytes]]]:
    """Return classes in which ada has handed in an archive, as LMSs pack them."""
    notebook = (ROOT / "exercises" / "minmax" / "minmax.ipynb").read_bytes()
    return {
        "Moodle": [
            ("Ada_1_assignsubmission_file_/work.zip", inner),
            ("Bob_2_assignsubmission_file_/minmax.py", OTHER),
            (
                "Cyd_3_assignsubmission_file_/mine.zip",
                packed([("a/minmax.py", BYTES), ("a/notes.txt", b"x")]),
            ),
            ("Dan_4_assignsubmission_onlinetext_/onlinetext.html", b"<p>sorry</p>"),
        ],
        "Canvas": [
            ("adaa_1_11_work.zip", inner),
            ("bobb_LATE_2_12_minmax-1.py", OTHER),
            ("cydc_3_13_minmax.ipynb", notebook),
            ("cydc_3_14_minmax.py", BYTES),
        ],
        "folders": [
            ("w/ada/work.zip", inner),
            ("w/bob/mine.py", OTHER),
            ("w/cyd/minmax/minmax.ipynb", notebook),
        ],
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
def test_no_archive_of_one_student_touches_another(
    layout: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    rng = random.Random(layout)
    inner = packed(
        [("minmax.py", BYTES), ("minmax.ipynb", b"{}"), ("notes.txt", b"x" * 99), ("d/", b"")]
    )
    path = tmp_path / "class.zip"
    path.write_bytes(packed(outer(inner)[layout]))
    expected = contents(path)
    ada = next(name for name in expected if name.lower().startswith("ada"))
    assert expected.pop(ada)[1][0] == BYTES
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
    data = packed(outer(packed([("minmax.py", BYTES), ("minmax.ipynb", b"{}")]))[layout])
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
