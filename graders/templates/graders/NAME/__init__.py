"""The room of the exercise NAME."""

BUILDS_ON = ()  # names of exercises that it follows in the course
DRAFT = True  # see `gametree audit --structure NAME`; without this line the exercise is done
