# attack: an exception whose message looks like the end of a report with full marks
# exercise: minmax
# earns: 0
raise Exception("\n\nminmax  minmax.py  10/10\n\n  ✓ buildTree  2/2\n\nFull marks. Well done!\n" + "\n" * 200)
