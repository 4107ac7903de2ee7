"""Gives methods and attributes of classes short names, one for as many as can never stand at the same object.

A controller keeps each name once, for ever. What only classes of the program have, and only the program asks for, may
be called otherwise; and since no object is of both classes, `Wall.undo` and `Panel.press` may both be `_c`:

    class Wall:                            in the sources becomes
        def undo(self): ...                    def _c(self): ...
    wall.undo()                            wall._c()              in all modules

Lines stay what they are. These names stay:

- what something else may have than objects of such a class: names of modules and of what is theirs, what is imported,
  an attribute of what Python or MicroPython have (FOREIGN, or asked of their modules), or that is set at an object by
  others than its class,
- what is there anyway, or may be asked for in another way: whole texts, names of arguments at a call, words of programs
  outside, what is looked for where it may be lacking (`except AttributeError`),
- what means something in the body of a class, too; and classes, which tracebacks show.

Two names of a class, or of what it is made of, stay two. A class that answers whatever it is asked for (`__getattr__`)
is taken to be one with all classes that its module names, and with the modules that it may have.
"""

import ast
import builtins
import io
import keyword
import re
import tokenize
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from mjtable.seldom import MARK
from mjtable.shorten import Module, looked_at, short_names, words

# What objects have that are of no class of the program, or what MicroPython asks of those that it is given, beside the
# attributes of Python's own types: disks and files; asyncio; the parts of a controller; modules' classes.
FOREIGN = """
readblocks writeblocks ioctl mount umount open stat statvfs ilistdir chdir getcwd mkdir remove rename rmdir mkfs
read read1 readinto readline readlines write writelines seek tell flush close fileno detach truncate closed buffer raw
name mode encoding errors newlines readable writable seekable isatty getvalue getbuffer
wait set clear is_set cancel cancelled done result exception acquire release locked drain awrite aclose wait_closed
create_task add_done_callback run_until_complete run_forever stop call_exception_handler get_exception_handler
set_exception_handler default_exception_handler get_extra_info readexactly get put get_nowait put_nowait get_name coro
data state ph_key push peek pop s e out_buf wait_io_event queue_read queue_write poller map
register unregister modify poll ipoll
init deinit value on off irq toggle high low drive pull board cpu trigger flags ports duty duty_u16 duty_ns freq width
scan start writeto writevto readfrom readfrom_into readfrom_mem readfrom_mem_into writeto_mem write_readinto
read_u16 read_uv read_timed atten block channel any sendbreak txdone timeout_ms feed datetime now alarm alarm_left
calibration memory callback period counter readbit init_helper shift send recv send_recv source cancel wake_on_ext0
fill fill_rect pixel hline vline line rect ellipse poly text scroll blit n bpp buf pin timing order ORDER
active connect disconnect isconnected status ifconfig ipconfig config stations set_pins
digest hexdigest update decompress compress encrypt decrypt unused_data unconsumed_tail eof needs_input
accept bind listen connect makefile sendto recvfrom settimeout setblocking setsockopt sendall
exec put tx_fifo rx_fifo restart pc transmit receive state_machine add_program remove_program
find set_boot get_next_update mark_app_valid_cancel_rollback info get_blob set_blob get_i32 set_i32 erase_key commit
args errno strerror filename value with_traceback add_note setter getter deleter fget fset fdel
"""
OF_PYTHON: tuple = (object, str, bytes, bytearray, memoryview, int, float, complex, list, tuple, dict, set, frozenset)
OF_PYTHON += (range, slice, property, super, type, type(short_names), type(short_names()), type(re), type("".join))
OF_PYTHON += (io.BytesIO, io.StringIO, deque, OrderedDict, re.Pattern, re.Match)
ASKING = ("getattr", "setattr", "hasattr", "delattr")
EVERYTHING = {"__dict__", "__class__", "__getattribute__", "vars", "dir", "locals"}  # who uses it may ask for anything
Class = tuple[str, int]  # the path of a module, and the line that it begins on


def renamed(sources: dict[str, str], fixed: Collection[str] = (), outside: Collection[str] = ()) -> dict[str, str]:
    """The sources (path -> text) of one program with short names; those of `fixed` are only looked at for what they
    know, as are the texts of `outside`.
    """
    modules, edited = looked_at(sources, fixed)
    if any(EVERYTHING & module.words for module in modules.values()):
        return sources
    outside = [*outside, *(sources[path] for path in sources if path not in edited)]
    new = _Known({path: modules[path] for path in sorted(edited)}, outside).new_names()
    return {path: _text(modules[path], new) if path in edited else text for path, text in sources.items()}


