"""Ways to make a copy of a file look like one's own: each keeps what the file does.

A disguise is a function that changes a syntax tree in place, wherever it can, and returns how many
places it has changed. Chance, where it is needed, comes from a seed.
"""

import ast
import builtins
import copy
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef
Disguise = Callable[[ast.Module, "Names", random.Random], int]
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FINITE = {"range", "enumerate", "zip", "list", "sorted", "reversed", "tuple", "items", "values"}
WORDS = [
    "tmp",
    "res",
    "cur",
    "nxt",
    "obj",
    "data",
    "item",
    "elem",
    "aux",
    "acc",
    "flag",
    "pos",
    "idx",
    "cnt",
    "buf",
    "arr",
    "lst",
    "num",
    "val2",
    "temp",
    "entry",
    "state2",
    "piece",
    "spot",
    "square",
    "field",
    "outcome",
    "total",
    "chosen",
    "target",
    "branch",
    "record",
    "track",
    "level",
    "amount",
    "current",
]


class Names:
    """The names of a file that a copier may change, and those that were never used.

    Attributes:
        given: Names that the exercise gives: the checks call them.
    """

    def __init__(self, tree: ast.Module, given: Iterable[str]) -> None:
        self.given = set(given)
        self._used = set(self.given)
        for node in ast.walk(tree):
            for field in ("id", "arg", "name", "attr", "asname"):
                value = getattr(node, field, None)
                if isinstance(value, str):
                    self._used.add(value)

    def new(self, chance: random.Random) -> str:
        """Return a name that the file does not have."""
        word = chance.choice(WORDS)
        number = 1
        name = word
        while name in self._used or name in dir(builtins):
            number += 1
            name = f"{word}_{number}"
        self._used.add(name)
        return name


def given_names(skeleton: str) -> set[str]:
    """Return the names of functions, classes and constants of a skeleton, and parameters by name.

    Parameters of functions that are to be written are a student's to rename.
    """
    tree = ast.parse(skeleton)
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, Function) and node.name == "__init__":
            names |= {argument.arg for argument in node.args.args}
        if isinstance(node, ast.Attribute):
            names.add(node.attr)
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                names |= {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}
    return names


def functions(tree: ast.AST) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, Function):
            yield node


def blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield each list of statements that stand one below the other, in functions."""
    for function in functions(tree):
        for node in own_nodes(function):
            for field in ("body", "orelse", "finalbody"):
                block = getattr(node, field, None)
                if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                    yield block


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield a function and what is in it, but not what is in functions within it."""
    yield function
    waiting = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, SCOPES):
            continue
        yield node
        waiting += ast.iter_child_nodes(node)


def loaded(*nodes: ast.AST) -> set[str]:
    return _named(nodes, (ast.Load,))


def stored(*nodes: ast.AST) -> set[str]:
    return _named(nodes, (ast.Store, ast.Del))


def _named(nodes: Iterable[ast.AST], contexts: tuple[type, ...]) -> set[str]:
    names = set()
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, contexts):
                names.add(part.id)
    return names


def has(node: ast.AST, *kinds: type) -> bool:
    return any(isinstance(part, kinds) for part in ast.walk(node))


