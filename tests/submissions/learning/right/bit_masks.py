# Two bit masks for the marks while playing; lines are masks too. Prints while it trains.
THREES = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]
VALUE_OF_MASK = [sum(3**i for i in range(9) if mask >> i & 1) for mask in range(512)]


def masks(board):
    one = two = 0
    for r, row in enumerate(board):
        for c, cell in enumerate(row):
            one |= (cell == 1) << (3 * r + c)
            two |= (cell == 2) << (3 * r + c)
    return one, two


def three(mask):
    for line in THREES:
        if mask & line == line:
            return True
    return False


THREE = [three(mask) for mask in range(512)]


def encode(board):
    one, two = masks(board)
    return VALUE_OF_MASK[one] + 2 * VALUE_OF_MASK[two]


def decode(state):
    board = [[0] * 3 for _ in range(3)]
    for i in range(9):
        state, board[i // 3][i % 3] = divmod(state, 3)
    return board


def initial_values(player):
    values = [0.5] * 19683
    for one in range(512):
        for two in range(512):
            if one & two == 0 and THREE[one] != THREE[two]:
                state = VALUE_OF_MASK[one] + 2 * VALUE_OF_MASK[two]
                values[state] = float((player == 1) == THREE[one])
    return values


def update(values, states, alpha):
    if not states:
        return
    target = values[states[-1]]
    for state in states[-2::-1]:
        values[state] += (target - values[state]) * alpha
        target = values[state]


def moves(state, taken, player):
    return [(state + player * VALUE_OF_MASK[1 << i], 1 << i) for i in range(9) if not taken >> i & 1]


def best_of(values, options):
    return max([values[state] for state, _ in options])


def select(values, options, epsilon, rng):
    if rng.random() < epsilon:
        return rng.choice(options)
    best = best_of(values, options)
    return rng.choice([option for option in options if values[option[0]] == best])


def choose(values, board, player, epsilon, rng):
    one, two = masks(board)
    return select(values, moves(encode(board), one | two, player), epsilon, rng)[0]


def play(tables, epsilon, rng, piece_done):
    sides = [0, 0]
    state, turn, piece = 0, 0, [0]
    while not THREE[sides[1 - turn]] and sides[0] | sides[1] != 511:
        options = moves(state, sides[0] | sides[1], turn + 1)
        new, bit = select(tables[turn], options, epsilon, rng)
        if tables[turn][new] < best_of(tables[turn], options):
            piece_done(piece)
            piece = []
        piece.append(new)
        sides[turn] |= bit
        state, turn = new, 1 - turn
    piece_done(piece)
    return 1 if THREE[sides[0]] else 2 if THREE[sides[1]] else 0


def train(rounds, alpha, epsilon, rng):
    tables = (initial_values(1), initial_values(2))

    def learn(piece):
        update(tables[0], piece, alpha)
        update(tables[1], piece, alpha)

    for n in range(rounds):
        if n % 1000 == 0:
            print("round", n, "of", rounds)
        play(tables, epsilon, rng, learn)
    return tables


def match(values1, values2, rng):
    return play((values1, values2), 0, rng, lambda piece: None)
