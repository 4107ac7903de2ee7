"""Makes what a controller keeps of the sources smaller, without changing what they do: fewer names, no constants.

MicroPython keeps every name once, for ever, and every name of a module in a table besides. So before a module is
compiled for a controller

- numbers and short texts are put where they are used, in whichever module, and names that nobody asks for any more go,
- the names of its private functions and attributes (`_name`), and of parameters, become short ones that other modules
  use too,
- what it imports for annotations or such numbers only is not imported: the module that it is from need not be loaded.

Nothing else changes: lines stay what they are, so a traceback names the file and the line as they stand in the sources.
All that other modules can know of a module keeps its name; what is not sure to be unknown to others stays as it is.
Keyword arguments, names that are read by a text (getattr) and imported names do.
"""

import ast
import builtins
import io
import keyword
import re
import symtable
import tokenize
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import count, product
from string import ascii_lowercase

from mjtable.imports import source_of

BIGGEST = 1 << 30  # numbers from there on are objects on a 32-bit controller
LONGEST = 10  # characters of a text that mpy-cross keeps as a name
LIBRARY = "engine_core/"  # read as `module.NAME`, too
Place = tuple[tuple[int, int], tuple[int, int]]  # (row, column) of the first and behind the last character
WORD = re.compile(r"[A-Za-z_]\w*")


def shortened(sources: dict[str, str], fixed: Collection[str] = (), outside: Collection[str] = ()) -> dict[str, str]:
    """The sources (path -> text) of one program, shortened; those of `fixed` are only looked at for what they know, and
    what is no Python stays as it is. Numbers that the texts of `outside` have a word of keep their names.
    """
    modules, edited = looked_at(sources, fixed)
    known = Known(modules, edited, words(outside))
    taken = known.words | set(keyword.kwlist) | set(dir(builtins))
    short: dict[str, dict[str, str]] = {path: {} for path in modules}  # private names: old -> new
    for path in sorted(modules):
        if path in edited:
            used = taken | {new for other in known.related[path] for new in short[other].values()}
            free = (name for name in short_names("_") if name not in used)
            short[path] = dict(zip(sorted(known.private(path)), free, strict=False))
    out = dict(sources)
    for path in edited:
        module = modules[path]
        put = known.put(module)
        names = short[path] | module.parameters(known.keywords)
        text = module.edited(put, known.gone(module), names)
        out[path] = without(text, known.unneeded(module, put))
    return out


def looked_at(sources: dict[str, str], fixed: Collection[str]) -> "tuple[dict[str, Module], set[str]]":
    """The modules of one program by their paths, without what is no Python, and the paths of those that may be edited:
    not of `fixed`, and nothing in them stands in the way.
    """
    modules = {}
    for path, text in sources.items():
        try:
            modules[path] = Module(path, text)
        except (SyntaxError, tokenize.TokenError):
            pass  # whoever compiles it says so
    return modules, {path for path, module in modules.items() if path not in fixed and module.plain}


def words(texts: Iterable[str]) -> set[str]:
    """All words of these texts that could be names."""
    return {word for text in texts for word in WORD.findall(text)}


def short_names(before: str = "") -> Iterator[str]:
    """a, b ... z, aa, ab ..., each behind `before`."""
    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            yield before + "".join(letters)


