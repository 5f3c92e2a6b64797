# attack: closes every descriptor, so that the answers can't go anywhere
# exercise: every
# earns: 0
import os

os.closerange(0, 64)
