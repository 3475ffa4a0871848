"""Prompts are Jinja2 templates, one file each; the checksum of what was asked goes with every instance."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.authors_prompts import authors_prompt
from helm_creativity.benchmark.files.source_files import home
from helm_creativity.benchmark.files.untrusted_files import MOST_DIGITS
from helm_creativity.errors import FileProblem
from helm_creativity.safe_text import bounded, quoted

# Characters of no script, which stand for what a template's variable holds.
_HOLE = "\ue000{}\ue001"
_NOTED: ContextVar[set[tuple[Path | None, str]] | None] = ContextVar("noted", default=None)
_HOLES = re.compile("\ue000(\\w+\ue002?)\ue001")
LONGEST_PROMPT = 10_000_000
"""Characters; what a model reads is shorter."""
OWN = "_own"
"""Ends the names of templates with words of this package, beside those with the authors'."""


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt: the template's name and the text that the model reads."""

    id: str
    text: str

    @property
    def sha256(self) -> str:
        """Hex SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True)
class SearchPath:
    """Where the templates of a benchmark that extends another are: its own hide its parent's of the same name.

    Attributes:
        levels: its own first: texts by name, as pairs, or a folder with ``prompts/``.
    """

    levels: tuple[tuple[tuple[str, str], ...] | Path, ...]


Place = Path | SearchPath
"""A benchmark's folder with ``prompts/``, or several places that are searched one after the other."""


def with_own(place: Place, below: Place) -> Place:
    """Where to look for a template that several benchmarks share.

    The templates of a benchmark that extends another come first, then those of ``below``.

    Args:
        place: of the benchmark.
        below: where the shared templates are. A search path there is a benchmark's own already, and stays as it is.
    """
    if isinstance(place, Path) or isinstance(below, SearchPath):
        return below
    return SearchPath((*place.levels[:-1], below))


def _levels(place: Place) -> tuple[tuple[tuple[str, str], ...] | Path, ...]:
    return place.levels if isinstance(place, SearchPath) else (place,)


def _template_level(place: Place, prompt_id: str) -> int | None:
    for depth, level in enumerate(_levels(place)):
        there = (
            (level / "prompts" / f"{prompt_id}.j2").is_file() if isinstance(level, Path) else prompt_id in dict(level)
        )
        if there:
            return depth
    return None


def template_folder(place: Place, prompt_id: str) -> Path | None:
    """The folder that a template comes from; None where it is text of a class, or there is none."""
    depth = _template_level(place, prompt_id)
    level = None if depth is None else _levels(place)[depth]
    return level if isinstance(level, Path) else None


def has_template(place: Place, prompt_id: str) -> bool:
    """Whether there is a template of that name."""
    return _template_level(place, prompt_id) is not None


def is_level(place: Place, folder: Path) -> bool:
    """Whether templates in the folder are searched."""
    return any(isinstance(level, Path) and level.samefile(folder) for level in _levels(place))


def _loader(place: Place) -> Any:  # noqa: ANN401
    import jinja2

    return jinja2.ChoiceLoader(
        [
            jinja2.FileSystemLoader(level / "prompts")
            if isinstance(level, Path)
            else jinja2.DictLoader({f"{name}.j2": text for name, text in level})
            for level in _levels(place)
        ]
    )


@lru_cache(maxsize=64)
def _template(place: Place, prompt_id: str) -> Any:  # noqa: ANN401 - Jinja2 is imported where it is used
    return _environment(_loader(place)).get_template(f"{prompt_id}.j2")


def _environment(loader: Any = None) -> Any:  # noqa: ANN401
    import jinja2
    from jinja2.exceptions import SecurityError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Sandbox(ImmutableSandboxedEnvironment):
        """Repetitions are bounded, as the library's sandbox bounds ``range``."""

        intercepted_binops = frozenset({"*", "**"})

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:  # noqa: ANN401
            times, text = (left, right) if isinstance(left, int) else (right, left)
            if operator == "*" and hasattr(text, "__len__") and isinstance(times, int):
                too_much = len(text) * times > LONGEST_PROMPT
            else:
                too_much = operator == "**" and abs(right) * math.log10(max(abs(left), 1)) > MOST_DIGITS
            if too_much:
                raise SecurityError(f"{quoted(left)} {operator} {quoted(right)} is too long")
            return super().call_binop(context, operator, left, right)

    environment = Sandbox(loader=loader, undefined=jinja2.StrictUndefined, trim_blocks=True)
    environment.globals["authors"] = authors_prompt
    return environment


def texts_in_all_words(folder: Place, prompt_id: str, **variables: object) -> Iterator[str]:
    """A prompt in the authors' words, if they are on this machine, and in those of this package, if there are any."""
    for name in dict.fromkeys((prompt_id, id_of_words(folder, prompt_id, "own"))):
        with suppress(FileProblem):
            yield render(folder, name, **variables).text


def id_of_words(folder: Place, prompt_id: str, prompts: str) -> str:
    """The template that has the authors' words, or this package's where ``prompts`` is ``own`` and there is one."""
    if prompts != "own":
        return prompt_id
    own, authors = (_template_level(folder, name) for name in (f"{prompt_id}{OWN}", prompt_id))
    # A benchmark that extends another and has the template itself does not mean its parent's.
    return f"{prompt_id}{OWN}" if own is not None and (authors is None or own <= authors) else prompt_id


