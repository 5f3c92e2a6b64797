# attack: a file's name with line breaks, terminal escapes and script in it
# exercise: minmax
# earns: 0
# file: min[2J]max <script>alert(1)<!--[bold]-->.py
raise Exception(__file__ + "\x1b[2J")