class Module:
    """One source: what it names, and how."""

    def __init__(self, path: str, text: str):
        self.path = path
        self.text = text
        self.tree = ast.parse(text)
        self.nodes = list(ast.walk(self.tree))
        self.tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
        self.table = symtable.symtable(text, path, "exec")
        self.words = {t.string for t in self.tokens if t.type == tokenize.NAME}
        self.texts: set[str] = set()  # whole texts that could be names
        self.keywords: set[str] = set()
        self.attributes: set[str] = set()  # of objects, and what classes define
        self.others: set[str] = set()  # attributes that are looked for at something else than self
        self.bound: set[str] = set()
        self.times_bound: Counter[str] = Counter()  # names, no attributes
        self.imported: set[str] = set()  # in whatever form an import names it
        self.imports: set[tuple[str, str]] = set()  # (module, name)
        self.asked: set[tuple[str, str]] = set()  # (what stands before an attribute, attribute)
        self.asked_here: set[tuple[str, str]] = set()  # the same, by what that is called here, "" if it is no name
        self.before_a_dot: Counter[str] = Counter()  # names that an attribute is looked for at, and how often
        self.aliases: dict[str, str] = {}  # what a module is called here -> its name
        self.bases: set[str] = set()
        self.set_from_outside: set[str] = set()  # attributes of something else than self
        self.plain = True
        notes = [note for node in self.nodes for note in _annotations(node)]
        self.noted = {id(part) for note in notes for part in ast.walk(note)}  # what stands in annotations
        for node in sorted(self.nodes, key=lambda node: not isinstance(node, (ast.Import, ast.ImportFrom))):
            if id(node) not in self.noted:
                self._look(node)
        names = [node for node in self.nodes if isinstance(node, ast.Name)]
        self.annotated = {node.id for node in names if id(node) in self.noted}  # names that only annotations have
        self.annotated -= {node.id for node in names if id(node) not in self.noted}

    def _look(self, node: ast.AST) -> None:
        if isinstance(node, ast.JoinedStr):
            self.plain = False
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and WORD.fullmatch(node.value):
            self.texts.add(node.value)
        elif isinstance(node, ast.keyword) and node.arg:
            self.keywords.add(node.arg)
        elif isinstance(node, ast.Attribute):
            self.attributes.add(node.attr)
            before = getattr(node.value, "id", getattr(node.value, "attr", ""))
            self.asked.add((self.aliases.get(before, before), node.attr))
            name = node.value.id if isinstance(node.value, ast.Name) else ""
            self.asked_here.add((name, node.attr))
            self.before_a_dot[name] += 1
            if not (isinstance(node.value, ast.Name) and node.value.id == "self"):
                self.others.add(node.attr)
                if isinstance(node.ctx, ast.Store):
                    self.set_from_outside.add(node.attr)
            elif isinstance(node.ctx, ast.Store):
                self.bound.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            self.bound.add(node.id)
            self.times_bound[node.id] += 1
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.bound.add(node.name)
            self.times_bound[node.name] += 1
            if isinstance(node, ast.ClassDef):
                self._class(node)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            source = "." * getattr(node, "level", 0) + (getattr(node, "module", "") or "")
            for alias in node.names:
                self.imported |= set(WORD.findall(f"{source} {alias.name} {alias.asname or ''}"))
                self.imports.add((source.rpartition(".")[2], alias.name))
                self.times_bound[alias.asname or alias.name] += 1
                if alias.asname:
                    self.aliases[alias.asname] = alias.name.rpartition(".")[2]

    def _class(self, node: ast.ClassDef) -> None:
        words = {word for base in node.bases for word in WORD.findall(ast.unparse(base))}
        self.bases |= words | {self.aliases[word] for word in words if word in self.aliases}
        for inner in node.body:
            if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.attributes.add(inner.name)
            for name in ast.walk(inner) if isinstance(inner, (ast.Assign, ast.AnnAssign)) else ():
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    self.attributes.add(name.id)

    def from_modules(self) -> Iterator[tuple[str, str, str]]:
        """What it imports when it is loaded, come what may: (what it is called here, folder or module, name there)."""
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    yield alias.asname or alias.name, "/".join(source_of(self.path, node)), alias.name

    @property
    def stem(self) -> str:
        return self.path.removesuffix("/__init__.py").rpartition("/")[2].removesuffix(".py")

    # ------------------------------------------------------------ scopes

    def scopes(self, table: symtable.SymbolTable | None = None) -> Iterator[symtable.SymbolTable]:
        """All scopes, of a table if given."""
        table = table or self.table
        yield table
        for inner in table.get_children():
            yield from self.scopes(inner)

    def _outermost(self, table: symtable.SymbolTable | None = None) -> Iterator[symtable.SymbolTable]:
        """The functions that are in no other."""
        for inner in (table or self.table).get_children():
            if inner.get_type() == "function":
                yield inner
            else:
                yield from self._outermost(inner)

    def globals_only(self) -> set[str]:
        """The names that mean what the module has by them wherever they stand."""
        local = set()
        for scope in self.scopes():
            if scope is not self.table:
                local |= {s.get_name() for s in scope.get_symbols() if not s.is_global()}
        there = [s for s in self.table.get_symbols() if s.is_assigned() or s.is_imported()]
        return {s.get_name() for s in there} - local

    def bound_once(self) -> set[str]:
        """Of these the names that always mean the same."""
        return {name for name in self.globals_only() if self.times_bound[name] == 1}

    def only_asked(self, name: str) -> bool:
        """Does a name stand only before a dot, but for where it is imported."""
        uses = [node for node in self.nodes if isinstance(node, ast.Name) and node.id == name]
        return sum(id(node) not in self.noted for node in uses) == self.before_a_dot[name]

    def parameters(self, keywords: set[str]) -> dict[str, str]:
        """Parameters that nobody names at a call -> short names, different ones within a function."""
        elsewhere = set(keywords) | self.imported | {"self"}
        found = set()
        for scope in self.scopes():
            for symbol in scope.get_symbols():
                if symbol.is_parameter():
                    found.add(symbol.get_name())
                if scope.get_type() != "function" or symbol.is_global():
                    elsewhere.add(symbol.get_name())
        found = {name for name in found - elsewhere if name.isidentifier()}
        beside: dict[str, set[str]] = defaultdict(set)  # name -> all that stand in a function with it
        for function in self._outermost():
            together = {s.get_name() for scope in self.scopes(function) for s in scope.get_symbols()}
            for name in together & found:
                beside[name] |= together
        short: dict[str, str] = {}
        for name in sorted(found, key=lambda name: (-len(beside[name]), name)):
            used = {short.get(other, other) for other in beside[name]} | keywords | self.imported
            used |= {other for other in beside[name] if other not in found}
            short[name] = next(new for new in short_names() if new not in used and not keyword.iskeyword(new))
        return {old: new for old, new in short.items() if old != new}

    # ------------------------------------------------------------ the text

    def edited(self, put: dict[str, object], gone: set[str], names: dict[str, str]) -> str:
        """The text with constants (`NAME`, or `module.NAME`) put where they are used, without the statements that do
        nothing but make those of `gone`, and with other names.
        """
        lines = self.text.split("\n")
        statements = self._statements(put, gone)
        untouched = [place for place, _ in statements]
        untouched += [span(node) for node in self.nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
        made = {_start(node) for node in self.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        edits = [(a, b, new) for (a, b), new in statements]
        tokens = [token for token in self.tokens if token.type not in (tokenize.NL, tokenize.COMMENT)]
        beside = zip([None, *tokens], tokens, [*tokens[1:], None], [*tokens[2:], None, None], strict=False)
        for before, token, dot, after in beside:
            name = token.string
            attribute = before is not None and before.string == "."
            if token.type != tokenize.NAME or any(a <= token.start < b for a, b in untouched):
                continue
            if not attribute and dot and after and dot.string == "." and f"{name}.{after.string}" in put:
                edits.append((token.start, after.end, _written(put[f"{name}.{after.string}"])))
            elif not attribute and name in put and token.start not in made:
                edits.append((token.start, token.end, _written(put[name])))
            elif name in names and (not attribute or name.startswith("_")):  # else an attribute of that name
                edits.append((token.start, token.end, names[name]))
        for (row, a), (end, b), new in sorted(edits, reverse=True):
            lines[row - 1] = lines[row - 1][:a] + new + lines[end - 1][b:]
            lines[row:end] = [""] * (end - row)
        return "\n".join(lines)

    def _statements(self, put: dict[str, object], gone: set[str]) -> list[tuple[Place, str]]:
        """The statements that make some of `gone`, and what they are without these."""
        found = []
        for node in self.tree.body:
            names = (_targets(node) or []) if isinstance(node, ast.Assign) else []
            if gone & set(names):
                left = [name for name in names if name not in gone]
                values = ", ".join(_written(put[name]) for name in left)
                found.append((span(node), f"{', '.join(left)} = {values}" if left else ""))
        return found


def _start(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def span(node: ast.expr | ast.stmt) -> Place:
    return _start(node), (node.end_lineno or 0, node.end_col_offset or 0)


def _annotations(node: ast.AST) -> list[ast.expr]:
    """The annotations of a node itself."""
    found = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    return [note for note in found if isinstance(note, ast.expr)]


def _targets(node: ast.Assign) -> list[str] | None:
    """The names that an assignment makes; None when it makes something else too."""
    if len(node.targets) != 1:
        return None
    target = node.targets[0]
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    return names if len(names) == len(parts) else None


def without(text: str, names: set[str]) -> str:
    """A text that imports no more what it calls by these names, on the same lines."""
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and names & {alias.asname or alias.name for alias in node.names}:
            node.names = [alias for alias in node.names if (alias.asname or alias.name) not in names]
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or 0) - node.lineno + 1)
            if node.names:
                lines[node.lineno - 1] = ast.unparse(node)
    return "\n".join(lines)


def _written(value: object) -> str:
    return f"({value})" if isinstance(value, int) and value < 0 else repr(value)


class Known:
    """What the modules of a program know of each other."""

    def __init__(self, modules: dict[str, Module], edited: Collection[str], outside: set[str]):
        self.modules = modules
        self.edited = edited
        self.words: set[str] = set()
        self.keywords: set[str] = set()
        self.texts: set[str] = set()
        self.imports: set[tuple[str, str]] = set()
        self.attributes: dict[str, set[str]] = defaultdict(set)  # name -> modules with such an attribute
        self.others: set[str] = set()
        self.asked: set[tuple[str, str]] = set()
        for path, module in modules.items():
            self.words |= module.words
            self.keywords |= module.keywords
            self.texts |= module.texts
            self.imports |= module.imports
            self.others |= module.others
            self.asked |= module.asked
            for name in module.attributes:
                self.attributes[name].add(path)
        self.related = self._related()
        self.values = self._constants()
        self.read = {path: self._read(module) for path, module in modules.items() if path in edited}
        self.wanted = self._wanted() | outside

    def _related(self) -> dict[str, set[str]]:
        """The modules whose classes may share objects with those of a module, because one is made of the other."""
        by_stem: dict[str, set[str]] = defaultdict(set)
        for path, module in self.modules.items():
            by_stem[module.stem].add(path)
        parents: dict[str, set[str]] = {}
        for path, module in self.modules.items():
            parents[path] = set()
            for source, dotted in module.imports:
                name = dotted.rpartition(".")[2]
                if {source, name} & module.bases:
                    parents[path] |= by_stem[source] | by_stem[name]
        related: dict[str, set[str]] = {path: set() for path in self.modules}
        for path in self.modules:
            family = {path}
            while more := {parent for member in family for parent in parents[member]} - family:
                family |= more
            for member in family:
                related[member] |= family - {member}
        return related

    def private(self, path: str) -> set[str]:
        """The private names of a module that no other can know."""
        module = self.modules[path]
        mine = {w for w in module.words & module.bound if w.startswith("_") and not w.endswith("__") and w != "_"}
        mine -= self.keywords | self.texts | module.imported
        return {name for name in mine if (module.stem, name) not in self.imports and self._own(path, name)}

    def _own(self, path: str, name: str) -> bool:
        elsewhere = self.attributes.get(name, set()) - {path}
        if not elsewhere:
            return True
        return name not in self.others and not elsewhere & self.related[path]

    # ------------------------------------------------------------ constants

    def _constants(self) -> dict[str, dict[str, object]]:
        """Numbers and short texts of each module, which nothing changes: name -> value."""
        changed = {name for module in self.modules.values() for name in module.set_from_outside}
        found: dict[str, dict[str, object]] = {}
        for path, module in self.modules.items():
            mine = {name for name in module.bound_once() - changed if name.isupper()}
            found[path] = {}
            for node in module.tree.body:
                if isinstance(node, ast.Assign):
                    names = _targets(node)
                    if names and set(names) <= mine:
                        found[path] |= _values(names, node, found[path])
        return found

    def _value(self, path: str, name: str) -> list[object]:
        """The constant of this name that a module has, or has from another; [] if there is none."""
        if path not in self.modules:
            return []
        if name in self.values[path]:
            return [self.values[path][name]]
        sources = [(f"{source}.py", there) for here, source, there in self.modules[path].from_modules() if here == name]
        return self._value(*sources[0]) if len(sources) == 1 else []

    def _read(self, module: Module) -> dict[str, object]:
        """The constants that a module may read: `NAME` or `module.NAME` as it stands there -> value."""
        found = dict(self.values[module.path])
        once = module.bound_once()
        for here, source, there in module.from_modules():
            if here not in once:
                continue
            value = self._value(f"{source}.py", there)
            if value and here.isupper():
                found[here] = value[0]
            for name in {name for before, name in module.asked_here if before == here}:
                value = self._value(f"{source}/{there}.py", name)
                if value:
                    found[f"{here}.{name}"] = value[0]
        return found

    def _wanted(self) -> set[str]:
        """Names that may still be asked for when constants stand where they are used."""
        wanted = self.texts | self.keywords
        for path, module in self.modules.items():
            read = self.read.get(path, {})
            asked = {(before, name) for before, name in module.asked_here if before != "self"}
            wanted |= {name for before, name in asked if f"{before}.{name}" not in read}
            at_once = {(source.rpartition("/")[2], there): here for here, source, there in module.from_modules()}
            wanted |= {name for source, name in module.imports if at_once.get((source, name), "") not in read}
        return wanted

    def put(self, module: Module) -> dict[str, object]:
        return self.read[module.path]

    def gone(self, module: Module) -> set[str]:
        """The constants of a module that nobody asks for."""
        return set(self.values[module.path]) - self.wanted

    def unneeded(self, module: Module, put: dict[str, object]) -> set[str]:
        """What a module imports for annotations and constants only, and nobody else has from it."""
        names = set(module.annotated)
        constants = set()
        for here, _, _ in module.from_modules():
            asked = {f"{here}.{name}" for before, name in module.asked_here if before == here}
            if here in put and here not in self.wanted:
                constants.add(here)
            elif asked and asked <= set(put) and module.only_asked(here):
                names.add(here)
        names = {name for name in names if (module.stem, name) not in self.imports | self.asked} - self.texts
        return names | constants


def _values(names: list[str], node: ast.Assign, found: dict[str, object]) -> dict[str, object]:
    """What the names stand for; {} where that is no number or short text that can be told from the source alone."""
    words = {inner.id for inner in ast.walk(node.value) if isinstance(inner, ast.Name)} - {"range"}
    plain = (ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.Tuple, ast.Call, ast.operator, ast.unaryop, ast.Load)
    if not words <= set(found) or not all(isinstance(inner, plain) for inner in ast.walk(node.value)):
        return {}
    try:
        made = eval(ast.unparse(node.value), {"__builtins__": {}, "range": range}, dict(found))
        values = list(made) if isinstance(node.targets[0], ast.Tuple) else [made]
    except (TypeError, ValueError, ArithmeticError):
        return {}
    if len(values) != len(names) or not all(map(_small, values)):
        return {}
    return dict(zip(names, values, strict=True))


def _small(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST and value.isascii()
    return value is False or (type(value) is int and -BIGGEST < value < BIGGEST)  # `if False:` is not compiled
