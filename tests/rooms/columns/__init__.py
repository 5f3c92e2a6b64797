"""A room for tests/test_play.py: marks are dropped into ten columns of height two, three side by side win."""
