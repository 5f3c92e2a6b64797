"""The whole game as a graph of nodes, made once; values are read from lists, and the game is a walk."""
from collections import namedtuple
from operator import itemgetter

Node = namedtuple("Node", "state over winner after")
WINS = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
NODES = {}


def node_of(white, black):
    """white, black: frozensets of cells"""
    if (white, black) not in NODES:
        state = sum(3**cell for cell in white) + 2 * sum(3**cell for cell in black)
        winner = 1 if any(win <= white for win in WINS) else 2 if any(win <= black for win in WINS) else 0
        over = winner > 0 or len(white) + len(black) == 9
        after = []
        if not over:
            for cell in sorted({*range(9)} - white - black):
                if len(white) == len(black):
                    after.append(node_of(white | {cell}, black))
                else:
                    after.append(node_of(white, black | {cell}))
        NODES[white, black] = Node(state, over, winner, after)
    return NODES[white, black]


ROOT = node_of(frozenset(), frozenset())
BY_STATE = {node.state: node for node in NODES.values()}


def encode(board):
    cells = [(3**i, cell) for i, cell in enumerate(cell for row in board for cell in row)]
    return sum(weight * cell for weight, cell in cells)


def decode(state):
    rows = [[0] * 3 for _ in range(3)]
    for i in reversed(range(9)):
        digit, state = divmod(state, 3**i)
        rows[i // 3][i % 3] = digit
    return rows


def initial_values(player):
    values = [0.5] * 3**9
    for state, node in BY_STATE.items():
        if node.winner:
            values[state] = 1.0 if node.winner == player else 0.0
    return values


def update(values, states, alpha):
    for at in range(len(states) - 1, 0, -1):
        old, new = itemgetter(states[at - 1], states[at])(values)
        values[states[at - 1]] = old + alpha * (new - old)


def step(values, node, epsilon, rng):
    """Return the node after a move, and whether the move explores."""
    ranked = sorted(node.after, key=lambda n: -values[n.state])
    best = [n for n in ranked if values[n.state] == values[ranked[0].state]]
    chosen = rng.sample(node.after if rng.random() < epsilon else best, 1)[0]
    return chosen, chosen not in best


def choose(values, board, player, epsilon, rng):
    return step(values, BY_STATE[encode(board)], epsilon, rng)[0].state


def train(rounds, alpha, epsilon, rng):
    tables = [initial_values(1), initial_values(2)]
    for _ in range(rounds):
        node, turn = ROOT, 0
        story = [ROOT.state]
        while not node.over:
            node, explores = step(tables[turn], node, epsilon, rng)
            if explores:
                for table in tables:
                    update(table, story, alpha)
                story.clear()
            story.append(node.state)
            turn = 1 - turn
        for table in tables:
            update(table, story, alpha)
    return tables


def match(values1, values2, rng):
    node, turn = ROOT, 0
    while not node.over:
        node = step([values1, values2][turn], node, 0, rng)[0]
        turn = 1 - turn
    return node.winner
