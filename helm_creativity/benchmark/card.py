"""What a benchmark says of itself: ``card.yaml``, read into frozen values that refuse unknown keys."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin, get_type_hints

from helm_creativity.benchmark.domains import composite_domain
from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.benchmark.files.yaml_files import read_yaml, yaml_error
from helm_creativity.benchmark.from_yaml import Rule, build, joined
from helm_creativity.benchmark.names import PREFIX, SCORE, did_you_mean
from helm_creativity.benchmark.rated_task import RatedTask
from helm_creativity.errors import BadArguments, BadCard
from helm_creativity.safe_text import kind_of, listed, quoted

VERSION = re.compile(r"[1-9][0-9]*-[A-Z]")

MOST_COLUMNS = 5
"""Submetrics beside the score in HELM's tables. A column there is 224 pixels wide, however short its title is."""

DETAILED = "_detailed"
"""Ends the name of a metric group with more of what the group of the name before it shows, as in HELM's own schemas.

No table of HELM's has them unless its group lists them; our summarizer makes a tab of each.
"""

QUANTILES = 101
"""Numbers of a norm that has them: the least score, 99 percentiles, the greatest score."""

Bounds = tuple[float | None, ...]
"""Least and greatest possible value, None for an end without bound; empty where nothing says."""

ENDS = 2
"""Numbers that bounds are."""

OF_OWN_PROMPTS = ", prompts=own"
"""Ends the key of a protocol's bounds under the prompts of this package."""
EXTENDS = "extends"
"""Key of a card that names the benchmark from which it has what it does not say."""
ADDS = "adds"
"""Key of such a card for what stands in its lists behind what is there already, by their keys."""


@cache
def common_submetrics() -> Mapping[str, Mapping[str, Any]]:
    """Submetrics that several benchmarks have; a card names them instead of describing them anew."""
    return {submetric["name"]: submetric for submetric in read_yaml(Path(__file__).parent / "submetrics.yaml")}


def _check_version(version: str) -> str:
    if not VERSION.fullmatch(version):
        raise BadCard(f"must be N-X such as 1-A, got {quoted(version)}")
    return version


def _check_quantiles(quantiles: tuple[float, ...]) -> tuple[float, ...]:
    if quantiles and len(quantiles) != QUANTILES:
        raise BadCard(f"must be {QUANTILES} numbers, got {len(quantiles)}")
    if any(lower > upper for lower, upper in pairwise(quantiles)):
        raise BadCard("must be in increasing order, equal numbers allowed")
    return quantiles


def _check_bounds(bounds: Bounds) -> Bounds:
    if bounds and len(bounds) != ENDS:
        raise BadCard(f"must be the least and the greatest value, null for none, got {quoted(list(bounds))}")
    if bounds and None not in bounds and not bounds[0] < bounds[1]:  # type: ignore[operator]
        raise BadCard(f"must rise from the least to the greatest value, got {quoted(list(bounds))}")
    return bounds


_Bounds = Annotated[
    Bounds,
    Rule(_check_bounds, lambda schema: {**schema, "if": {"minItems": 1}, "then": {"minItems": 2, "maxItems": 2}}),
]


def _check_columns(columns: tuple[str, ...]) -> tuple[str, ...]:
    if len(columns) > MOST_COLUMNS:
        raise BadCard(f"must be {MOST_COLUMNS} submetrics at most, got {len(columns)}")
    if len({*columns}) < len(columns):
        raise BadCard(f"must name each submetric once, got {quoted(list(columns))}")
    return columns


def _submetric_by_name(submetric: Any) -> Any:  # noqa: ANN401 - whatever YAML holds
    if not isinstance(submetric, str):
        return submetric
    if submetric not in common_submetrics():
        raise BadCard(
            "must be a common submetric or a mapping; "
            f"there is no common submetric {quoted(submetric)}; there are {listed(sorted(common_submetrics()))}"
        )
    return common_submetrics()[submetric]


@dataclass(frozen=True)
class Paper:
    """A work that the benchmark follows.

    Attributes:
        citation: authors, year, title and journal.
        url: where it can be read.
        places: sections, equations or files of it that define the benchmark.
    """

    citation: str
    url: str
    places: str


