# slip: the state that an exploring move leads to is in no list
# fails: train: exploring moves; train: unbeatable
# passes: encode; decode; initial_values; update; choose: best moves; choose: exploring; match; train: one game
# -*- coding: utf-8 -*-
# 井字棋：值函数学习。状态用三进制编码，双方自我对弈。
import random
class TicTacToe:
	def __init__(self):
		self.reset()
	def reset(self):
		self.board = [[0, 0, 0] for i in range(3)]
		self.player = 1
	def set(self, state):
		self.board = decode(state)
		self.player = 3 - self.player
	def end(self):
		return check(self.board) != 0 or not zeros(self.board)
def zeros(board):
	return [(i, j) for i in range(3) for j in range(3) if board[i][j] == 0]
def check(board):
	# 横、竖、斜
	for i in range(3):
		if board[i] == [1, 1, 1] or board[i] == [2, 2, 2]:
			return board[i][0]
		col = [board[0][i], board[1][i], board[2][i]]
		if col == [1, 1, 1] or col == [2, 2, 2]:
			return col[0]
	d1 = [board[0][0], board[1][1], board[2][2]]
	d2 = [board[0][2], board[1][1], board[2][0]]
	for d in (d1, d2):
		if d in ([1, 1, 1], [2, 2, 2]):
			return d[0]
	return 0
def encode(board):
	code = 0
	for i in range(2, -1, -1):
		for j in range(2, -1, -1):
			code *= 3
			code += board[i][j]
	return code
def decode(state):
	board = [[0, 0, 0] for i in range(3)]
	for i in range(3):
		for j in range(3):
			board[i][j] = state % 3
			state //= 3
	return board
def initial_values(player):
	values = [0.5 for i in range(3 ** 9)]
	for s in range(3 ** 9):
		w = check(decode(s))
		if w:
			values[s] = 1.0 if w == player else 0.0
	return values
def update(values, states, alpha):
	for i in range(len(states) - 1, 0, -1):
		values[states[i - 1]] += alpha * (values[states[i]] - values[states[i - 1]])
def candidates(board, player):
	result = []
	for (i, j) in zeros(board):
		board[i][j] = player
		result.append(encode(board))
		board[i][j] = 0
	return result
def choose(values, board, player, epsilon, rng):
	c = candidates(board, player)
	if rng.random() < epsilon:
		return c[int(rng.random() * len(c))]
	m = max([values[s] for s in c])
	c = [s for s in c if values[s] == m]
	return c[int(rng.random() * len(c))]
def train(rounds, alpha, epsilon, rng):
	game = TicTacToe()
	V = {1: initial_values(1), 2: initial_values(2)}
	for r in range(rounds):
		game.reset()
		history = [encode(game.board)]
		while not game.end():
			p = game.player
			s = choose(V[p], game.board, p, epsilon, rng)
			if V[p][s] < max([V[p][t] for t in candidates(game.board, p)]):
				for q in (1, 2):
					update(V[q], history, alpha)
				history = []
			else:
				history.append(s)
			game.set(s)
		for q in (1, 2):
			update(V[q], history, alpha)
	return V[1], V[2]
def match(values1, values2, rng):
	game = TicTacToe()
	while not game.end():
		v = values1 if game.player == 1 else values2
		game.set(choose(v, game.board, game.player, 0, rng))
	return check(game.board)
