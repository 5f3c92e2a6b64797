"""The console of a page: a file is run as it is, and then there is a prompt."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import DONE, FULL, SAID
from tests.conftest import reference
from tests.driving import Browser

LOG = "document.querySelector('#run-panel [role=log]').textContent"
WAITS = "document.querySelector('#run-panel form').classList.contains('waits')"
NEXT = "document.querySelector('#run-panel label').textContent"
STATE = f"{WAITS} && {NEXT}"
ASKS = """import time
print("begun")
name = input("Who are you? ")
print("Hello,", name)
def half(number):
    return number / 2
if __name__ == "__main__":
    print("as a program")
"""
CONTROLS = "print('\\x1b[31mred\\x07', 'a\\rb')"
# What a file may do to the names that the console itself needs.
REDEFINES = """import builtins, sys
print = input = builtins.print = builtins.input = None
sys.stdout = sys.stderr = sys.stdin = None
"""
# Run, it never ends; graded, it gets full marks at once.
ENDLESS_AS_A_PROGRAM = """
if __name__ == "__main__":
    while True:
        pass
"""
TAKES_NO_NOTICE = """while True:
    try:
        while True:
            pass
    except:
        pass
"""


def run(browser: Browser, text: str) -> None:
    """Write a file, and press Run."""
    browser(click=".cm-content")
    browser(press="Control+a")
    browser(paste=text)
    browser(click="[data-click=run]")


def type_line(browser: Browser, line: str) -> None:
    browser(wait=WAITS)
    browser(click="#console-line")
    browser(type=line)
    browser(press="Enter")


@pytest.mark.by_turns
def test_a_file_runs_and_asks_and_its_names_are_there(at: Callable[[str], Browser]) -> None:
    browser = at("minmax")
    run(browser, ASKS)
    browser(wait=f"{STATE} === 'input:' && {LOG}.endsWith('Who are you? ')")
    assert browser(value="document.activeElement.id") == "console-line"
    browser(type="Ann")
    browser(press="Enter")
    browser(wait=f"{STATE} === '>>> ' && {LOG}.endsWith('Hello, Ann\\nas a program\\n')")
    type_line(browser, "half(3)")
    browser(wait=f"{LOG}.endsWith('>>> half(3)\\n1.5\\n')")
    type_line(browser, "half('a')")
    browser(wait=f"{LOG}.includes('line 6, in half')")
    type_line(browser, CONTROLS)
    browser(wait=f"{LOG}.endsWith('␛[31mred␇ a␍b\\n')")
    run(browser, REDEFINES)  # the same worker runs another file
    browser(wait=f"{STATE} === '>>> ' && {LOG} === ''")
    type_line(browser, "1 / 0")
    browser(wait=f"{LOG}.endsWith('ZeroDivisionError: division by zero\\n')")
    run(browser, "print('again')")
    browser(wait=f"{STATE} === '>>> ' && {LOG} === 'again\\n'")
    type_line(browser, "import os; os._exit(3)")
    browser(wait=f"{LOG}.includes('Python has ended, with exit code 3. Press Run.')")
    run(browser, "import os\nos.write(1, b'past the console\\n')")
    browser(wait=f"{STATE} === '>>> ' && {LOG} === 'past the console\\n'")


@pytest.mark.by_turns
@pytest.mark.whole
def test_what_never_ends_is_stopped(at: Callable[[str], Browser]) -> None:
    browser = at("minmax")
    run(browser, "while True:\n    print('x' * 1000)\n")
    browser(wait=f"{LOG}.length >= 64_000")
    assert browser(value="document.querySelector('#stop').disabled") is False
    browser(click="#stop")
    browser(
        wait=f"{STATE} === '>>> ' && {LOG}.includes('characters in all, of which the first 64,000 are shown')"
    )
    assert browser(value="document.querySelector('#stop').disabled") is True
    run(browser, "input()")
    browser(wait=f"{STATE} === 'input:'")
    browser(click="#stop")
    browser(wait=f"{STATE} === '>>> ' && {LOG}.endsWith('KeyboardInterrupt\\n')")
    run(browser, TAKES_NO_NOTICE)
    browser(wait="!document.querySelector('#stop').disabled")
    browser(click="#stop")
    browser(wait=f"{LOG}.includes('Your code took no notice')")
    run(browser, reference("minmax") + ENDLESS_AS_A_PROGRAM)
    browser(wait="!document.querySelector('#stop').disabled")
    browser(click="[data-click=grade]")
    browser(wait=FULL)
    assert "that has ended what was here. Press Run." in browser.text("#run-panel [role=log]")


@pytest.mark.by_turns
def test_what_shows_a_mistake_is_run_by_a_click(at: Callable[[str], Browser]) -> None:
    browser = at("expectiminimax")
    browser(click=".cm-content")
    browser(press="Control+a")
    browser(paste=reference("expectiminimax").replace('return "flip" if', 'return "hold" if'))
    browser(click="[data-click=grade]")
    browser(wait=f"{DONE} && {SAID}.includes(' points')")
    browser(click="#report .try button")
    browser(
        wait=f"{STATE} === '>>> ' && {LOG}.startsWith('>>> print(decide(') && {LOG}.endsWith('hold\\n')"
    )
    assert "Error" not in browser(value=LOG)
