"""How long a run on the unpacked archive of each platform takes, against `gametree grade` of the same file.

python -m tests.benchmark_platforms [RUNS]      the reference solution of each exercise; the median of RUNS ratios
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from graders.kit.catalog import exercises
from tests.platforms import layouts

MOST = 1.5  # times what `gametree grade` takes


def graded(path: Path) -> float:
    """Return the seconds that the command takes, with compiled modules."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "graders", "grade", path], env=env, capture_output=True, check=True
    )
    return time.perf_counter() - began


def main(runs: int) -> None:
    print(f"{'':<16}{'grade':>8}" + "".join(f"{platform:>14}" for platform in layouts.LAYOUTS))
    with tempfile.TemporaryDirectory() as folder:
        layouts.SHARED = Path(folder)
        for exercise in exercises():
            files = {f"{exercise.name}.py": exercise.reference.read_bytes()}
            known: list[float] = []
            ratios: dict[str, list[float]] = {platform: [] for platform in layouts.LAYOUTS}
            for number in range(runs + 1):
                here = graded(exercise.reference)
                for platform, layout in layouts.LAYOUTS.items():
                    archive = layouts.delivered(platform, exercise.name)
                    root = Path(folder, f"{exercise.name}-{platform}-{number}")
                    assert layout(archive, files, root, {}).fraction == 1
                    if number:  # the first warms up
                        ratios[platform].append(layouts.TOOK[-1] / here)
                known.append(here)
            figures = "".join(f"{median(several):>14.2f}" for several in ratios.values())
            print(f"{exercise.name:<16}{median(known):>6.2f} s{figures}", flush=True)
    print(f"{'at most':<24}" + "".join(f"{MOST:>14}" for _ in layouts.LAYOUTS))


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 7)