@dataclass(frozen=True)
class Norm:
    """Scores of people.

    Attributes:
        sample: who the people are.
        n: how many of its ``unit`` the norm is over.
        mean: mean of the scores, one for each ``unit``.
        sd: standard deviation of these scores.
        source: where the numbers come from.
        settings: what the comparable settings of a table must be for the norm to stand beside it: patterns, as of file
            names, by the name of a setting.
        stat: what was measured: the score, or a submetric.
        unit: what has one score each: people, responses, items or groups of people.
        differs: what else was not as with models, so that the norm is comparable only roughly; "" for nothing.
        quantiles: the 0th to the 100th percentile of the scores; empty where the scores are not public.
        recipe: by which the numbers are made, the name of one that ``norms.py`` has; "" where they are only printed.
        arguments: of the recipe, such as the settings under which responses are scored, or the seed of a draw.
        provisional: whether the numbers are of a part of the people, and another number comes out by the recipe.
    """

    sample: str
    n: int
    mean: float
    sd: float
    source: str
    settings: Mapping[str, str]
    stat: str = SCORE
    unit: Literal["people", "responses", "items", "groups"] = "people"
    differs: str = ""
    quantiles: Annotated[
        tuple[float, ...],
        Rule(
            _check_quantiles,
            lambda schema: {**schema, "if": {"minItems": 1}, "then": {"minItems": QUANTILES, "maxItems": QUANTILES}},
        ),
    ] = ()
    recipe: str = ""
    arguments: Mapping[str, str] = dataclasses.field(default_factory=dict)
    provisional: bool = False

    def holds_for(self, comparable: Mapping[str, str]) -> bool:
        """Whether it may stand beside scores under these comparable settings; under an instruction none may."""
        needed = {"instruction": "none", **self.settings}
        found = {"instruction": "none", **comparable}
        return all(fnmatchcase(found.get(name, "").lower(), text.lower()) for name, text in needed.items())


@dataclass(frozen=True)
class Submetric:
    """A stat of this benchmark beside the ones that all benchmarks have.

    Attributes:
        name: name of the stat.
        title: its name for people.
        short_title: heads its column in HELM's tables.
        description: one or two sentences.
        lower_is_better: whether less is better; left out for neither.
        of: what has one: a response (a run's stat is then the mean over these, with a standard error), or the run
            as a whole.
    """

    name: str
    title: str
    short_title: str
    description: str
    lower_is_better: bool | None = None
    of: Literal["answer", "run"] = "answer"


@dataclass(frozen=True)
class ItemSet:
    """Items that can be asked.

    Attributes:
        name: of the set, as arguments and comparable settings call it.
        count: how many items it has.
        checksum: of their prompts, as the default run entry asks them: the 12 hex digits of ``checksum_prompts``. ""
            for a set that this package does not ship.
        licence: short name of the items' licence.
        source: where the items come from.
    """

    name: str
    count: int
    checksum: str
    licence: str
    source: str


@dataclass(frozen=True)
class WordRule:
    """How many words are asked for, and how many of the valid ones are scored."""

    asked: int
    minimum: int
    maximum: int

    def __post_init__(self) -> None:
        if not 2 <= self.minimum <= self.maximum <= self.asked:
            raise BadArguments(
                "a protocol needs 2 <= minimum <= maximum <= asked, got "
                f"minimum {self.minimum}, maximum {self.maximum}, asked {self.asked}"
            )

    def __str__(self) -> str:
        scored = str(self.minimum) if self.minimum == self.maximum else f"{self.minimum}-{self.maximum}"
        return f"{scored} of {self.asked}"


@dataclass(frozen=True)
class WordProtocol:
    """How a source asks for words, how often, and which of them count.

    Attributes:
        rule: how many words are asked for and scored.
        prompts: the templates; each is an item, or the benchmark has items of its own.
        embedding: the vectors of the source.
        dictionary: the words that count; "none" where all count that have a vector.
        trials: responses to each item.
        own_prompts: whether it can also be asked in words of this package.
    """

    rule: WordRule
    prompts: tuple[str, ...]
    embedding: str
    dictionary: str
    trials: int
    own_prompts: bool = dataclasses.field(default=True, kw_only=True)


