"""What a benchmark says of itself: ``card.yaml``, read into frozen values that refuse unknown keys."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin, get_type_hints

from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.benchmark.files.yaml_files import adapter, build, joined, read_named, read_yaml
from helm_creativity.benchmark.names import PREFIX, SCORE, did_you_mean
from helm_creativity.benchmark.rated_task import RatedTask
from helm_creativity.benchmark.types import BY_JUDGES, FailureReason
from helm_creativity.errors import BadArguments, BadCard
from helm_creativity.safe_text import kind_of, listed, quoted

MOST_COLUMNS = 5
"""Submetrics beside the score in HELM's tables. A column there is 224 pixels wide, however short its title is."""

DETAILED = "_detailed"
"""Ends the name of a metric group with more of what the group of the name before it shows, as in HELM's own schemas.

No table of HELM's has them unless its group lists them; our summarizer makes a tab of each.
"""

ADDRESSES_JUDGE = "addresses_judge_rate"
"""Of judged benchmarks: it flags responses, and moves no score."""
SHARED = "shared_rate"
QUANTILES = 101
"""Numbers of a norm that has them: the least score, 99 percentiles, the greatest score."""

Bounds = tuple[float | None, ...]
"""Least and greatest possible value, None for an end without bound; empty where nothing says."""

OF_OWN_PROMPTS = ", prompts=own"
"""Ends the key of a protocol's bounds under the prompts of this package."""
EXTENDS = "extends"
"""Key of a card that names the benchmark from which it has what it does not say."""
ADDS = "adds"
"""Key of such a card for what stands in its lists behind what is there already, by their keys."""


class Rule:
    """Annotates a field: what pydantic shall ask of it beside its type, such as ``max_length``."""

    def __init__(self, **asked: Any) -> None:  # noqa: ANN401 - pydantic's
        self.asked = asked

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401 - pydantic's
        """See pydantic."""
        return {**handler(source), **self.asked}


@cache
def _beside(name: str) -> Any:  # noqa: ANN401 - whatever YAML holds
    return read_yaml(Path(__file__).parent / f"{name}.yaml")


@cache
def common_submetrics() -> Mapping[str, Mapping[str, Any]]:
    """Submetrics that several benchmarks have; a card names them instead of describing them anew."""
    return {submetric["name"]: submetric for submetric in _beside("submetrics")}


def domain_assignments() -> Mapping[str, Any]:
    """What ``domains.yaml`` says, with reasons: ``domains``, ``by_domain`` and ``by_benchmark``."""
    found: Mapping[str, Any] = _beside("domains")
    return found


def common_stats() -> Mapping[str, Any]:
    """Of the stats that every benchmark has: ``main``, ``rates`` by failure reason, ``addressing``, ``clustered``."""
    found: Mapping[str, Any] = _beside("common_stats")
    return found


Texts = Mapping[str, str]


@dataclass(frozen=True)
class Paper:
    """A work that the benchmark follows."""

    citation: Annotated[str, "authors, year, title and journal"]
    url: Annotated[str, "where it can be read"]
    places: Annotated[str, "sections, equations or files of it that define the benchmark"]


@dataclass(frozen=True)
class Norm:
    """Scores of people."""

    sample: Annotated[str, "who the people are"]
    n: Annotated[int, "how many of its `unit` the norm is over"]
    mean: Annotated[float, "mean of the scores, one for each `unit`"]
    sd: Annotated[float, "standard deviation of these scores"]
    source: Annotated[str, "where the numbers come from"]
    settings: Annotated[Texts, "comparable settings of a table beside which it may stand: patterns, as of file names"]
    stat: Annotated[str, "what was measured: the score, or a submetric"] = SCORE
    unit: Annotated[Literal["people", "responses", "items", "groups"], "what has one score each"] = "people"
    differs: Annotated[str, "what else was not as with models, so that the norm is comparable only roughly"] = ""
    quantiles: Annotated[
        tuple[float, ...],
        "the 0th to the 100th percentile of the scores; empty where the scores are not public",
        Rule(max_length=QUANTILES),
    ] = ()
    recipe: Annotated[str, "a name of `recipes`, or of a recipe of `norms.py`; empty for numbers that are printed"] = ""
    arguments: Annotated[Texts, "of the recipe, such as the settings, or the seed of a draw"] = field(
        default_factory=dict
    )
    provisional: Annotated[bool, "whether the numbers are of a part of the people, and the recipe gives others"] = False

    def holds_for(self, comparable: Mapping[str, str]) -> bool:
        """Whether it may stand beside scores under these comparable settings; under an instruction none may."""
        needed = {"instruction": "none", **self.settings}
        found = {"instruction": "none", **comparable}
        return all(fnmatchcase(found.get(name, "").lower(), text.lower()) for name, text in needed.items())


