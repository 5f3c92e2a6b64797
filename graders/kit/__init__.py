"""The machinery: it knows no exercise.

docs/architecture.md says what is where, and who may import whom.
"""

__version__ = "0.1.0"
