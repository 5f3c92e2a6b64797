"""A room for tests/play/: marks are dropped into ten columns of height two, three side by side win."""
