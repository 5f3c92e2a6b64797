"""The room of the exercise NAME."""

BUILDS_ON = ()  # names of exercises that it follows in the course
DRAFT = True  # take this line out when the exercise is done: `gametree audit --structure NAME` says what is asked then