@dataclass(frozen=True)
class Recipe:
    """How scores of people are made of a table of responses that authors released.

    Its expressions are Jinja's over ``row``, the cells by their columns; ``cells("word.")`` lists those whose columns
    begin so, ``literal(...)`` reads a value of Python.
    """

    paper: Annotated[str, "authors and year"]
    file: Annotated[SourceFile, "the table, at a commit"]
    record: Annotated[Texts, "by a field of the benchmark's records, an expression over `row`, `cells` and `literal`"]
    where: Annotated[str, "an expression that is true of the rows that count; it may name `stat`"] = "true"
    group: Annotated[str, "an expression; responses for which it is alike are drawn, each group as one model's"] = ""


@dataclass(frozen=True)
class Submetric:
    """A stat of this benchmark beside the ones that all benchmarks have."""

    name: Annotated[str, "name of the stat"]
    title: Annotated[str, "its name for people"]
    short_title: Annotated[str, "heads its column in HELM's tables"]
    description: Annotated[str, "one or two sentences"]
    lower_is_better: Annotated[bool | None, "whether less is better; left out for neither"] = None
    of: Annotated[Literal["answer", "run"], "what has one: a response (a run has their mean), or a run"] = "answer"


@dataclass(frozen=True)
class ItemSet:
    """Items that can be asked."""

    name: Annotated[str, "of the set, as arguments and comparable settings call it"]
    count: Annotated[int, "how many items it has"]
    checksum: Annotated[str, "of the prompts of the default run entry (12 hex digits); empty for a set not shipped"]
    licence: Annotated[str, "short name of the items' licence"]
    source: Annotated[str, "where the items come from"]


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
    """How a source asks for words, how often, and which of them count."""

    rule: Annotated[WordRule, "how many words are asked for and scored"]
    prompts: Annotated[tuple[str, ...], "the templates; each is an item, or the benchmark has items of its own"]
    embedding: Annotated[str, "the vectors of the source"]
    dictionary: Annotated[str, "the words that count; `none` where all count that have a vector"]
    trials: Annotated[int, "responses to each item"]
    own_prompts: Annotated[bool, "whether it can also be asked in words of this package"] = field(
        default=True, kw_only=True
    )


