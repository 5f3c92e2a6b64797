# attack: hangs in each method in turn, deaf to every signal that can be ignored
# exercise: minmax
# earns: 0
# with: skeleton above
import signal

for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())


def hang(self, node):
    while True:
        pass


GameTree.buildTree = MinMax.minmax = MinMax.max_value = MinMax.min_value = MinMax.get_value = MinMax.isTerminal = hang