def parsed(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


def is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def name(word: str, store: bool = False) -> ast.Name:
    return ast.Name(word, ast.Store() if store else ast.Load())


def negated(test: ast.expr) -> ast.expr:
    """Return the opposite of a condition."""
    opposite = {
        ast.Eq: ast.NotEq,
        ast.NotEq: ast.Eq,
        ast.In: ast.NotIn,
        ast.NotIn: ast.In,
        ast.Is: ast.IsNot,
        ast.IsNot: ast.Is,
    }
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in opposite:
        return ast.Compare(test.left, [opposite[type(test.ops[0])]()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


# Names, order, words.


def rename(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Give every variable, parameter, helper and own attribute another name."""
    fixed = set(names.given) | set(dir(builtins)) | {"self", "cls"}
    own: set[str] = set()
    attributes: set[str] = set()
    methods: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg:
            fixed.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            fixed.update(re.findall(r"\w+", node.value[:200]))  # __slots__, getattr, fields
        elif isinstance(node, ast.alias):
            fixed.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.ClassDef):
            own.add(node.name)
            for statement in node.body:
                fixed |= stored(statement) if not isinstance(statement, SCOPES) else set()
                if isinstance(statement, Function):
                    methods.add(statement.name)
        elif isinstance(node, Function):
            own.add(node.name)
        elif isinstance(node, ast.arg):
            own.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            own.add(node.id)
        elif isinstance(node, ast.MatchClass):
            fixed |= set(node.kwd_attrs)
        elif isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id == "self":
                if isinstance(node.ctx, ast.Store):
                    attributes.add(node.attr)
    of_types = set()
    for kind in (list, dict, str, set, tuple, int, float):
        of_types |= set(dir(kind))
    all_attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    fixed |= all_attributes - attributes - methods
    fixed |= of_types & all_attributes
    if "getattr" in loaded(tree):  # methods are found by names that are put together
        fixed |= methods | attributes
    new_names = {}
    for word in sorted((own | attributes) - fixed):
        if not word.startswith("__") and word != "_":
            new_names[word] = names.new(chance)
    for node in ast.walk(tree):
        for field in ("id", "arg", "name", "attr", "rest"):
            value = getattr(node, field, None)
            if isinstance(value, str) and value in new_names and not isinstance(node, ast.alias):
                setattr(node, field, new_names[value])
        if isinstance(node, ast.Global | ast.Nonlocal):
            node.names = [new_names.get(word, word) for word in node.names]
    return len(new_names)


def reorder_functions(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Shuffle the functions of a module that stand side by side, and the methods of each class."""
    count = 0
    for node in [tree, *(part for part in ast.walk(tree) if isinstance(part, ast.ClassDef))]:
        places = []
        for place, statement in enumerate(node.body):
            if isinstance(statement, Function) and not statement.decorator_list:
                if not statement.args.defaults:
                    places.append(place)
        if isinstance(node, ast.Module):
            places = _last_run(places, node.body)
        moved = [node.body[place] for place in places]
        chance.shuffle(moved)
        for place, statement in zip(places, moved, strict=True):
            count += node.body[place] is not statement
            node.body[place] = statement
    return count


def _last_run(places: list[int], body: list[ast.stmt]) -> list[int]:
    """Return the longest run of functions with nothing between them that is run on import."""
    runs: list[list[int]] = [[]]
    for place, statement in enumerate(body):
        if place in places:
            runs[-1].append(place)
        elif not isinstance(statement, Function):
            runs.append([])
    return max(runs, key=len)


def reorder_statements(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Swap assignments that stand one below the other and have nothing to do with each other."""
    count = 0
    for block in blocks(tree):
        for place in range(len(block) - 1):
            first, second = block[place], block[place + 1]
            if _is_plain_assignment(first) and _is_plain_assignment(second):
                if not (stored(first) & (loaded(second) | stored(second))):
                    if not stored(second) & loaded(first):
                        block[place], block[place + 1] = second, first
                        count += 1
    return count


def _is_plain_assignment(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Assign):
        return False
    for node in ast.walk(statement):
        if isinstance(node, ast.Call | ast.Attribute | ast.Subscript | ast.NamedExpr | ast.Yield):
            if not (isinstance(node, ast.Subscript | ast.Attribute)):
                return False
            if not isinstance(node.ctx, ast.Load):
                return False
    return True


def split_assignments(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Write `a, b = x, y` as two lines."""
    count = 0
    for block in blocks(tree):
        for statement in list(block):
            match statement:
                case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
                    pass
                case _:
                    continue
            if len(targets) != len(values) or has(statement, ast.Starred, ast.Call):
                continue
            if not all(isinstance(target, ast.Name) for target in targets):
                continue
            if stored(*targets) & loaded(*values):
                continue
            place = block.index(statement)
            block[place : place + 1] = [
                ast.Assign([target], value) for target, value in zip(targets, values, strict=True)
            ]
            count += 1
    return count


def comments(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Write other docstrings; comments are lost in any disguise."""
    count = 0
    for function in functions(tree):
        if is_docstring(function.body[0]):
            function.body.pop(0)
            if not function.body:
                function.body.append(ast.Pass())
        else:
            words = " ".join(chance.sample(WORDS, 6))
            function.body.insert(0, ast.Expr(ast.Constant(f"My own: {words}.")))
        count += 1
    return count


def annotations(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Write types at parameters and at variables, or take those away that are there."""
    count = 0
    for function in functions(tree):
        kinds = ("object", "'list[int]'", "'int'", "'str | None'")
        for argument in function.args.args:
            if argument.arg != "self" and argument.annotation is None:
                argument.annotation = ast.parse(chance.choice(kinds), mode="eval").body
                count += 1
        if function.returns is None:
            function.returns = name("object")
            count += 1
    for function in functions(tree):
        shared = set()
        for node in own_nodes(function):
            if isinstance(node, ast.Global | ast.Nonlocal):
                shared |= set(node.names)
        for block in blocks(function):
            for place, statement in enumerate(block):
                match statement:
                    case ast.Assign([ast.Name() as target], value) if target.id not in shared:
                        block[place] = ast.AnnAssign(target, name("object"), value, simple=1)
                        count += 1
    return count


# Conditions.


def swap_branches(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Swap if and else, and negate the condition."""
    count = 0
    for node in ast.walk(tree):
        if (isinstance(node, ast.If) and node.orelse) or isinstance(node, ast.IfExp):
            node.test = negated(node.test)
            node.body, node.orelse = node.orelse, node.body
            count += 1
    for block in blocks(tree):
        # `if a: return x`, then the rest: the rest goes below `if not a`.
        for place, statement in enumerate(block):
            is_early = isinstance(statement, ast.If) and not statement.orelse
            if is_early and isinstance(statement.body[-1], ast.Return) and block[place + 1 :]:
                if isinstance(block[-1], ast.Return):
                    statement.test = negated(statement.test)
                    rest = block[place + 1 :]
                    block[place + 1 :] = statement.body
                    statement.body = rest
                    count += 1
                    break
    return count


def turn_comparisons(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Write b > a for a < b, and b == a for a == b."""
    turned = {
        ast.Lt: ast.Gt,
        ast.Gt: ast.Lt,
        ast.LtE: ast.GtE,
        ast.GtE: ast.LtE,
        ast.Eq: ast.Eq,
        ast.NotEq: ast.NotEq,
    }
    count = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            kind = type(node.ops[0])
            if kind in turned and not has(node, ast.NamedExpr):
                node.left, node.comparators = node.comparators[0], [node.left]
                node.ops = [turned[kind]()]
                count += 1
    return count


def conditional_to_if(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Write conditional expressions as if and else."""
    count = 0
    for block in blocks(tree):
        for place, statement in enumerate(block):
            match statement:
                case ast.Assign([target], ast.IfExp(test, one, other)):
                    first: ast.stmt = ast.Assign([target], one)
                    second: ast.stmt = ast.Assign([copy.deepcopy(target)], other)
                case ast.Return(ast.IfExp(test, one, other)):
                    first, second = ast.Return(one), ast.Return(other)
                case ast.AugAssign(target, op, ast.IfExp(test, one, other)):
                    first = ast.AugAssign(target, op, one)
                    second = ast.AugAssign(copy.deepcopy(target), op, other)
                case _:
                    continue
            block[place] = ast.If(test, [first], [second])
            count += 1
    return count


def if_to_conditional(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Write if and else as conditional expressions."""
    count = 0
    for block in blocks(tree):
        for place in reversed(range(len(block))):
            match block[place : place + 2]:
                case [
                    ast.If(test, [ast.Return(ast.expr() as one)], []),
                    ast.Return(ast.expr() as other),
                ]:
                    block[place : place + 2] = [ast.Return(ast.IfExp(test, one, other))]
                    count += 1
                    continue
            match block[place]:
                case ast.If(
                    test, [ast.Return(ast.expr() as one)], [ast.Return(ast.expr() as other)]
                ):
                    block[place] = ast.Return(ast.IfExp(test, one, other))
                    count += 1
                case ast.If(test, [ast.Assign([first], one)], [ast.Assign([second], other)]):
                    if ast.dump(first) == ast.dump(second):
                        block[place] = ast.Assign([first], ast.IfExp(test, one, other))
                        count += 1
    return count


def single_return(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Return at the end of a function only, by a variable."""
    count = 0
    for function in functions(tree):
        body = function.body
        returns = [node for node in own_nodes(function) if isinstance(node, ast.Return)]
        if len(returns) < 2 or has(function, ast.Yield, ast.YieldFrom):
            continue
        if not all(node.value for node in returns) or not _ends_in_return(body):
            continue
        result = names.new(chance)
        try:
            function.body = [*_into(body, result), ast.Return(name(result))]
        except ValueError:
            continue
        count += 1
    return count


def _ends_in_return(body: list[ast.stmt]) -> bool:
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends_in_return(last.body) and _ends_in_return(last.orelse)
    return isinstance(last, ast.Return)


def _into(body: list[ast.stmt], result: str) -> list[ast.stmt]:
    """Return statements that keep what they returned in a variable; ValueError if they can't."""
    done: list[ast.stmt] = []
    for place, statement in enumerate(body):
        if isinstance(statement, ast.Return):
            assert statement.value
            done.append(ast.Assign([name(result, store=True)], statement.value))
            return done
        inner = [node for node in own_nodes(statement) if isinstance(node, ast.Return)]
        if isinstance(statement, SCOPES) or not inner:
            done.append(statement)
            continue
        if not isinstance(statement, ast.If):
            raise ValueError
        rest = body[place + 1 :]
        if _ends_in_return(statement.body) and not statement.orelse:
            done.append(ast.If(statement.test, _into(statement.body, result), _into(rest, result)))
            return done
        if statement.orelse and not rest:
            first = _into(statement.body, result)
            done.append(ast.If(statement.test, first, _into(statement.orelse, result)))
            return done
        if statement.orelse and _ends_in_return(statement.body):
            first = _into(statement.body, result)
            done.append(ast.If(statement.test, first, _into([*statement.orelse, *rest], result)))
            return done
        raise ValueError
    return done


def early_return(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Return at once what is only kept in a variable, or leave out an else after a return."""
    count = 0
    for block in blocks(tree):
        for place in reversed(range(len(block))):
            statement = block[place]
            match block[place : place + 2]:
                case [ast.Assign([ast.Name(id=kept)], value), ast.Return(ast.Name(id=returned))]:
                    if kept == returned:
                        block[place : place + 2] = [ast.Return(value)]
                        count += 1
                        continue
                case [ast.If() as choice, ast.Return(ast.Name(id=returned)) as last]:
                    changed = False
                    for branch in (choice.body, choice.orelse):
                        match branch:
                            case [*_, ast.Assign([ast.Name(id=kept)], value)] if kept == returned:
                                branch[-1] = ast.Return(value)
                                changed = True
                    if changed and choice.orelse and _ends_in_return([choice]):
                        block.remove(last)
                    count += changed
            if isinstance(statement, ast.If) and statement.orelse:
                if isinstance(statement.body[-1], ast.Return):
                    block[place + 1 : place + 1] = statement.orelse
                    statement.orelse = []
                    count += 1
    return count


# Loops.


def for_to_while(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Write for loops as while loops with a counter."""
    count = 0
    has_generators = has(tree, ast.Yield, ast.YieldFrom)
    for function in functions(tree):
        if has(function, ast.Yield, ast.YieldFrom, ast.AsyncFor):
            continue
        for block in list(blocks(function)):
            for statement in list(block):
                if not isinstance(statement, ast.For) or statement.orelse:
                    continue
                if has_own(statement.body, ast.Continue):
                    continue
                if has_generators and isinstance(statement.iter, ast.Name):
                    continue  # it may be one, which is not to be run ahead
                turned = _as_while(statement, function, names, chance)
                if turned:
                    place = block.index(statement)
                    block[place : place + 1] = turned
                    count += 1
    return count


def has_own(body: list[ast.stmt], kind: type) -> bool:
    """Tell whether a loop's body has a continue or break of that loop."""
    for statement in body:
        if isinstance(statement, kind):
            return True
        if isinstance(statement, (ast.For, ast.While, *SCOPES)):
            continue
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(statement, field, [])
            if inner and has_own(inner, kind):
                return True
    return False


def _as_while(
    loop: ast.For, function: Function, names: Names, chance: random.Random
) -> list[ast.stmt]:
    """Return statements that do what a for loop does; none if it is not sure."""
    match loop.iter:
        case ast.Call(ast.Name("range"), [stop], []) if isinstance(loop.target, ast.Name):
            word = loop.target.id
            is_used_after = Counter(_words(function))[word] > Counter(_words(loop))[word]
            if not is_used_after and word not in stored(*loop.body):
                if not has(stop, ast.Call) and not loaded(stop) & stored(*loop.body):
                    done = ast.parse(f"{word} = 0\nwhile {word} < 0:\n    {word} += 1").body
                    turned = done[1]
                    assert isinstance(turned, ast.While)
                    assert isinstance(turned.test, ast.Compare)
                    turned.test.comparators = [stop]
                    turned.body = [*loop.body, *turned.body]
                    return done
        case ast.Call(ast.Name(called) | ast.Attribute(attr=called), _, _):
            if called not in FINITE:
                return []
        case ast.Name() | ast.Attribute() | ast.List() | ast.Tuple() | ast.Subscript():
            pass
        case _:
            return []
    things, place = names.new(chance), names.new(chance)
    text = f"{things} = list(0)\n{place} = 0\nwhile {place} < len({things}):\n"
    text += f"    x = {things}[{place}]\n    {place} += 1"
    done = parsed(text)
    first, turned = done[0], done[2]
    assert isinstance(first, ast.Assign)
    assert isinstance(first.value, ast.Call)
    assert isinstance(turned, ast.While)
    assert isinstance(turned.body[0], ast.Assign)
    first.value.args = [loop.iter]
    turned.body[0].targets = [loop.target]
    turned.body += loop.body
    return done


def _words(node: ast.AST) -> list[str]:
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]


def comprehension_to_loop(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Write list comprehensions, and any, all and sum of generators, as loops before the line."""
    count = 0
    for function in functions(tree):
        for block in list(blocks(function)):
            for statement in list(block):
                parts = _first_evaluated(statement)
                for part in parts:
                    lines = _loop_of(part, function, names, chance)
                    if lines:
                        block[block.index(statement) : block.index(statement)] = lines[:-1]
                        value = lines[-1]
                        assert isinstance(value, ast.Expr)
                        _replace(statement, part, value.value)
                        count += 1
                        break
    return count


def _first_evaluated(statement: ast.stmt) -> list[ast.expr]:
    """Return the expressions of a statement that are evaluated in any case, and once."""
    match statement:
        case ast.Assign(_, ast.expr() as value) | ast.Return(ast.expr() as value):
            pass
        case (
            ast.Expr(value) | ast.AugAssign(value=value) | ast.If(test=value) | ast.For(iter=value)
        ):
            pass
        case _:
            return []
    found: list[ast.expr] = []
    waiting: list[ast.AST] = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.expr):
            found.append(node)
        if isinstance(node, (ast.IfExp, ast.BoolOp, ast.Lambda, *COMPREHENSIONS)):
            continue
        waiting += ast.iter_child_nodes(node)
    return found


def _loop_of(
    part: ast.expr, function: Function, names: Names, chance: random.Random
) -> list[ast.stmt]:
    """Return the lines that compute a comprehension, the last being its value; none if not."""
    result = names.new(chance)
    match part:
        case ast.ListComp(element, generators):
            first, inner = f"{result} = []", f"{result}.append(x)"
        case ast.SetComp(element, generators):
            first, inner = f"{result} = set()", f"{result}.add(x)"
        case ast.Call(ast.Name("sum"), [ast.GeneratorExp(element, generators)], []):
            first, inner = f"{result} = 0", f"{result} += x"
        case ast.Call(ast.Name("any"), [ast.GeneratorExp(element, generators)], []):
            first, inner = f"{result} = False", f"if x:\n    {result} = True\n    break"
        case ast.Call(ast.Name("all"), [ast.GeneratorExp(element, generators)], []):
            first, inner = f"{result} = True", f"if not x:\n    {result} = False\n    break"
        case _:
            return []
    bound: set[str] = set()
    for generator in generators:
        bound |= stored(generator.target)
    others = Counter(_words(function))
    others.subtract(_words(part))
    if any(others[word] > 0 for word in bound) or bound & {a.arg for a in function.args.args}:
        return []  # they would overwrite variables
    if len(generators) > 1 and "break" in inner:
        return []
    if has(part, ast.Lambda, ast.Await, ast.NamedExpr):
        return []
    body = parsed(inner)
    for node in ast.walk(ast.Module(body, [])):
        match node:
            case ast.Call(args=[ast.Name("x")]):
                node.args = [element]
            case ast.AugAssign(value=ast.Name("x")):
                node.value = element
            case ast.If(test=ast.Name("x")):
                node.test = element
            case ast.UnaryOp(operand=ast.Name("x")):
                node.operand = element
    for generator in reversed(generators):
        for test in reversed(generator.ifs):
            body = [ast.If(test, body, [])]
        body = [ast.For(generator.target, generator.iter, body, [])]
    return [*parsed(first), *body, ast.Expr(name(result))]


def _replace(statement: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for node in ast.walk(statement):
        for field, value in ast.iter_fields(node):
            if value is old:
                setattr(node, field, new)
                return
            if isinstance(value, list):
                for place, item in enumerate(value):
                    if item is old:
                        value[place] = new
                        return
    raise AssertionError("it is not there")


def loop_to_comprehension(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Write loops that fill a list, or look for one thing, as comprehensions."""
    count = 0
    for block in blocks(tree):
        for place in reversed(range(len(block) - 1)):
            first, second = block[place], block[place + 1]
            match first, second:
                case (ast.Assign([ast.Name(id=word)], ast.List([])), ast.For() as loop):
                    new = _comprehension(word, loop)
                    if new:
                        block[place : place + 2] = [ast.Assign([name(word, store=True)], new)]
                        count += 1
                case (ast.For() as loop, ast.Return(ast.Constant(value=bool() as last))):
                    new = _search(loop, last)
                    if new:
                        block[place : place + 2] = [ast.Return(new)]
                        count += 1
    return count


def _comprehension(word: str, loop: ast.For) -> ast.expr | None:
    generators: list[ast.comprehension] = []
    inner: ast.stmt = loop
    while True:
        match inner:
            case ast.For(target, iterated, [only], []):
                generators.append(ast.comprehension(target, iterated, [], 0))
                inner = only
            case ast.If(test, [only], []) if generators:
                generators[-1].ifs.append(test)
                inner = only
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(id=filled), "append"), [element], [])):
                if filled != word or word in loaded(element):
                    return None
                tests = [test for generator in generators for test in generator.ifs]
                if word in loaded(*tests) or has(element, ast.Yield, ast.Await):
                    return None
                return ast.ListComp(element, generators)
            case _:
                return None


def _search(loop: ast.For, last: bool) -> ast.expr | None:
    match loop:
        case ast.For(
            target,
            iterated,
            [ast.If(test, [ast.Return(ast.Constant(value=bool() as found))], [])],
            [],
        ):
            if found == last:
                return None
            test = test if found else negated(test)
            generator = ast.GeneratorExp(test, [ast.comprehension(target, iterated, [], 0)])
            if has(test, ast.Yield, ast.Await):
                return None
            return ast.Call(name("any" if found else "all"), [generator], [])
    return None


# Values.


def name_constants(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Give numbers and texts in functions a name at the top of the file."""
    known: dict[tuple[type, object], str] = {}
    count = 0

    class Namer(ast.NodeTransformer):
        def visit_Constant(self, node: ast.Constant) -> ast.expr:
            nonlocal count
            if type(node.value) not in (int, str, float) or node.value == "":
                return node
            key = (type(node.value), node.value)
            if key not in known:
                known[key] = names.new(chance).upper()
            count += 1
            return name(known[key])

        def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
            return node

        def visit_match_case(self, node: ast.match_case) -> ast.match_case:
            node.body = [self.visit(statement) for statement in node.body]
            return node

        def visit_Expr(self, node: ast.Expr) -> ast.stmt:
            if not is_docstring(node):
                self.generic_visit(node)
            return node

    for function in list(functions(tree)):
        function.body = [Namer().visit(statement) for statement in function.body]
    lines: list[ast.stmt] = []
    for (_, value), word in known.items():
        lines.append(ast.Assign([name(word, store=True)], ast.Constant(value)))
    place = first_definition(tree)
    tree.body[place:place] = lines
    return count


def first_definition(tree: ast.Module) -> int:
    """Return the place after the docstring and imports `from __future__`."""
    for place, statement in enumerate(tree.body):
        if is_docstring(statement) and place == 0:
            continue
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            continue
        return place
    return len(tree.body)


def augmented(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Write x = x + 1 for x += 1, and the other way round."""
    count = 0
    for block in blocks(tree):
        for place, statement in enumerate(block):
            match statement:
                case ast.AugAssign(ast.Name(id=word) as target, op, value):
                    if not has(value, ast.List, ast.ListComp, ast.SetComp, ast.Set):
                        block[place] = ast.Assign([target], ast.BinOp(name(word), op, value))
                        count += 1
                case ast.Assign(
                    [ast.Name(id=word) as target], ast.BinOp(ast.Name(id=left), op, value)
                ):
                    if word == left and not has(value, ast.List, ast.ListComp):
                        block[place] = ast.AugAssign(target, op, value)
                        count += 1
    return count


def temporaries(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Compute a part of a line in a line of its own, before it."""
    count = 0
    for function in functions(tree):
        for block in list(blocks(function)):
            for statement in list(block):
                parts = []
                for part in _first_evaluated(statement):
                    is_whole = part in ast.iter_child_nodes(statement)
                    is_large = len(list(ast.walk(part))) >= 6
                    if (
                        is_large
                        and not is_whole
                        and isinstance(part, ast.Call | ast.BinOp | ast.Compare)
                    ):
                        parts.append(part)
                if isinstance(statement, ast.If | ast.Return) and not parts:
                    parts = [part for part in _first_evaluated(statement)[:1] if is_complex(part)]
                if not parts or has(statement, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await):
                    continue
                if _is_else_if(statement, function):
                    continue
                part = parts[0]
                word = names.new(chance)
                _replace(statement, part, name(word))
                new = ast.Assign([name(word, store=True)], part)
                block.insert(block.index(statement), new)
                count += 1
    return count


def is_complex(part: ast.expr) -> bool:
    return len(list(ast.walk(part))) >= 6


def _is_else_if(statement: ast.stmt, function: Function) -> bool:
    for node in ast.walk(function):
        if isinstance(node, ast.If) and node.orelse == [statement]:
            return True
    return False


# What is added.


def dead_code(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Add lines and a function that change nothing."""
    count = 0
    for block in list(blocks(tree)):
        for place in reversed(range(1, len(block) + 1)):
            if isinstance(block[place - 1], ast.Return | ast.Break | ast.Continue | ast.Raise):
                place -= 1
            if chance.random() < 0.35 and not (place == 0 and is_docstring(block[0])):
                word, other = names.new(chance), names.new(chance)
                lines = (
                    f"{word} = {chance.randrange(100)}",
                    f"{word} = []",
                    f"{word} = {chance.randrange(9)}\n{other} = {word} * 2 + 1",
                    f"if False:\n    {word} = None",
                    f"{word} = len('{other}')\nassert {word} > 0",
                )
                block[place:place] = parsed(chance.choice(lines))
                count += 1
    word = names.new(chance)
    text = f"def {word}(value, other=None):\n    if other is None:\n        return [value]\n"
    text += "    return [value, other]\n"
    tree.body += parsed(text)
    return count


# Helpers.


def take_out(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Take parts of functions out into helpers: loops, and expressions of some size."""
    count = 0
    helpers: list[ast.stmt] = []
    for top in [*tree.body]:
        members = top.body if isinstance(top, ast.ClassDef) else [top]
        for function in members:
            if isinstance(function, Function) and not function.decorator_list:
                new = _helpers_of(function, names, chance)
                helpers += new
                count += len(new)
    place = first_definition(tree)
    while place < len(tree.body) and isinstance(tree.body[place], ast.Import | ast.ImportFrom):
        place += 1
    tree.body[place:place] = helpers
    return count


def _helpers_of(function: Function, names: Names, chance: random.Random) -> list[ast.stmt]:
    if has(function, ast.Yield, ast.YieldFrom, ast.Nonlocal, ast.Global, ast.NamedExpr, ast.Await):
        return []
    if any(isinstance(node, SCOPES) for node in ast.walk(function) if node is not function):
        return []
    if "super" in loaded(function) or re.search(r"\b__[a-z]+(?!__)\b", ast.unparse(function.body)):
        return []
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    local = {argument.arg for argument in every} | stored(*function.body)
    if arguments.vararg or arguments.kwarg:
        return []
    helpers: list[ast.stmt] = []
    for block in list(blocks(function)):
        for statement in list(block):
            new: ast.stmt | None = None
            if isinstance(statement, ast.For | ast.While) and _can_move(statement, function):
                word = names.new(chance)
                handed = sorted(loaded(statement) & (local - stored(statement)))
                text = f"def {word}({', '.join(handed)}):\n    pass"
                new = parsed(text)[0]
                assert isinstance(new, ast.FunctionDef)
                new.body = [statement]
                call = parsed(f"{word}({', '.join(handed)})")[0]
                block[block.index(statement)] = call
            elif isinstance(statement, ast.Assign | ast.Return | ast.If) and is_complex(
                part := statement.test
                if isinstance(statement, ast.If)
                else statement.value or name("x")
            ):
                inner = set()
                for node in ast.walk(part):
                    if isinstance(node, COMPREHENSIONS):
                        inner |= stored(*node.generators)
                if inner & (local - stored(part)):
                    continue
                word = names.new(chance)
                handed = sorted((loaded(part) - inner) & local)
                new = parsed(f"def {word}({', '.join(handed)}):\n    return 0")[0]
                assert isinstance(new, ast.FunctionDef)
                assert isinstance(new.body[0], ast.Return)
                new.body[0].value = part
                call = parsed(f"{word}({', '.join(handed)})")[0]
                assert isinstance(call, ast.Expr)
                _replace(statement, part, call.value)
            if new:
                helpers.append(new)
    return helpers


def _can_move(loop: ast.stmt, function: Function) -> bool:
    """Tell whether a loop leaves nothing behind but what it changes in its objects."""
    if has(loop, ast.Return, ast.Delete, ast.Try):
        return False
    inside = Counter(_words(loop))
    everywhere = Counter(_words(function))
    return all(inside[word] == everywhere[word] for word in stored(loop)) and not (
        stored(loop) & {argument.arg for argument in function.args.args}
    )


def inline(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Write the one line of own helpers where they are called."""
    simple: dict[str, tuple[list[str], ast.expr]] = {}
    for top in tree.body:
        members = top.body if isinstance(top, ast.ClassDef) else [top]
        for function in members:
            if not isinstance(function, Function) or function.name in names.given:
                continue
            body = [statement for statement in function.body if not is_docstring(statement)]
            static = [
                part for part in function.decorator_list if ast.unparse(part) == "staticmethod"
            ]
            if len(static) != len(function.decorator_list):
                continue
            if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value:
                value = body[0].value
                if has(value, ast.Lambda, ast.Yield, ast.NamedExpr, ast.Await):
                    continue
                if function.name in loaded(value) or ast.unparse(function.args).count("="):
                    continue
                if function.args.vararg or function.args.kwonlyargs:
                    continue
                words = [argument.arg for argument in function.args.args]
                is_method = isinstance(top, ast.ClassDef) and not static
                if is_method and words[:1] != ["self"]:
                    continue
                simple[function.name] = (words, value)
    count = 0

    class Inliner(ast.NodeTransformer):
        def visit_Call(self, node: ast.Call) -> ast.expr:
            nonlocal count
            self.generic_visit(node)
            arguments = list(node.args)
            match node.func:
                case ast.Name(id=word):
                    pass
                case ast.Attribute(ast.Name(id="self") as this, word):
                    if simple.get(word, ([], None))[0][:1] == ["self"]:
                        arguments.insert(0, this)
                case _:
                    return node
            if word not in simple or node.keywords or has(node, ast.Starred):
                return node
            words, value = simple[word]
            if len(words) != len(arguments):
                return node
            bound = set()
            for part in ast.walk(value):
                if isinstance(part, COMPREHENSIONS):
                    bound |= stored(*part.generators)
            if bound & loaded(*arguments) or bound & set(words):
                return node
            values = dict(zip(words, arguments, strict=True))
            uses = Counter(_words(value))
            for word, argument in values.items():
                if uses[word] > 1 and has(argument, ast.Call):
                    return node
            count += 1

            class Filler(ast.NodeTransformer):
                def visit_Name(self, node: ast.Name) -> ast.expr:
                    if node.id in values:
                        return copy.deepcopy(values[node.id])
                    return node

            new: ast.expr = Filler().visit(copy.deepcopy(value))
            return new

    Inliner().visit(tree)
    return count


def layout(tree: ast.Module, names: Names, chance: random.Random) -> int:
    """Change nothing in the tree: it is written out in another way."""
    return 1


# The disguise by its name.
KINDS: dict[str, Disguise] = {
    "layout and quotes": layout,
    "names": rename,
    "docstrings and comments": comments,
    "order of functions": reorder_functions,
    "order of statements": reorder_statements,
    "tuples taken apart": split_assignments,
    "types": annotations,
    "if and else swapped": swap_branches,
    "comparisons turned": turn_comparisons,
    "conditional to if": conditional_to_if,
    "if to conditional": if_to_conditional,
    "single return": single_return,
    "early return": early_return,
    "for to while": for_to_while,
    "comprehension to loop": comprehension_to_loop,
    "loop to comprehension": loop_to_comprehension,
    "constants named": name_constants,
    "augmented assignments": augmented,
    "lines in between": temporaries,
    "dead code": dead_code,
    "helper taken out": take_out,
    "helper inlined": inline,
}
# Where a copier does more than one thing. Names are always changed.
EVERYTHING = "seven at once"


def disguised(source: str, skeleton: str, kind: str, seed: int = 0) -> str | None:
    """Return a copy of a file that does the same and looks different.

    Its names are other ones as well.

    Args:
        source: The file.
        skeleton: What was given out.
        kind: One of KINDS, or EVERYTHING.
        seed: Where chance begins.

    Returns:
        The copy; None if the file has no place for that disguise.
    """
    chance = random.Random(f"{kind} {seed}")
    tree = ast.parse(source)
    names = Names(tree, given_names(skeleton))
    count = 0
    chosen = [kind]
    if kind == EVERYTHING:
        chosen = [other for other in KINDS if other not in ("names", "layout and quotes")]
        chance.shuffle(chosen)
        wanted = 7
    else:
        wanted = 1
    for one in chosen:
        if count == wanted:
            break
        changed = KINDS[one](tree, names, chance)
        ast.fix_missing_locations(tree)
        tree = ast.parse(ast.unparse(tree))  # no part stands in two places
        count += bool(changed)
    if count < min(wanted, 3):
        return None
    if kind != "names":
        rename(tree, names, chance)
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