@dataclass(frozen=True)
class Card:
    """One benchmark."""

    name: Annotated[str, "name of the benchmark, its folder and its run entry"]
    version: Annotated[
        str,
        "N-X: a new N when scores are no longer comparable, a new X when the call changed",
        Rule(pattern="^[1-9][0-9]*-[A-Z]$"),
    ]
    title: Annotated[str, "its name for people, on HELM's pages"]
    short_title: Annotated[str, "its name where there is little room"]
    domain: Annotated[str, "what it measures, in two words; those of one domain stand on one of HELM's pages"]
    summary: Annotated[str, "what is asked and how it is scored, on HELM's pages"]
    measures: Annotated[str, "what the score measures"]
    does_not_measure: Annotated[str, "what it does not measure, and beside what it must be read"]
    language: Annotated[str, "that of prompts and responses"]
    default_protocol: Annotated[str, "the one of `protocols` that is used where a run entry names none"]
    protocols: Annotated[Texts, "what each protocol asks and how it scores, by its name"]
    words: Annotated[
        Mapping[str, WordProtocol], "of the same protocols, which words are asked for, where responses list words"
    ] = field(default_factory=dict)
    papers: Annotated[tuple[Paper, ...], "what the benchmark follows"] = ()
    items: Annotated[tuple[ItemSet, ...], "the first is the one that the default run entry asks"] = ()
    norms: Annotated[tuple[Norm, ...], "scores of people"] = ()
    recipes: Annotated[Mapping[str, Recipe], "how norms are made of released responses, by name"] = field(
        default_factory=dict
    )
    files: Annotated[tuple[SourceFile, ...], "what somebody else publishes and the benchmark reads"] = ()
    human_responses: Annotated[Texts, "the benchmark's task in a file of people's responses, by the file's name"] = (
        field(default_factory=dict)
    )
    submetrics: Annotated[tuple[Submetric, ...], "stats beside the score: common ones by name, others described"] = ()
    deviations: Annotated[tuple[str, ...], "each way in which numbers can differ from the source's"] = ()
    columns: Annotated[
        tuple[str, ...],
        "submetrics beside the score in HELM's tables, five at most; a tab there has all of them",
        Rule(max_length=MOST_COLUMNS),
    ] = ()
    trade_offs: Annotated[
        tuple[tuple[str, str], ...], "pairs of submetrics that pull against each other, more being better of both"
    ] = ()
    norms_sought: Annotated[str, "where norms were looked for in vain"] = ""
    probe: Annotated[bool, "whether it measures something else than creativity, and stands in no composite"] = False
    task_type: Annotated[str, "makes a benchmark of data, without a module `benchmark.py`"] = ""
    task: Annotated[Mapping[str, Any], "what else the task type reads, in its own words"] = field(default_factory=dict)
    template: Annotated[str, "in a task type, the prompt of an item; `{kind}` stands for a field of the item"] = ""
    score_bounds: Annotated[
        Mapping[str, Annotated[Bounds, Rule(max_length=2)]],
        "least and greatest score by protocol (or `PROTOCOL, prompts=own`), null for an end without bound",
    ] = field(default_factory=dict)
    baseline: Annotated[Texts, "in a task type, by prompt a sentence about nouns that the baselines choose"] = field(
        default_factory=dict
    )
    rated: Annotated[RatedTask, "in the task type `rated`, what judges are asked"] = field(default_factory=RatedTask)

    @property
    def composite_domain(self) -> str:
        """Under which domain it enters means by domain: one of AGC-Bench's six, or its own where it fits none.

        It is what the authors assigned the benchmark, or its ``domain`` where that is one of theirs or of ours.
        """
        found, domain = domain_assignments(), self.domain.casefold()
        if assigned := found["by_benchmark"].get(self.name) or found["by_domain"].get(domain):
            return str(assigned["domain"])
        return next((name for name in found["domains"] if name.casefold() == domain), self.domain)

    def bounds_of_score(self, comparable: Mapping[str, str]) -> Bounds:
        """The least and the greatest score under comparable settings, None for an end without bound; () if unknown."""
        protocol = comparable.get("protocol", "")
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
    """A card from what YAML gave; a common submetric may stand there by its name."""
    if isinstance(values, Mapping) and isinstance(submetrics := values.get("submetrics"), (list, tuple)):
        common = common_submetrics()
        for number, name in enumerate(submetrics):
            if isinstance(name, str) and name not in common:
                there = f"there is no common submetric {quoted(name)}{did_you_mean(name, sorted(common))}"
                raise BadCard(f"{where}: submetrics[{number}] must be a common submetric or a mapping; {there}")
        described = [common[entry] if isinstance(entry, str) else entry for entry in submetrics]
        values = {**values, "submetrics": described}
    card = build(Card, values, where)
    if misfits := joined(f"{where}{misfit}" for misfit in (*_misfits(card), *_misfits_of_norms(card))):
        raise BadCard(misfits)
    return card


def _misfits(card: Card) -> Iterator[str]:
    """What is wrong with values that are right by themselves."""
    names, protocols = [submetric.name for submetric in card.submetrics], ", ".join(card.protocols)
    for key, some in (("submetrics", names), ("item sets", [items.name for items in card.items])):
        if twice := sorted({name for name in some if some.count(name) > 1}):
            yield f": there are two {key} of the name {listed(twice)}"
    if {*card.columns} - {*names} or len({*card.columns}) < len(card.columns):
        got = f"got {quoted(list(card.columns))}; there are {names}"
        yield f": columns must be names of its submetrics, each once, {got}"
    for number, pair in enumerate(card.trade_offs):
        if len({*pair} & {*names}) != 2:
            yield f": trade_offs[{number}] must be the names of two submetrics, got {quoted(list(pair))}"
    if card.default_protocol not in card.protocols:
        yield f": default_protocol must be one of {protocols}, got {quoted(card.default_protocol)}"
    for name, bounds in card.score_bounds.items():
        if name.removesuffix(OF_OWN_PROMPTS) not in card.protocols:
            yield f": score_bounds must be by protocol ({protocols}), got {quoted(name)}"
        if len(bounds) == 1 or (bounds and None not in bounds and not bounds[0] < bounds[1]):  # type: ignore[operator]
            yield f", score_bounds: {name} must be the least and the greatest value, got {quoted(list(bounds))}"


def _misfits_of_norms(card: Card) -> Iterator[str]:
    stats, protocols = [SCORE, *(submetric.name for submetric in card.submetrics)], ", ".join(card.protocols)
    for number, norm in enumerate(card.norms):
        protocol = norm.settings.get("protocol", "*")
        if norm.stat not in stats:
            yield f", norms[{number}]: stat must be one of {', '.join(stats)}, got {quoted(norm.stat)}"
        if not any(fnmatchcase(name, protocol) for name in card.protocols):
            yield f", norms[{number}], settings: protocol must be one of {protocols}, got {quoted(protocol)}"
        if len(norm.quantiles) not in (0, QUANTILES) or list(norm.quantiles) != sorted(norm.quantiles):
            yield f", norms[{number}]: quantiles must be {QUANTILES} numbers that rise, got {quoted(norm.quantiles)}"


