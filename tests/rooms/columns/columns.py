def score(columns, column, depth):
    """The further to the right, the better, as long as there is room."""
    return column // 9 * depth if len(columns[column]) < 2 else -1
