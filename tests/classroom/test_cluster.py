"""`gametree class --dask`: a class on the workers of a cluster gives what it gives on one machine."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.classroom.helpers import (
    HANG,
    NAME,
    RIGHT,
    STUDENTS,
    files,
    folder,
    grade,
    kept,
    started,
    until,
)
from tests.conftest import ROOT, copied, gametree


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start a scheduler; yield what starts workers of it, and has the address."""
    running: list[subprocess.Popen[bytes]] = []
    address = tmp_path / "scheduler.json"

    def dask(*arguments: str, **variables: str) -> subprocess.Popen[bytes]:
        with (tmp_path / "dask.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{arguments[0]}", *arguments[1:]], cwd=tmp_path,
                stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": str(ROOT), **variables}, start_new_session=True
            )  # fmt: skip
        running.append(process)
        return process

    dask(
        "scheduler",
        "--scheduler-file",
        str(address),
        "--port",
        "0",
        "--host",
        "127.0.0.1",
        "--no-dashboard",
    )
    until(lambda: address.exists() and "address" in json.loads(address.read_text() or "{}"))

    def worker(**variables: str) -> subprocess.Popen[bytes]:
        return dask(
            "worker",
            "--scheduler-file",
            str(address),
            "--nthreads",
            "1",
            "--no-dashboard",
            **variables,
        )

    worker.address = json.loads(address.read_text())["address"]  # type: ignore[attr-defined]
    worker.end = running[0].kill  # type: ignore[attr-defined]
    yield worker
    for process in running:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # killed before
        process.wait()


@pytest.mark.whole
def test_a_cluster_that_loses_a_worker_gives_the_same(
    cluster: Any, undisturbed: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    path, expected = undisturbed
    out = tmp_path / "out"
    lost, _ = cluster(), cluster()
    process = started(path, out, "--dask", cluster.address)
    until(lambda: kept(out) >= 4)
    os.killpg(lost.pid, signal.SIGKILL)
    said, error = process.communicate(timeout=120)
    assert process.returncode == 0, (said, error)
    assert f"{STUDENTS} students" in said
    assert files(out) == expected


@pytest.mark.whole
def test_a_cluster_that_is_gone_is_said_to_be(cluster: Any, tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {"a.py": RIGHT, **{f"hang{n}.py": HANG for n in range(9)}})
    cluster()
    process = started(path, tmp_path / "out", "--dask", cluster.address)
    until(lambda: kept(tmp_path / "out") > 0)
    cluster.end()
    said = process.communicate(timeout=120)[1]
    assert said == (
        "gametree: The cluster has let go of submissions: is its scheduler still there? Run the same again.\n"
    )
    grade(folder(tmp_path / "class", {f"hang{n}.py": RIGHT for n in range(9)}), tmp_path / "out")


@pytest.mark.whole
def test_a_worker_without_isolation_or_of_another_version_refuses(
    cluster: Any, tmp_path: Path
) -> None:
    proof = tmp_path / "proof"
    path = folder(tmp_path / "class", {"ada.py": f"open({str(proof)!r}, 'w')\n{RIGHT}"})
    worker = cluster(GAMETREE_ISOLATION="none")
    said = started(path, tmp_path / "out", "--dask", cluster.address).communicate(timeout=120)[1]
    assert "nothing isolates students' code here" in said
    assert not proof.exists()
    os.killpg(worker.pid, signal.SIGKILL)
    copy = copied(tmp_path / "older")
    with (copy / "graders/kit/report.py").open("a") as module:
        module.write("# older\n")
    cluster(PYTHONPATH=str(copy))
    said = started(path, tmp_path / "out", "--dask", cluster.address).communicate(timeout=120)[1]
    assert re.search(
        r"has gametree-kit (\S+ \(\w+\)), the class is to be graded by (?!\1)\S+ \(\w+\): install",
        said,
    )


@pytest.mark.whole
def test_without_a_scheduler_or_without_workers_it_says_so(cluster: Any, tmp_path: Path) -> None:
    path = folder(tmp_path / "class", {"ada.py": RIGHT})
    said = started(path, tmp_path / "out", "--dask", cluster.address).communicate(timeout=60)[1]
    assert "The Dask scheduler has no workers: start some with" in said
    assert "There is no Dask scheduler at" in gametree(
        "class", path, "--exercise", NAME, "--out", tmp_path / "out", "--dask", "tcp://127.0.0.1:9"
    ).err  # fmt: skip
