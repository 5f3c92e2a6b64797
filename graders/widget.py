"""A game against a file on a page of a notebook, on buttons. Needs the extra [notebook].

from graders.widget import play
play("player.py")
"""

from graders.kit.play.buttons import play as play
