"""Prompts are Jinja2 templates, one file each; the checksum of what was asked goes with every instance."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.benchmark.files.source_files import SourceFile, home
from helm_creativity.benchmark.names import NEUTRAL, VERBALIZED
from helm_creativity.benchmark.sources import authors_prompt, find_sources
from helm_creativity.benchmark.types import Prompt
from helm_creativity.errors import FileProblem
from helm_creativity.safe_text import bounded

OWN = "_own"
"""Ends the names of templates with words of this package, beside those with the authors'."""
CANDIDATES = 5
"""Responses for which the verbalized instruction asks in one reply."""
BETWEEN = "\n\n"
"""What stands between an instruction and the prompt."""

Level = Path | tuple[tuple[str, str], ...]
"""A folder with ``prompts/``, or texts of templates by name, as pairs."""
Place = Path | tuple[Level, ...]
"""A benchmark's folder, or, of one that extends another, its own levels before its parent's, which they hide."""

_PACKAGE = Path(__file__).parents[1]
_HEAD = re.compile(r"\A\{#-?\s*(?P<kind>Source|Fetched|Written for [^:]+): (?P<text>.+?)\s*-?#\}", re.DOTALL)
# Characters of no script, which stand for what a template's variable holds.
_HOLE = "\ue000{}\ue001"
_HOLES = re.compile("\ue000(\\w+\ue002?)\ue001")


def levels_of(place: Place) -> tuple[Level, ...]:
    """What is searched for a template, one after the other."""
    return (place,) if isinstance(place, Path) else place


def with_own(place: Place, below: Place) -> Place:
    """Where a benchmark at ``place`` looks for a template that several share: its own come before ``below``."""
    return below if isinstance(place, Path) or not isinstance(below, Path) else (*place[:-1], below)


def find_template(place: Place, prompt_id: str) -> tuple[int, Level] | None:
    """The first level that has a template, with its number from 0; None where there is no such template."""
    for depth, level in enumerate(levels_of(place)):
        if (level / "prompts" / f"{prompt_id}.j2").is_file() if isinstance(level, Path) else prompt_id in dict(level):
            return depth, level
    return None


def id_of_words(place: Place, prompt_id: str, prompts: str) -> str:
    """The template that has the authors' words, or this package's where ``prompts`` is ``own`` and there is one."""
    own, authors = find_template(place, f"{prompt_id}{OWN}"), find_template(place, prompt_id)
    # A benchmark that extends another and has the template itself does not mean its parent's.
    wanted = prompts == "own" and own is not None and (authors is None or own[0] <= authors[0])
    return f"{prompt_id}{OWN}" if wanted else prompt_id


def render(place: Place, prompt_id: str, **variables: object) -> Prompt:
    """Renders ``prompts/<prompt_id>.j2`` of the benchmark in a folder, or of the first level that has it.

    ``FileProblem`` where its words are not on this machine, or it reaches into Python, which a text does not need.
    """
    from jinja2.exceptions import SecurityError

    template = _environment(place).get_template(f"{prompt_id}.j2")
    try:
        return Prompt(prompt_id, template.render(**variables).strip())
    except (SecurityError, OverflowError, RecursionError) as error:
        raise FileProblem(
            f"the template {prompt_id} ({template.filename}) may only put the fields of an item into a text: "
            f"{bounded(str(error))}; delete it, and do not trust other files from the same author"
        ) from error


def texts_in_all_words(place: Place, prompt_id: str, **variables: object) -> Iterator[str]:
    """A prompt in the authors' words, if they are on this machine, and in those of this package, if there are any."""
    for name in dict.fromkeys((prompt_id, id_of_words(place, prompt_id, "own"))):
        with suppress(FileProblem):
            yield render(place, name, **variables).text


@lru_cache(maxsize=64)
def _environment(place: Place) -> Any:  # noqa: ANN401 - Jinja2 is imported where it is used
    import jinja2
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    loaders = [
        jinja2.FileSystemLoader(level / "prompts")
        if isinstance(level, Path)
        else jinja2.DictLoader({f"{name}.j2": text for name, text in level})
        for level in levels_of(place)
    ]
    environment = ImmutableSandboxedEnvironment(
        loader=jinja2.ChoiceLoader(loaders), undefined=jinja2.StrictUndefined, trim_blocks=True, auto_reload=False
    )
    environment.globals["authors"] = authors_prompt
    return environment


def placeholder(name: str, lines: bool = False) -> str:
    """For ``match_prompt``: stands for one unknown text, of one line without quotes, or of any ``lines``."""
    return _HOLE.format(name + ("\ue002" if lines else ""))


def match_prompt(place: Place, prompt_id: str, text: str, **variables: object) -> dict[str, str] | None:
    """What the holes of a template held when ``text`` was made from it: the way back from a prompt to its item.

    Other text may stand around the prompt. The variables are the template's, with ``placeholder(name)`` where a text is
    unknown. The texts come by the names of the holes; None if ``text`` was not made from this template, as nothing is
    made from one whose words are not on this machine.
    """
    known = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in variables.items())
    try:
        found = _pattern(place, prompt_id, known, home()).search(text)
    except FileProblem:
        return None
    return found.groupdict() if found else None


