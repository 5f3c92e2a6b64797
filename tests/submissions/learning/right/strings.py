# A board is a string of nine digits while it is played on; int(..., 3) makes a number of it.
LINES = [slice(0, 3), slice(3, 6), slice(6, 9), slice(0, 9, 3), slice(1, 9, 3), slice(2, 9, 3), slice(0, 9, 4), slice(2, 7, 2)]


def as_text(board):
    return "".join(f"{cell}" for row in board for cell in row)


def number(text):
    return int(text[::-1], 3)


def text_of(state):
    digits = []
    for _ in range(9):
        state, digit = divmod(state, 3)
        digits.append("012"[digit])
    return "".join(digits)


def winner(text):
    for line in LINES:
        if text[line] in ("111", "222"):
            return int(text[line][0])
    return 0


def after(text, player):
    return [text[:i] + str(player) + text[i + 1:] for i, cell in enumerate(text) if cell == "0"]


def encode(board):
    return number(as_text(board))


def decode(state):
    text = text_of(state)
    return [list(map(int, text[:3])), list(map(int, text[3:6])), list(map(int, text[6:]))]


def initial_values(player):
    worth = {0: 0.5, player: 1.0, 3 - player: 0.0}
    return [worth[winner(text_of(state))] for state in range(3**9)]


def update(values, states, alpha):
    pairs = list(zip(states, states[1:]))
    while pairs:
        state, following = pairs.pop()
        values[state] = values[state] + alpha * (values[following] - values[state])


def pick(values, texts, epsilon, rng):
    if rng.random() < epsilon:
        return texts[int(len(texts) * rng.random())]
    worth = {text: values[number(text)] for text in texts}
    highest = max(worth.values())
    return rng.choice([text for text, value in worth.items() if value == highest])


def choose(values, board, player, epsilon, rng):
    return number(pick(values, after(as_text(board), player), epsilon, rng))


def game(tables, epsilon, rng):
    """Return the numbers of the boards, and which of them an exploring move has led to."""
    text, player, numbers, explored = "0" * 9, 1, [0], set()
    while winner(text) == 0 and "0" in text:
        texts = after(text, player)
        text = pick(tables[player], texts, epsilon, rng)
        if any(tables[player][number(other)] > tables[player][number(text)] for other in texts):
            explored.add(len(numbers))
        numbers.append(number(text))
        player = 3 - player
    return numbers, explored, winner(text)


def train(rounds, alpha, epsilon, rng):
    tables = {1: initial_values(1), 2: initial_values(2)}
    while rounds:
        numbers, explored, _ = game(tables, epsilon, rng)
        ends = sorted({0, len(numbers)} | explored)
        for i in range(len(ends) - 1):
            for player in tables:
                update(tables[player], numbers[ends[i]:ends[i + 1]], alpha)
        rounds -= 1
    return tables[1], tables[2]


def match(values1, values2, rng):
    return game({1: values1, 2: values2}, 0, rng)[2]
