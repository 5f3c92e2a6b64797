# Play against your code.
from graders.jupyter import play

play("learning")