@dataclass(frozen=True)
class Card:
    """One benchmark.

    Attributes:
        name: name of the benchmark, its folder and its run entry.
        version: N-X: a new N when scores are no longer comparable, a new X when the call changed.
        title: its name for people, on HELM's pages.
        short_title: its name where there is little room.
        domain: what it measures, in two words; benchmarks of one domain stand on one of HELM's pages. Reports
            take means by the domain of AGC-Bench that it belongs to, if any.
        summary: what is asked and how it is scored, on HELM's pages.
        measures: what the score measures.
        does_not_measure: what it does not measure, and beside what it must be read.
        language: that of prompts and responses.
        default_protocol: the one of ``protocols`` that is used where a run entry names none.
        protocols: what each protocol asks and how it scores, by its name.
        words: of the same protocols, which words are asked for and scored, where responses are lists of words.
        papers: what the benchmark follows.
        items: sets of items; the first is the one that the default run entry asks.
        norms: scores of people.
        files: what somebody else publishes and the benchmark reads.
        human_responses: by the name of a file with people's responses to the items, the benchmark's task in that file.
        submetrics: stats beside the score: common ones by their names, others described.
        deviations: each way in which numbers can differ from the source's.
        columns: submetrics beside the score in HELM's tables, five at most; a tab there has all of them.
        trade_offs: pairs of submetrics that pull against each other, of both of which more is better.
        norms_sought: where norms were looked for in vain.
        probe: whether it measures something that must be distinguished from creativity, such as fluid reasoning: it
            stands in no composite, and reports can take it out of what is predicted.
        task_type: makes a benchmark of data: card, prompts and items, without a module ``benchmark.py``.
        template: in a task type, the name of an item's prompt; ``{kind}`` stands for a field of the item.
        score_bounds: by protocol, the least and the greatest possible score, null for an end without bound. Those of a
            protocol under this package's prompts may differ: ``PROTOCOL, prompts=own``.
        baseline: in a task type, for each prompt a sentence about nouns that the baselines choose.
        confidence: in the task type ``choice``, whether the prompt asks how probable the response is.
        rated: in the task type ``rated``, what judges are asked, and what else differs from one rating from 10 to 50.
    """

    name: str
    version: Annotated[str, Rule(_check_version, lambda schema: {**schema, "pattern": f"^{VERSION.pattern}$"})]
    title: str
    short_title: str
    domain: str
    summary: str
    measures: str
    does_not_measure: str
    language: str
    default_protocol: str
    protocols: Mapping[str, str]
    words: Mapping[str, WordProtocol] = dataclasses.field(default_factory=dict)
    papers: tuple[Paper, ...] = ()
    items: tuple[ItemSet, ...] = ()
    norms: tuple[Norm, ...] = ()
    files: tuple[SourceFile, ...] = ()
    human_responses: Mapping[str, str] = dataclasses.field(default_factory=dict)
    submetrics: tuple[
        Annotated[
            Submetric,
            Rule(
                _submetric_by_name,
                lambda schema: {"anyOf": [{"enum": sorted(common_submetrics())}, schema]},
                before=True,
            ),
        ],
        ...,
    ] = ()
    deviations: tuple[str, ...] = ()
    columns: Annotated[
        tuple[str, ...],
        Rule(_check_columns, lambda schema: {**schema, "maxItems": MOST_COLUMNS, "uniqueItems": True}),
    ] = ()
    trade_offs: tuple[tuple[str, str], ...] = ()
    norms_sought: str = ""
    probe: bool = False
    task_type: str = ""
    template: str = ""
    score_bounds: Mapping[str, _Bounds] = dataclasses.field(default_factory=dict)
    baseline: Mapping[str, str] = dataclasses.field(default_factory=dict)
    confidence: bool = False
    rated: RatedTask = dataclasses.field(default_factory=RatedTask)

    @property
    def composite_domain(self) -> str:
        """Under which domain it enters means by domain: one of AGC-Bench's six, or its own where it fits none."""
        return composite_domain(self.name, self.domain)

    def bounds_of_score(self, comparable: Mapping[str, str]) -> Bounds:
        """The least and the greatest score under comparable settings, None for an end without bound; () if unknown.

        Settings of an older suite may name no protocol: bounds that all protocols have in common hold for them.
        """
        protocol = comparable.get("protocol", "")
        if not protocol:
            known = {self.score_bounds.get(name, ()) for name in {*self.protocols, *self.score_bounds}}
            return known.pop() if len(known) == 1 else ()
        own = comparable.get("prompts", "").startswith("own/") and self.score_bounds.get(protocol + OF_OWN_PROMPTS)
        return own or self.score_bounds.get(protocol, ())

    @property
    def judged(self) -> bool:
        """Whether judges rate the responses, so that some may be unjudged."""
        return any(submetric.name == "judge_coverage" for submetric in self.submetrics)

    @property
    def group(self) -> str:
        """Name of the run spec, of HELM's scenario and of its run group, which are one string."""
        return f"{PREFIX}{self.name}"


def parse_card(values: Any, where: str) -> Card:  # noqa: ANN401 - whatever YAML holds
    """A card from what YAML gave.

    Raises:
        BadCard: naming every value that is wrong; where none is, every one that another does not fit.
    """
    card = build(Card, values, where)
    if misfits := [*_misfits_of_submetrics(card, where), *_misfits_of_norms(card, where)]:
        raise BadCard(joined(misfits))
    return card


