"""What a benchmark says of itself: ``card.yaml``, read into frozen values that refuse unknown keys."""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from helm_creativity.core.yaml_files import read_yaml
from helm_creativity.errors import CreativityError
from helm_creativity.files import SourceFile
from helm_creativity.safe_text import listed, quoted

T = TypeVar("T")
VERSION = re.compile(r"[1-9]\d*-[A-Z]")
TEXTS, NUMBERS = "Mapping[str, str]", "tuple[float, ...]"
KINDS: Mapping[object, tuple[str, tuple[type, ...]]] = {
    "str": ("a text", (str,)),
    "int": ("a whole number", (int,)),
    "float": ("a number", (int, float)),
    "bool": ("true or false", (bool,)),
}
"""What a value must be, by the annotation of its field."""

MOST_COLUMNS = 5
"""Submetrics beside the score in HELM's tables. A column there is 224 pixels wide, however short its title is."""

DETAILED = "_detailed"
"""Ends the name of a metric group with more of what the group of the name before it shows, as in HELM's own schemas.

No table of HELM's has them unless its group lists them; our summarizer makes a tab of each.
"""

SCORE = "score"
"""The stat that every benchmark has."""

UNITS = ("people", "responses", "items", "groups")
"""What the mean of a norm may be over."""

QUANTILES = 101
"""Numbers of a norm that has them: the least score, 99 percentiles, the greatest score."""

EXTENDS = "extends"
"""Key of a card that names the benchmark from which it has what it does not say."""

FIRST_VERSION = "First version, written by helm-creativity new"
"""Begins a deviation of every card that ``helm-creativity new`` writes, until its author takes it out."""


class BadCard(CreativityError, ValueError):
    """A ``card.yaml`` has an unknown key, lacks one, or has a value of the wrong kind."""


@dataclass(frozen=True)
class Paper:
    """A work that the benchmark follows, with the places that define it."""

    citation: str
    url: str
    places: str


@dataclass(frozen=True)
class Norm:
    """Scores of people.

    Attributes:
        sample: who they are.
        n: how many ``unit`` there are.
        mean: of a score for each ``unit``.
        sd: their standard deviation.
        source: where the numbers come from.
        settings: what the comparable settings of a table must be for the norm to stand beside it: patterns, as of file
            names, by the name of a setting.
        stat: what was measured: the score, or a submetric.
        unit: people, responses, items or groups of people.
        differs: what else was not as with models, so that the norm is comparable only roughly; "" for nothing.
        quantiles: the 0th to the 100th percentile of the scores; empty where the scores are not public.
    """

    sample: str
    n: int
    mean: float
    sd: float
    source: str
    settings: Mapping[str, str]
    stat: str = SCORE
    unit: str = "people"
    differs: str = ""
    quantiles: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise BadCard(f"the unit of a norm must be one of {', '.join(UNITS)}, got {quoted(self.unit)}")
        if self.quantiles and len(self.quantiles) != QUANTILES:
            raise BadCard(f"the quantiles of a norm must be {QUANTILES} numbers, got {len(self.quantiles)}")
        if any(one > other for one, other in pairwise(self.quantiles)):
            raise BadCard("the quantiles of a norm must not fall")

    def holds_for(self, comparable: Mapping[str, str]) -> bool:
        """Whether it may stand beside scores under these comparable settings; under an instruction none may."""
        needed = {"instruction": "none", **self.settings}
        found = {"instruction": "none", **comparable}
        return all(fnmatchcase(found.get(name, "").lower(), text.lower()) for name, text in needed.items())


@dataclass(frozen=True)
class Submetric:
    """A stat of this benchmark beside the ones that all benchmarks have.

    ``of`` an ``answer`` (a run's stat is then the mean over its answers, with a standard error) or of the ``run`` as a
    whole.
    """

    name: str
    title: str
    short_title: str
    description: str
    lower_is_better: bool | None = None
    of: str = "answer"

    def __post_init__(self) -> None:
        if self.of not in ("answer", "run"):
            raise BadCard(f"submetric {quoted(self.name)} must be of an answer or of a run, got {quoted(self.of)}")


@dataclass(frozen=True)
class ItemSet:
    """Items that can be asked.

    Attributes:
        name: as arguments and signatures call it.
        count: how many items it has.
        checksum: of their prompts, as the default run entry asks them: the 12 hex digits of ``checksum_of``. "" for a
            set that this package does not ship.
        licence: of the items.
        source: where they come from.
    """

    name: str
    count: int
    checksum: str
    licence: str
    source: str