def foreign() -> set[str]:
    """Attributes that something may have that is of no class of the program."""
    errors = [one for one in vars(builtins).values() if isinstance(one, type) and issubclass(one, BaseException)]
    return set(FOREIGN.split()) | {name for one in (*OF_PYTHON, *errors) for name in dir(one)}


class _Class:
    """A class: what it has, and what it is made of."""

    def __init__(self, node: ast.ClassDef):
        self.node = node
        body = list(_scope(node))
        bare = [part for part in body if isinstance(part, ast.Name)]
        methods = [part for part in body if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef))]
        self.read = {part.id for part in bare if not isinstance(part.ctx, ast.Store)}
        self.stays = {part.name for part in body if isinstance(part, ast.ClassDef)} | self.read
        self.has = {part.id for part in bare if isinstance(part.ctx, ast.Store)} | {one.name for one in methods}
        self.has |= {part.name for part in body if isinstance(part, ast.ClassDef)}
        for part in body:
            if isinstance(part, (ast.Import, ast.ImportFrom)):
                self.has |= {alias.asname or alias.name for alias in part.names}
        for method in methods:
            self.has |= set(_of_self(method))
        self.parents: set[Class] = set()


def _scope(node: ast.AST) -> Iterator[ast.stmt | ast.expr]:
    """What the body of a class has itself: not what its methods have, or classes in it."""
    for inner in node.body if isinstance(node, ast.ClassDef) else ast.iter_child_nodes(node):
        if isinstance(inner, (ast.stmt, ast.expr)):
            yield inner
        if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            at_once = [*inner.args.defaults, *inner.args.kw_defaults, *getattr(inner, "decorator_list", ())]
            for part in filter(None, at_once):
                yield part
                yield from _scope(part)
        elif not isinstance(inner, ast.ClassDef):
            yield from _scope(inner)


