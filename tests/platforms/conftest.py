"""Where archives lie that several tests unpack: in a folder of pytest's, which all its workers share."""

import os

import pytest

from tests.platforms import layouts


@pytest.fixture(scope="session", autouse=True)
def _shared(tmp_path_factory: pytest.TempPathFactory) -> None:
    base = tmp_path_factory.getbasetemp()
    layouts.SHARED = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