@dataclass(frozen=True)
class Card:
    """One benchmark.

    ``version`` is N-X: a new N when scores are no longer comparable, a new X when the call changed. ``trade_offs`` are
    pairs of submetrics that pull against each other, of both of which more is better. The first of ``items`` is the set
    that the default run entry asks. ``columns`` are the submetrics beside the score in HELM's tables, five at most; a
    tab there has all of them. A ``probe`` measures something that must be distinguished from creativity, such as fluid
    reasoning: it stands in no composite, and reports can take it out of what is predicted. A ``family`` makes a
    benchmark of data: card, prompts and items, without a module ``benchmark.py``. Such a card has a ``template``, the
    name of an item's prompt (``{kind}`` stands for a field of the item), and under ``baseline`` for each prompt a
    sentence about nouns that the baselines choose. ``norms_sought`` says where norms were looked for in vain.
    """

    name: str
    version: str
    title: str
    short_title: str
    domain: str
    summary: str
    claims: str
    does_not_claim: str
    language: str
    default_protocol: str
    protocols: Mapping[str, str]
    papers: tuple[Paper, ...]
    items: tuple[ItemSet, ...]
    norms: tuple[Norm, ...]
    files: tuple[SourceFile, ...]
    submetrics: tuple[Submetric, ...]
    deviations: tuple[str, ...]
    columns: tuple[str, ...] = ()
    trade_offs: tuple[tuple[str, str], ...] = ()
    norms_sought: str = ""
    probe: bool = False
    family: str = ""
    template: str = ""
    baseline: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def judged(self) -> bool:
        """Whether judges rate the answers, so that some may be unjudged."""
        return any(submetric.name == "judge_coverage" for submetric in self.submetrics)

    @property
    def is_first_version(self) -> bool:
        """Whether the card still says that its items and claims are an example."""
        return any(one.startswith(FIRST_VERSION) for one in self.deviations)

    @property
    def group(self) -> str:
        """Name of the run spec, of HELM's scenario and of its run group, which are one string."""
        return f"creativity_{self.name}"


def build(kind: type[T], values: Any, where: str) -> T:  # noqa: ANN401 - whatever YAML holds
    """An instance of the dataclass ``kind`` from a mapping; ``BadCard`` names every key that is wrong."""
    if not isinstance(values, dict):
        raise BadCard(f"{where} must be a mapping, got {type(values).__name__}")
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    required = {
        name
        for name, field in fields.items()
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }
    unknown, missing = sorted(set(values) - set(fields), key=str), sorted(required - set(values))
    if unknown or missing:
        close = {name: difflib.get_close_matches(name[:80], fields, 1) for name in map(str, unknown[:6])}
        meant = "".join(
            f"; did you mean {quoted(found[0])} by {quoted(name)}?" for name, found in close.items() if found
        )
        raise BadCard(
            f"{where}: unknown keys {quoted(unknown)}, missing keys {missing}; known are {sorted(fields)}{meant}"
        )
    for name, value in values.items():
        _check_kind(fields[name].type, value, f"{where}: {name}")
    return kind(**values)


def _check_kind(declared: object, value: object, what: str) -> None:
    """Refuses what YAML takes for something else than is meant: ``1e5``, ``no``, a date, nothing."""
    if declared == TEXTS:
        if not isinstance(value, dict):
            raise BadCard(f"{what} must be texts by name, got {quoted(value)}")
        for name, text in value.items():
            _check_kind("str", name, f"{what}: a name")
            _check_kind("str", text, f"{what}: {name}")
    elif declared == NUMBERS:
        if not isinstance(value, (list, tuple)):
            raise BadCard(f"{what} must be a list of numbers, got {quoted(value)}")
        for number in value:
            _check_kind("float", number, f"{what}: each")
    elif declared in KINDS:
        expected, kinds = KINDS[declared]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            quotes = " (put it in quotes)" if declared == "str" and value is not None else ""
            raise BadCard(f"{what} must be {expected}, got {quoted(value)}{quotes}")


def parse_card(values: Any, where: str) -> Card:  # noqa: ANN401 - whatever YAML holds
    """A card from what YAML gave."""
    nested = {
        "papers": Paper,
        "items": ItemSet,
        "norms": Norm,
        "files": SourceFile,
        "submetrics": Submetric,
    }
    if isinstance(values, dict):
        values = dict(values)
        values["submetrics"] = [_common(one, where) for one in _listed(values, "submetrics", where)]
        for key, kind in nested.items():
            some = enumerate(_listed(values, key, where))
            values[key] = tuple(build(kind, one, f"{where}, {key}[{i}]") for i, one in some)
        values["deviations"] = tuple(_listed(values, "deviations", where))
        values["columns"] = tuple(_listed(values, "columns", where))
        values["trade_offs"] = tuple(map(tuple, _listed(values, "trade_offs", where)))
    card = build(Card, values, where)
    if not VERSION.fullmatch(card.version):
        raise BadCard(f"{where}: version must be N-X such as 1-A, got {quoted(card.version)}")
    for number, one in enumerate(card.deviations):
        if not isinstance(one, str):
            raise BadCard(f"{where}: deviations[{number}] must be a text, got {quoted(one)} (put it in quotes)")
    _check_submetrics(card, where)
    _check_norms(card, where)
    if card.default_protocol not in card.protocols:
        raise BadCard(f"{where}: default_protocol {quoted(card.default_protocol)} is none of {sorted(card.protocols)}")
    return card


