# attack: a regular expression that takes for ever, inside C code that no Python signal handler interrupts
# exercise: every
# earns: 0
import re

re.match(r"(a*)*b", "a" * 60)