@lru_cache(maxsize=512)  # more than all benchmarks' templates: which of them made a prompt is asked for each prompt
def _pattern(
    place: Place, prompt_id: str, variables: tuple[tuple[str, object], ...], _words_in: Path
) -> re.Pattern[str]:
    """``_words_in`` is where authors' words are, which may differ elsewhere."""
    pieces = _HOLES.split(render(place, prompt_id, **dict(variables)).text)
    parts = [re.escape(pieces[0])]
    names: set[str] = set()
    for i in range(1, len(pieces), 2):
        name = pieces[i].rstrip("\ue002")
        inside = '[^"\\n]' if name == pieces[i] else r"[\s\S]"
        # With nothing behind it, what stands in a hole ends with the line.
        few = "?" if any(pieces[i + 1 :]) else ""
        parts += [f"(?P={name})" if name in names else f"(?P<{name}>{inside}*{few})", re.escape(pieces[i + 1])]
        names.add(name)
    return re.compile("".join(parts))


@lru_cache(maxsize=256)
def template_variables(place: Place, prompt_id: str) -> tuple[str, ...]:
    """Names of the variables that a template uses, those of templates that it includes too, in alphabetical order."""
    import jinja2.meta

    names = {name for tree in _syntax_trees(place, prompt_id) for name in jinja2.meta.find_undeclared_variables(tree)}
    return tuple(sorted(names - {"authors"}))


@lru_cache(maxsize=256)
def template_conditions(place: Place, prompt_id: str) -> tuple[str, ...]:
    """Those of the variables by themselves on which the words of a template depend, as in ``{% if reference %}``."""
    import jinja2.nodes

    tests = (
        node.test
        for tree in _syntax_trees(place, prompt_id)
        for node in tree.find_all((jinja2.nodes.If, jinja2.nodes.CondExpr))
    )
    names = {test.name for test in tests if isinstance(test, jinja2.nodes.Name)}
    return tuple(sorted(names & {*template_variables(place, prompt_id)}))


def _syntax_trees(place: Place, prompt_id: str) -> list[Any]:
    import jinja2.meta

    environment, left, trees = _environment(place), [f"{prompt_id}.j2"], {}
    while left:
        name = left.pop()
        trees[name] = environment.parse(environment.loader.get_source(environment, name)[0])
        left += [other for other in jinja2.meta.find_referenced_templates(trees[name]) if other and other not in trees]
    return list(trees.values())


class PromptSource(NamedTuple):
    """Where the words of a template come from, as its first comment says."""

    id: str
    kind: str
    source: str

    @property
    def file(self) -> SourceFile | None:
        """The file that has the words; None where they are shipped, or no card names it."""
        return find_sources().get(self.source.split(",")[0]) if self.kind == "Fetched" else None


def read_prompt_source(path: Path) -> PromptSource:
    """What a template says of itself."""
    head = _HEAD.match(path.read_text("utf-8"))
    return PromptSource(path.stem, head["kind"] if head else "", " ".join(head["text"].split()) if head else "")


def list_prompt_sources(folder: Path) -> Iterator[PromptSource]:
    """The templates of a benchmark in the order of their names."""
    yield from map(read_prompt_source, sorted((folder / "prompts").glob("*.j2")))


def shared_prompts() -> Iterator[tuple[str, PromptSource]]:
    """The templates of no single benchmark, each with what asks it: several benchmarks, then the exam of judges."""
    for users, folder in (("several", "benchmark"), ("several", "task_types"), ("judges", "judges/evaluation")):
        for prompts in sorted((_PACKAGE / folder).glob("*/prompts")):
            yield from ((users, source) for source in list_prompt_sources(prompts.parent))


@dataclass(frozen=True)
class Instruction:
    """What a model reads before the prompt of every item: be creative, be effective, or give several responses.

    AGC-Bench (Beaty et al. 2026, section 4.5, appendix I) asks each model to be creative and to be effective, prints no
    wording, and takes the difference. The verbalized instruction is verbalized sampling (Zhang et al. 2025,
    arXiv:2510.01171): several responses with a probability each, by which one is drawn (``text.candidates``). All
    wordings are ours, in ``instructions/prompts/``.
    """

    name: str = NEUTRAL

    @property
    def text(self) -> str:
        """The words; "" for the neutral instruction."""
        return "" if self.name == NEUTRAL else self._prompt.text

    @property
    def candidates(self) -> int:
        """Responses that the model is asked for in one reply, of which one counts."""
        return CANDIDATES if self.name == VERBALIZED else 1

    @property
    def checksum(self) -> str:
        """Name and checksum, as what is compared shows it; "" for the neutral instruction."""
        return "" if self.name == NEUTRAL else f"{self.name}@sha256:{self._prompt.sha256[:12]}"

    @property
    def _prompt(self) -> Prompt:
        variables = {"n": CANDIDATES} if self.name == VERBALIZED else {}
        return render(Path(__file__).parent / "instructions", self.name, **variables)


def candidates_in(args: Mapping[str, Any]) -> int:
    """``Instruction.candidates`` of a run, by the arguments of its scenario or metric."""
    return Instruction(str(args.get("instruction") or NEUTRAL)).candidates