@cache
def load_card(folder: Path) -> Card:
    """The card of the benchmark in ``folder``, which extends no other."""
    return parse_card(read_card(folder), f"{folder.name}/card.yaml")


def extended_card(parent: Card, own: Mapping[str, Any], where: str) -> Card:
    """The card of a benchmark that extends another: its own words, and its parent's where it has none.

    Norms of people hold for what they were asked, and checksums for the prompts: neither is inherited.
    """
    inherited = asdict(parent)
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
    adds, lists = own.get(ADDS, {}), lists_of_cards()
    if not isinstance(adds, Mapping) or not all(isinstance(more, (list, tuple)) for more in adds.values()):
        raise BadCard(f"{where}: {ADDS} must be lists by the names of a card's lists, got {quoted(adds)}")
    if unknown := [key for key in adds if key not in lists]:
        raise BadCard(f"{where}: {ADDS} has the key {quoted(unknown[0])}{did_you_mean(unknown[0], lists)}")
    return parse_card({**values, **{key: [*values.get(key, ()), *more] for key, more in adds.items()}}, where)


def lists_of_cards() -> list[str]:
    """The keys of a card that hold lists."""
    return [key for key, hint in get_type_hints(Card).items() if get_origin(hint) is tuple]


def card_of_class(kind: type) -> dict[str, Any]:
    """What a class says instead of a card: title (the first line of its docstring), ``changes`` and ``adds``."""
    title = (vars(kind).get("__doc__") or "").strip().partition("\n")[0].rstrip(".")
    changes = vars(kind).get("changes", {})
    if not isinstance(changes, Mapping):
        raise BadCard(f"{class_name(kind)}: changes must be values by a card's keys, got {quoted(changes)}")
    return {**({"title": title} if title else {}), **changes, ADDS: vars(kind).get(ADDS, {})}


def class_name(kind: type) -> str:
    """Where a class is, for messages."""
    return f"{kind.__module__}.{kind.__qualname__}"


@cache
def read_card(folder: Path) -> dict[str, Any]:
    """What ``card.yaml`` holds, as it stands there."""
    path = folder / "card.yaml"
    where = f"{folder.name}/{path.name}"
    if not path.exists():
        raise BadCard(f"{where} is missing: expected a card in the folder of the module, {folder}")
    values = read_named(path, where, BadCard)
    if not isinstance(values, dict):
        raise BadCard(f"{where} must be a mapping, got {kind_of(values)}")
    return values


def card_schema() -> str:
    """The JSON schema of ``card.yaml`` as the text of a file, by which editors complete keys and mark what is wrong."""
    whole = adapter(Card).json_schema()["$defs"]
    for kind in (Card, WordRule, WordProtocol, Paper, ItemSet, Norm, Recipe, Submetric, SourceFile):
        _describe(whole[kind.__name__], kind)
    schema = whole.pop("Card")
    keys = schema["properties"]
    keys["submetrics"]["items"] = {"anyOf": [{"enum": sorted(common_submetrics())}, {"$ref": "#/$defs/Submetric"}]}
    keys["trade_offs"]["items"] = {"type": "array", "items": [{"type": "string"}] * 2, "minItems": 2, "maxItems": 2}
    keys[EXTENDS] = {
        "type": "string",
        "description": "Name of the benchmark from which this one has what its card does not say.",
    }
    keys[ADDS] = {
        "type": "object",
        "description": "What is added to lists of the benchmark that this one extends.",
        "properties": {key: {"$ref": f"#/properties/{key}"} for key in lists_of_cards()},
        "additionalProperties": False,
    }
    differs = {"if": {"required": [EXTENDS]}, "else": {"required": schema.pop("required"), "properties": {ADDS: False}}}
    # The newest draft that editors of YAML know in whole.
    head = {"$schema": "http://json-schema.org/draft-07/schema#", "title": "card.yaml", "$defs": whole}
    return json.dumps({**head, **schema, **differs}, indent=1) + "\n"


def _describe(schema: dict[str, Any], kind: type) -> None:
    """Explains a class and its keys."""
    hints = get_type_hints(kind, include_extras=True)
    schema.pop("title", None)
    schema["description"] = (inspect.getdoc(kind) or "").partition("\n")[0]
    for name, value in schema["properties"].items():
        value.pop("title", None)
        if says := next((part for part in getattr(hints[name], "__metadata__", ()) if isinstance(part, str)), ""):
            value["description"] = says[:1].upper() + says[1:]


def card_reasons(card: Card) -> list[FailureReason]:
    """Why a response to this benchmark may have no score."""
    return [reason for reason in FailureReason if card.judged or reason not in BY_JUDGES]