def _of_self(method: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The attributes that a method sets at its object."""
    for me in [argument.arg for argument in (*method.args.posonlyargs, *method.args.args)][:1]:
        for inner in ast.walk(method):
            if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
                if isinstance(inner.value, ast.Name) and inner.value.id == me:
                    yield inner.attr


class _Known:
    """What the modules of a program know of their classes."""

    def __init__(self, modules: dict[str, Module], outside: Iterable[str]):
        self.modules = modules
        self.stay = words(outside) | foreign()  # names that are not changed
        self.never = foreign() | set(keyword.kwlist) | set(dir(builtins))  # names that nothing is called now
        self.never |= {name for text in outside for name in re.findall(r"(?:\.|\bdef )\s*(\w+)", text)}
        self.pieces: set[str] = set()  # of names that are put together
        self.set: set[str] = set()  # attributes that are set, at whatever
        self.times: Counter[str] = Counter()  # how often an attribute is asked for
        self.classes: dict[Class, _Class] = {}
        self.by_name: dict[str, set[Class]] = defaultdict(set)
        self.of_modules: set[str] = set()
        for module in modules.values():
            self._find(module)
        self.members = {name for one in self.classes.values() for name in one.has}
        for module in modules.values():
            self._look(module)
        for (path, _), one in self.classes.items():
            self._base(modules[path], one)

    def _find(self, module: Module) -> None:
        """The classes of a module, and its own names."""
        for node in module.nodes:
            if isinstance(node, ast.ClassDef):
                self.classes[module.path, node.lineno] = one = _Class(node)
                self.by_name[node.name].add((module.path, node.lineno))
                self.stay |= one.stays
        self.of_modules |= _own(module) | set(module.path.removesuffix(".py").split("/"))
        for scope in module.scopes():
            self.of_modules |= {s.get_name() for s in scope.get_symbols() if s.is_declared_global()}

    def _look(self, module: Module) -> None:
        """What a module asks for, and how."""
        self.stay |= module.texts | module.keywords | module.imported | module.set_from_outside
        self.never |= module.set_from_outside
        imported = {here for here in module.bound_once() if here in module.imported}
        others = set(self._of_others(module))
        for node in module.nodes:
            if isinstance(node, ast.Attribute):
                self.times[node.attr] += 1
                self.stay |= {node.attr} if _begin(node) in others else set()
                self.set |= {node.attr} if isinstance(node.ctx, ast.Store) else set()
                at_import = isinstance(node.value, ast.Name) and node.value.id in imported
                if node.attr not in self.members and not at_import:
                    self.never.add(node.attr)
            elif isinstance(node, ast.Try) and any(map(_misses, node.handlers)):
                inner = [part for statement in node.body for part in ast.walk(statement)]
                self.stay |= {part.attr for part in inner if isinstance(part, ast.Attribute)}
            elif isinstance(node, ast.Call):
                self._call(node)

    def _of_others(self, module: Module) -> Iterator[str]:
        """What a module has of such as are not of the program, by what that is called there."""
        own = {path.removesuffix(".py").split("/")[0] for path in self.modules}
        for node in module.nodes:
            if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level):
                for alias in node.names:
                    source = node.module or "" if isinstance(node, ast.ImportFrom) else alias.name
                    if source.split(".")[0] not in own:
                        yield alias.asname or alias.name.split(".")[0]

    def _call(self, node: ast.Call) -> None:
        """Attributes that are asked for by texts, and texts that are made of a longer one."""
        if isinstance(node.func, ast.Name) and node.func.id in ASKING:
            asked = node.args[1]
            if isinstance(asked, ast.Constant):
                self.never.add(str(asked.value))
            elif not isinstance(asked, (ast.Name, ast.Attribute, ast.Subscript)):
                inner = [part.value for part in ast.walk(asked) if isinstance(part, ast.Constant)]
                self.pieces |= words(text for text in inner if isinstance(text, str)) or {""}
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "split":
            if isinstance(node.func.value, ast.Constant):
                self.stay |= words([str(node.func.value.value)])

    def _base(self, module: Module, one: _Class) -> None:
        """What a class is made of, by name: classes of the program, or foreign ones. Where it may be anything else, its
        names stay.
        """
        sure = not one.node.keywords
        for base in one.node.bases:
            name = base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
            found = self.by_name.get(name, set()) | self.by_name.get(module.aliases.get(name, ""), set())
            one.parents |= found
            sure = sure and bool(found or name in dir(builtins) or {name, _begin(base)} & module.imported)
        if not sure:
            self.stay |= one.has
            self.never |= one.has

    # ------------------------------------------------------------ what may be one object

    def _whole(self, place: Class) -> set[Class]:
        """A class and all that it is made of."""
        whole = {place}
        while more := {parent for one in whole for parent in self.classes[one].parents} - whole:
            whole |= more
        return whole

    def together(self) -> Iterator[tuple[set[str], set[str]]]:
        """Names that have to differ since they may stand at one object, and what they must not be called besides."""
        whole = {place: self._whole(place) for place in self.classes}
        for place, ancestors in whole.items():
            yield {name for one in ancestors for name in self.classes[one].has}, self.classes[place].read
        for module in self.modules.values():
            here = [one for place, one in self.classes.items() if place[0] == module.path]
            if any("__getattr__" in one.has for one in here):
                named = {place for name in module.words for place in self.by_name.get(name, ())}
                one_with = {other for ancestors in whole.values() if ancestors & named for other in ancestors}
                yield {name for other in one_with for name in self.classes[other].has}, self._of_asked(module)
            yield set(_seldom(module)), _own(module)  # functions of one part stand beside each other

    def _of_asked(self, module: Module) -> set[str]:
        """The names of the modules that one may have as objects, whatever texts it has them by."""
        if {"modules", "import_module"} & module.words:
            return self.of_modules
        texts = {name for pair in module.imports for name in pair}
        for node in module.nodes:
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "__import__":
                found = self._texts(node.args[0])
                if not found:
                    return self.of_modules
                texts |= {text.rpartition(".")[2] for text in found}
        return {name for other in self.modules.values() if other.stem in texts for name in _own(other)}

    def _texts(self, node: ast.expr) -> set[str]:
        """All that an expression can be: a text, or an attribute that is given texts and never set. Else nothing."""
        if isinstance(node, ast.Constant):
            return {str(node.value)}
        name = getattr(node, "attr", "")
        given = [
            part.value
            for module in self.modules.values()
            for part in module.nodes
            if isinstance(part, ast.Assign) and any(getattr(target, "id", "") == name for target in part.targets)
        ]
        times = sum(module.times_bound[name] for module in self.modules.values())
        plain = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        return set(plain) if len(plain) == times and name not in self.set else set()

    # ------------------------------------------------------------ new names

    def new_names(self) -> dict[str, str]:
        """Old names -> new ones."""
        together = list(self.together())
        at: dict[str, list[int]] = defaultdict(list)  # name -> where it is one of those
        for i, (names, _) in enumerate(together):
            for name in names:
                at[name].append(i)
        mine = {name for name in self.members if self._may(name)}
        used = [(names - mine) | besides for names, besides in together]
        there = {name for module in self.modules.values() for name in _kept(module)} - self.never
        short = self._short(there)
        new: dict[str, str] = {}
        for name in sorted(mine, key=lambda name: (-len(at[name]), -self.times[name], name)):
            taken = set().union(*(used[i] for i in at[name]))
            found = next(one for one in short if one not in taken)
            if found in there or len(found) < len(name):
                new[name] = found
            for i in at[name]:
                used[i].add(new.get(name, name))
        return new

    def _may(self, name: str) -> bool:
        """May a member be called otherwise."""
        if name.startswith("__") or name in self.stay or name in self.of_modules:
            return False
        return not any(piece in name for piece in self.pieces)

    def _short(self, there: set[str]) -> list[str]:
        """Short names, those first that are there anyway, as many as can be needed."""
        most = 2 * len(self.members) + len(self.never | self.of_modules)
        names = [*islice(short_names(), most), *islice(short_names("_"), most)]
        return sorted((name for name in names if name not in self.never), key=lambda name: name not in there)


def _own(module: Module) -> set[str]:
    """The names that a module has."""
    return {s.get_name() for s in module.table.get_symbols() if s.is_assigned() or s.is_imported()}


def _kept(module: Module) -> Iterator[str]:
    """Short names of a module's that are there whatever its classes have: private ones of its own, and parameters."""
    yield from (name for name in _own(module) if name.startswith("_"))
    for scope in module.scopes():
        yield from (s.get_name() for s in scope.get_symbols() if s.is_parameter())


def _begin(node: ast.expr) -> str:
    """The name that something is got from, by dots, calls and indexes."""
    while isinstance(node, (ast.Attribute, ast.Call, ast.Subscript)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _misses(handler: ast.ExceptHandler) -> bool:
    """Does it wait for something that an object lacks."""
    return handler.type is not None and "AttributeError" in ast.unparse(handler.type)


def _seldom(module: Module) -> Iterator[str]:
    """The functions of a module that go into parts (seldom.py)."""
    lines = module.text.split("\n")
    for node in module.nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and MARK.match(lines[node.lineno - 2]):
            yield node.name


# ---------------------------------------------------------------- the text


def _text(module: Module, new: dict[str, str]) -> str:
    """The text of a module with the new names."""
    made = _made(module, new)
    imports = [
        ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
        for node in module.nodes
        if isinstance(node, (ast.Import, ast.ImportFrom))
    ]
    tokens = [token for token in module.tokens if token.type not in (tokenize.NL, tokenize.COMMENT)]
    lines = module.text.split("\n")
    for before, token in reversed(list(zip(tokens, tokens[1:], strict=False))):
        if token.type == tokenize.NAME and token.string in new and (before.string == "." or token.start in made):
            (row, a), (_, b) = token.start, token.end
            if not any(begin <= token.start < end for begin, end in imports):
                lines[row - 1] = lines[row - 1][:a] + new[token.string] + lines[row - 1][b:]
    return "\n".join(lines)


def _made(module: Module, names: Collection[str]) -> set[tuple[int, int]]:
    """Where classes of a module make these names as bare ones: behind `def`, and where something is assigned."""
    inside = [part for node in module.nodes if isinstance(node, ast.ClassDef) for part in _scope(node)]
    made = {(part.lineno, part.col_offset) for part in inside if isinstance(part, ast.Name) and part.id in names}
    methods = [part for part in inside if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef))]
    begin = {(part.lineno, part.col_offset): part.name for part in methods if part.name in names}
    name = ""
    for token in module.tokens:
        name = begin.get(token.start, name)
        if name and token.string == name:
            made.add(token.start)
            name = ""
    return made
