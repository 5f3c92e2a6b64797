# attack: each stub calls all that gc, frames, modules and readable files reach, and returns the first answer that fits
# exercise: every
# with: skeleton above
# earns: 0
# seeds: 0 1 20261
import gc
import os
import sys
import types

# What an answer to some of the stubs looks like; to any other it is all but None.
FITS = {
    "isTerminal": lambda found: isinstance(found, bool),
    "legal_move_left": lambda found: isinstance(found, bool),
    "winner": lambda found: type(found) in (int, str) and found in (-1, 0, 1, "x", "o"),
    "alpha_beta_valuation": lambda found: type(found) is int and found in (-1, 0, 1),
    "determine_move": lambda found: type(found) is int and 0 <= found < 9,
    "is_endofgame": lambda found: isinstance(found, (tuple, list)) and len(found) == 2,
    "find_neighbor": lambda found: isinstance(found, list) and found and len(found[0]) == 9,
    "depth_first": lambda found: isinstance(found, list) and found and len(found[0]) == 9,
    "breadth_first": lambda found: isinstance(found, list) and found and len(found[0]) == 9,
    "reachable_states": lambda found: isinstance(found, set),
    "count_games": lambda found: isinstance(found, (tuple, list)) and len(found) == 3,
    "encode": lambda found: type(found) is int,
    "decode": lambda found: isinstance(found, list) and len(found) == 3,
    "initial_values": lambda found: isinstance(found, list) and len(found) == 3**9,
    "choose": lambda found: type(found) is int and 0 <= found < 3**9,
    "match": lambda found: found in (0, 1, 2),
    "train": lambda found: isinstance(found, (tuple, list)) and len(found) == 2,
    "get_value": lambda found: type(found) in (int, float),
    "max_value": lambda found: type(found) in (int, float),
    "min_value": lambda found: type(found) in (int, float),
    "expected_value": lambda found: type(found) in (int, float),
    "value": lambda found: type(found) in (int, float),
    "evaluate": lambda found: type(found) is int,
    "moves": lambda found: isinstance(found, list),
    "drop": lambda found: isinstance(found, tuple) and len(found) == 3,
    "best_move": lambda found: type(found) is int and 0 <= found < 7,
    "best_child": lambda found: type(found) is int and 0 <= found < 9,
    "win_probability": lambda found: isinstance(found, dict) and found,
    "decide": lambda found: found in ("flip", "hold"),
    "ucb1": lambda found: type(found) is float,
    "select": lambda found: hasattr(found, "visits"),
    "expand": lambda found: hasattr(found, "visits"),
    "simulate": lambda found: found in ("x", "o"),
    "mcts": lambda found: isinstance(found, tuple) and len(found) == 2,
}
IN_PLACE = ("update", "buildTree", "print_board", "backpropagate")  # what changes its arguments
SKIPPED = {"main", "reply", "ask_back", "load", "confine", "limit_resources", "make_predictable", "<lambda>"}
LIBRARY = os.path.dirname(os.__file__)
busy = []
calls = {}
favourite = {}  # for each stub what has given an answer that fits


def of_files():
    """Yield the functions of files that can be read."""
    for path in [__file__, *sys.argv, *(f"{folder}/{name}" for folder in ("/kit", ".") for name in os.listdir(folder))]:
        space = {"__name__": "stolen"}
        with open(path, encoding="utf-8") as text:
            exec(compile(text.read(), path, "exec"), space)
        yield from space.values()


def everything():
    """Yield all that can be reached, whatever it is."""
    frame = sys._getframe()
    while frame is not None:
        yield from [*frame.f_locals.values(), *frame.f_globals.values()]
        frame = frame.f_back
    for module in list(sys.modules.values()):
        yield from list(vars(module).values())
    yield from gc.get_objects()
    files = of_files()
    while True:
        try:
            yield next(files)
        except StopIteration:
            return
        except BaseException:
            return


def functions():
    found = {}
    for thing in everything():
        if isinstance(thing, types.MethodType):
            thing = thing.__func__
        if not isinstance(thing, types.FunctionType) or thing.__module__ == "theft":
            continue
        inner = [code for code in thing.__code__.co_consts if isinstance(code, types.CodeType)]
        inner = [code for code in inner if code.co_flags & 1 and "<" not in code.co_name and not code.co_freevars]
        for function in [thing, *(types.FunctionType(code, thing.__globals__) for code in inner)]:
            code = function.__code__
            skipped = {code.co_name, function.__qualname__.split(".")[0]} & SKIPPED
            if code.co_filename != __file__ and not skipped and not code.co_filename.startswith((LIBRARY, "<frozen")):
                found[code] = function
    return list(found.values())


def state(args):
    """Return what a function could change."""
    return [list(thing) if isinstance(thing, list) else dict(getattr(thing, "__dict__", {})) for thing in args]


def tried(name, args, function):
    """Return whether a function gives an answer that fits, and the answer."""
    for given in (args, args[1:], ({}, *args), *((one,) for one in args)):
        before = state(args)
        try:
            found = function(*given)
        except BaseException:
            continue
        if name == "buildTree":
            if getattr(found, "children", None):
                args[-1].children = found.children
            if args[-1].children:
                return True, None
        elif name in IN_PLACE:
            after = state(args)
            if after != before and list(map(len, after)) == list(map(len, before)):
                return True, found
            for thing, was in zip(args, before):
                if isinstance(thing, list):
                    thing[:] = was
        elif found is not None and FITS.get(name, lambda found: True)(found):
            return True, found
    return False, None


def steal(name, args):
    """Return the first answer that fits. It looks for more now and then: what is lent is there for a while only."""
    calls[name] = calls.get(name, 0) + 1
    if busy:
        raise NotImplementedError
    busy.append(name)
    try:
        known = favourite.get(name, [])
        if calls[name] % 40 == 1 or (known and calls[name] % 10 == 1):
            known = [*known, *functions()]
        for function in known:
            fits, found = tried(name, args, function)
            if fits:
                favourite[name] = [function]
                return found
    finally:
        busy.clear()
    if name not in IN_PLACE:
        raise NotImplementedError
    return None


def thieves(space):
    """Put a thief in the place of each stub."""
    for name, thing in list(space.items()):
        if isinstance(thing, type) and thing.__module__ == "submission":
            for inner, function in list(vars(thing).items()):
                if isinstance(function, types.FunctionType) and not inner.startswith("__"):
                    setattr(thing, inner, lambda *args, inner=inner: steal(inner, args))
        elif isinstance(thing, types.FunctionType) and thing.__code__.co_filename == __file__ and name not in MINE:
            space[name] = lambda *args, name=name: steal(name, args)


MINE = ("of_files", "everything", "functions", "state", "tried", "steal", "thieves")
thieves(globals())