def render(folder: Place, prompt_id: str, **variables: object) -> Prompt:
    """Renders ``prompts/<prompt_id>.j2`` of the benchmark in ``folder``, or of the first level that has it.

    Raises:
        jinja2.UndefinedError: when the template uses a variable that was not given.
        FileProblem: when its words are in a file that is not on this machine, and when the template does what a text
            does not need: it reaches into Python, or makes a text without end.
    """
    from jinja2.exceptions import SecurityError

    if (noted := _NOTED.get()) is not None:
        level = _levels(folder)[_template_level(folder, prompt_id) or 0]
        noted.add((level if isinstance(level, Path) else None, prompt_id))
    try:
        return Prompt(prompt_id, _rendered(_template(folder, prompt_id), variables).strip())
    except (SecurityError, OverflowError, RecursionError) as error:
        level = _levels(folder)[_template_level(folder, prompt_id) or 0]
        where = f"{level.name}/prompts/{prompt_id}.j2" if isinstance(level, Path) else prompt_id
        raise FileProblem(
            f"the template {where} may only put the fields of an item into a text: {bounded(str(error))}; delete it, "
            "and do not trust other files from the same author"
        ) from error


def _rendered(template: Any, variables: Mapping[str, object]) -> str:  # noqa: ANN401
    from jinja2.exceptions import SecurityError

    pieces, length = [], 0
    for piece in template.generate(**variables):
        pieces.append(piece)
        length += len(piece)
        if length > LONGEST_PROMPT:
            raise SecurityError(f"it writes more than {LONGEST_PROMPT:,} characters")
    return "".join(pieces)


@contextmanager
def rendering() -> Iterator[set[tuple[Path | None, str]]]:
    """Inside, folder (None for a text of a class) and name of every template that is rendered are noted."""
    noted: set[tuple[Path | None, str]] = set()
    token = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(token)


def placeholder(name: str, lines: bool = False) -> str:
    """For ``match_prompt``: stands for one unknown text, of one line without quotes, or of any ``lines``."""
    return _HOLE.format(name + ("\ue002" if lines else ""))


def match_prompt(folder: Place, prompt_id: str, text: str, **variables: object) -> dict[str, str] | None:
    """What the holes of a template held when ``text`` was made from it: the way back from a prompt to its item.

    Args:
        folder: the benchmark's folder, or its search path.
        prompt_id: the template.
        text: a prompt, with or without other text around it.
        variables: of the template, with ``placeholder(name)`` where the text is unknown.

    Returns:
        Texts by the names of the holes, or None if ``text`` was not made from this template; nothing is made from one
        whose words are not on this machine.
    """
    known = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in variables.items())
    try:
        found = _pattern(folder, prompt_id, known, home()).search(text)
    except FileProblem:
        return None
    return found.groupdict() if found else None


@lru_cache(maxsize=512)  # more than all benchmarks' templates: which of them made a prompt is asked for each prompt
def _pattern(
    folder: Place, prompt_id: str, variables: tuple[tuple[str, object], ...], _words_in: Path
) -> re.Pattern[str]:
    """``_words_in`` is where authors' words are, which may differ elsewhere."""
    pieces = _HOLES.split(render(folder, prompt_id, **dict(variables)).text)
    names: set[str] = set()
    parts = []
    for i, piece in enumerate(pieces):
        if i % 2 == 0:
            parts.append(re.escape(piece))
        else:
            # With nothing behind it, what stands in a hole ends with the line.
            few = "" if i == len(pieces) - 2 and not pieces[-1] else "?"
            name = piece.rstrip("\ue002")
            inside = r"[\s\S]" if name != piece else r'[^"\n]'
            parts.append(f"(?P={name})" if name in names else f"(?P<{name}>{inside}*{few})")
            names.add(name)
    return re.compile("".join(parts))


@lru_cache(maxsize=256)
def template_variables(folder: Place, prompt_id: str) -> tuple[str, ...]:
    """Names of the variables that a template uses, those of templates that it includes too, in alphabetical order."""
    import jinja2.meta

    names = {name for tree in _syntax_trees(folder, prompt_id) for name in jinja2.meta.find_undeclared_variables(tree)}
    return tuple(sorted(names - {"authors"}))


@lru_cache(maxsize=256)
def template_conditions(folder: Place, prompt_id: str) -> tuple[str, ...]:
    """Those of the variables by themselves on which the words of a template depend, as in ``{% if reference %}``."""
    import jinja2.nodes

    found = {
        node.test.name
        for tree in _syntax_trees(folder, prompt_id)
        for node in tree.find_all((jinja2.nodes.If, jinja2.nodes.CondExpr))
        if isinstance(node.test, jinja2.nodes.Name)
    }
    return tuple(sorted(found & set(template_variables(folder, prompt_id))))


def _syntax_trees(folder: Place, prompt_id: str) -> list[Any]:
    import jinja2.meta

    environment, left, trees = _environment(_loader(folder)), [f"{prompt_id}.j2"], {}
    while left:
        name = left.pop()
        text, _, _ = environment.loader.get_source(environment, name)
        trees[name] = environment.parse(text)
        others = jinja2.meta.find_referenced_templates(trees[name])
        left += [other for other in others if other is not None and other not in trees]
    return list(trees.values())
