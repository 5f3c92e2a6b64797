"""Chance in a submission: the same seed draws the same, in every process and whoever draws."""

from graders.kit.catalog import Exercise, exercises
from graders.kit.grading.student import Student
from graders.kit.grading.submission import Submission

# What Python and NumPy offer to draw with, without a seed of one's own.
DRAWS = """
import os, random, secrets, uuid
import numpy
print(random.random(), random.Random().random(), random.SystemRandom().random())
print(secrets.token_hex(8), uuid.uuid4(), os.urandom(8), getattr(os, "getrandom", os.urandom)(8))
print(numpy.random.random(), numpy.random.RandomState().rand(), numpy.random.default_rng().random())
"""


def drawn(exercise: Exercise, *seeds: int) -> str:
    """Return what a file draws as it is run with the last of the seeds, in a process that ran it with each."""
    first, *others = seeds
    student = Student(Submission("draws.py", None, DRAWS, ""), exercise.driver, unprotected=True)
    student.seed = first
    student.begin(60)
    list(student.ask([]))
    for seed in others:
        student.begin_anew(seed)
        student.printed_at_import = ""
        list(student.ask([]))
    student.close()
    return student.printed_at_import


def test_the_same_seed_draws_the_same_whatever_a_driver_has_imported() -> None:
    found = set()
    for exercise in exercises():
        found |= {drawn(exercise, 5), drawn(exercise, 6, 5)}
    (always,) = found
    other = drawn(exercises()[0], 6)
    assert not {*always.split()} & {*other.split()}