def _check_submetrics(card: Card, where: str) -> None:
    """Refuses two of one name, and what names none of them."""
    names = [submetric.name for submetric in card.submetrics]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise BadCard(f"{where}: there are two submetrics of the name {listed(twice)}")
    if unknown := [name for name in card.columns if name not in names]:
        raise BadCard(f"{where}: columns must be names of its submetrics, got {quoted(unknown)}; there are {names}")
    if len(card.columns) > MOST_COLUMNS:
        raise BadCard(f"{where}: columns must be {MOST_COLUMNS} submetrics at most, got {len(card.columns)}")
    if len({*card.columns}) < len(card.columns):
        raise BadCard(f"{where}: columns must name each submetric once, got {quoted(list(card.columns))}")
    for pair in card.trade_offs:
        if len(set(pair) & set(names)) != 2 or len(pair) != 2:
            raise BadCard(f"{where}: a trade-off must be the names of two submetrics, got {quoted(list(pair))}")


def _check_norms(card: Card, where: str) -> None:
    """Refuses a norm of a stat or of a protocol that the card does not have."""
    stats = [SCORE, *(submetric.name for submetric in card.submetrics)]
    for number, norm in enumerate(card.norms):
        if norm.stat not in stats:
            raise BadCard(f"{where}, norms[{number}]: stat must be one of {', '.join(stats)}, got {quoted(norm.stat)}")
        if not any(fnmatchcase(name, norm.settings.get("protocol", "*")) for name in card.protocols):
            raise BadCard(
                f"{where}, norms[{number}]: protocol must be one of {', '.join(card.protocols)}, "
                f"got {quoted(norm.settings['protocol'])}"
            )


def _listed(values: Mapping[str, Any], key: str, where: str) -> list[Any]:
    """What stands under a key that may be left out."""
    found = values.get(key) or []
    if not isinstance(found, (list, tuple)):
        raise BadCard(f"{where}: {key} must be a list, got {quoted(found)}")
    return list(found)


@cache
def common_submetrics() -> Mapping[str, Mapping[str, Any]]:
    """Submetrics that several benchmarks have; a card names them instead of describing them anew."""
    return {submetric["name"]: submetric for submetric in read_yaml(Path(__file__).parent / "submetrics.yaml")}


def _common(submetric: Any, where: str) -> Any:  # noqa: ANN401 - whatever YAML holds
    if not isinstance(submetric, str):
        return submetric
    if submetric not in common_submetrics():
        raise BadCard(
            f"{where}: there is no common submetric {quoted(submetric)}; there are {sorted(common_submetrics())}"
        )
    return dict(common_submetrics()[submetric])


@cache
def load_card(folder: Path) -> Card:
    """The card of the benchmark in ``folder``, which extends no other.

    Raises:
        BadCard: for a file that does not say what a card must say, or is not there; the message names file and keys.
    """
    return parse_card(read_card(folder), f"{folder.name}/card.yaml")


def extended_card(parent: Card, own: Mapping[str, Any], where: str) -> Card:
    """The card of a benchmark that extends another: its own words, and its parent's where it has none.

    Norms of people hold for what they were asked, and checksums for the prompts: neither is inherited.

    Raises:
        BadCard: for a key or a value that no card may have.
    """
    inherited = dataclasses.asdict(parent)
    title = own.get("title") or f"{parent.title} ({own['name']})"
    variant = f"A variant of {parent.title} ({parent.name}): what is not said here is as there."
    return parse_card(
        {
            **inherited,
            "title": title,
            "short_title": title,
            "version": "1-A",
            "norms": [],
            "norms_sought": f"for {parent.title}; none was taken over, since other words were asked",
            "items": [{**one, "checksum": ""} for one in inherited["items"]],
            "deviations": [*parent.deviations, variant],
            **{key: value for key, value in own.items() if key != EXTENDS},
        },
        where,
    )


def card_of_class(kind: type) -> dict[str, Any]:
    """What a class says instead of a card: the first line of its docstring is the title, ``changes`` has the rest."""
    title = (vars(kind).get("__doc__") or "").strip().partition("\n")[0].rstrip(".")
    return {**({"title": title} if title else {}), **vars(kind).get("changes", {})}


@cache
def read_card(folder: Path) -> dict[str, Any]:
    """What ``card.yaml`` holds, as it stands there.

    Raises:
        BadCard: when it is not there, is no YAML, or no mapping.
    """
    import yaml

    path = folder / "card.yaml"
    where = f"{folder.name}/{path.name}"
    try:
        values = read_yaml(path)
    except FileNotFoundError as error:
        raise BadCard(f"{where} is not there: expected a card in the folder of the module, {folder}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadCard(f"{where} is no YAML: {' '.join(str(error).split())}") from error
    if not isinstance(values, dict):
        raise BadCard(f"{where} must be a mapping, got {type(values).__name__}")
    return values
