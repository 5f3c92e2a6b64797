# See where your searches end, and count all games.
empty = (0,) * 9
print_board(depth_first(empty)[-1])
print(len(breadth_first(empty)), "states, breadth-first")
print(count_games(empty), "games that x wins, o wins, and that are drawn")
