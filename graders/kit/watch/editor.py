"""Settings of a folder, by which VS Code's test panel lists the checks.

conftest.py makes a test of each check.
"""

import json
from pathlib import Path

from graders.kit.errors import KitError


def arguments(file: Path) -> list[str]:
    """Return what pytest is called with, in the folder of the file."""
    return ["-p", "graders.conftest", "--submission", file.name, file.name]


def settle(folder: Path, file: Path) -> None:
    """Write the settings for a file in a folder.

    Raises:
        KitError: there are settings already, which stay as they are; or they can't be written.
    """
    path = folder / ".vscode" / "settings.json"
    settings = {
        "python.testing.pytestEnabled": True,
        "python.testing.unittestEnabled": False,
        "python.testing.cwd": "${workspaceFolder}",
        "python.testing.pytestArgs": arguments(file),
    }
    try:
        path.parent.mkdir(exist_ok=True)
        with path.open("x", encoding="utf-8") as text:
            text.write(json.dumps(settings, indent=2) + "\n")
    except FileExistsError:
        raise KitError(
            f"{path} is there already and stays as it is; the exercise was copied."
        ) from None
    except OSError as error:
        raise KitError(
            f"{path} can't be written: {error.strerror}; the exercise was copied."
        ) from None
