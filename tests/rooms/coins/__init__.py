"""A room for tests/play/: flip a coin as often as you like, a head counts 1, a tail ends a turn for nothing."""
