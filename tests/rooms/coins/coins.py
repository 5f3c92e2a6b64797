def decide(turn, bold):
    return "hold" if turn >= bold else "flip"
