# Play against your code, and see how it learns.
from graders.jupyter import play, submitted
from graders.learning.picture import openings

display(openings(submitted("learning")))
play("learning")