def _misfits_of_submetrics(card: Card, where: str) -> Iterator[str]:
    names = [submetric.name for submetric in card.submetrics]
    for key, some in (("submetrics", names), ("item sets", [items.name for items in card.items])):
        if twice := sorted({name for name in some if some.count(name) > 1}):
            yield f"{where}: there are two {key} of the name {listed(twice)}"
    if unknown := [name for name in card.columns if name not in names]:
        yield f"{where}: columns must be names of its submetrics, got {quoted(unknown)}; there are {names}"
    for number, pair in enumerate(card.trade_offs):
        if len(set(pair) & set(names)) != 2:
            yield f"{where}: trade_offs[{number}] must be the names of two submetrics, got {quoted(list(pair))}"
    if card.default_protocol not in card.protocols:
        yield f"{where}: default_protocol {quoted(card.default_protocol)} is none of {sorted(card.protocols)}"
    if unknown := sorted(key for key in card.score_bounds if key.removesuffix(OF_OWN_PROMPTS) not in card.protocols):
        yield f"{where}: score_bounds must be by protocol, got {quoted(unknown)}; there are {sorted(card.protocols)}"


def _misfits_of_norms(card: Card, where: str) -> Iterator[str]:
    stats = [SCORE, *(submetric.name for submetric in card.submetrics)]
    for number, norm in enumerate(card.norms):
        place, protocol = f"{where}, norms[{number}]", norm.settings.get("protocol", "*")
        if norm.stat not in stats:
            yield f"{place}: stat must be one of {', '.join(stats)}, got {quoted(norm.stat)}"
        if not any(fnmatchcase(name, protocol) for name in card.protocols):
            yield f"{place}, settings: protocol must be one of {', '.join(card.protocols)}, got {quoted(protocol)}"


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
    variant = f"A variant of {parent.title} ({parent.name}): anything not stated here is the same as there."
    values = {
        **inherited,
        "title": title,
        "short_title": title,
        "version": "1-A",
        "norms": [],
        "human_responses": {},
        "norms_sought": f"for {parent.title}; none applies here, because the prompts differ",
        "items": [{**items, "checksum": ""} for items in inherited["items"]],
        "deviations": [*parent.deviations, variant],
        **{key: value for key, value in own.items() if key not in (EXTENDS, ADDS)},
    }
    return parse_card({**values, **_lists_with_additions(values, own.get(ADDS, {}), where)}, where)


def _lists_with_additions(values: Mapping[str, Any], adds: Any, where: str) -> dict[str, list[Any]]:  # noqa: ANN401 - whatever YAML holds
    if not isinstance(adds, Mapping) or any(not isinstance(more, (list, tuple)) for more in adds.values()):
        raise BadCard(f"{where}: {ADDS} must be lists by the names of a card's lists, got {quoted(adds)}")
    if unknown := [key for key in adds if key not in lists_of_cards()]:
        raise BadCard(f"{where}: {ADDS} has the key {quoted(unknown[0])}{did_you_mean(unknown[0], lists_of_cards())}")
    lists = {key: more for key, more in adds.items() if isinstance(values.get(key, ()), (list, tuple))}
    return {key: [*values.get(key, ()), *more] for key, more in lists.items()}


def lists_of_cards() -> list[str]:
    """The keys of a card that hold lists."""
    return [key for key, hint in get_type_hints(Card).items() if get_origin(hint) is tuple]


def card_of_class(kind: type) -> dict[str, Any]:
    """What a class says instead of a card: title (the first line of its docstring), ``changes`` and ``adds``."""
    title = (vars(kind).get("__doc__") or "").strip().partition("\n")[0].rstrip(".")
    changes = vars(kind).get("changes", {})
    if not isinstance(changes, Mapping):
        raise BadCard(
            f"changes of {class_name(kind)} must be values by the names of a card's keys, got {quoted(changes)}"
        )
    return {**({"title": title} if title else {}), **changes, ADDS: vars(kind).get(ADDS, {})}


def class_name(kind: type) -> str:
    """Where a class is, for messages."""
    return f"{kind.__module__}.{kind.__qualname__}"


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
        raise BadCard(f"{where} is missing: expected a card in the folder of the module, {folder}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadCard(f"{where} is not valid YAML: {yaml_error(error)}") from error
    if not isinstance(values, dict):
        raise BadCard(f"{where} must be a mapping, got {kind_of(values)}")
    return values
