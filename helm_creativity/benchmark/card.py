"""What a benchmark says of itself: ``card.yaml``, read into frozen values that refuse unknown keys."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin, get_type_hints

from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.benchmark.files.yaml_files import adapter, build, joined, read_yaml, yaml_error
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
def common_submetrics() -> Mapping[str, Mapping[str, Any]]:
    """Submetrics that several benchmarks have; a card names them instead of describing them anew."""
    return {submetric["name"]: submetric for submetric in read_yaml(Path(__file__).parent / "submetrics.yaml")}


@cache
def domain_assignments() -> Mapping[str, Any]:
    """What ``domains.yaml`` says, with reasons: ``domains``, ``by_domain`` and ``by_benchmark``."""
    found: Mapping[str, Any] = read_yaml(Path(__file__).parent / "domains.yaml")
    return found


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
        recipe: by which the numbers are made, a name of ``recipes`` or of one that ``norms.py`` has; "" where they are
            only printed.
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
    quantiles: Annotated[tuple[float, ...], Rule(max_length=QUANTILES)] = ()
    recipe: str = ""
    arguments: Mapping[str, str] = dataclasses.field(default_factory=dict)
    provisional: bool = False

    def holds_for(self, comparable: Mapping[str, str]) -> bool:
        """Whether it may stand beside scores under these comparable settings; under an instruction none may."""
        needed = {"instruction": "none", **self.settings}
        found = {"instruction": "none", **comparable}
        return all(fnmatchcase(found.get(name, "").lower(), text.lower()) for name, text in needed.items())


@dataclass(frozen=True)
class Recipe:
    """How scores of people are made of a table of responses that authors released.

    Attributes:
        paper: authors and year.
        file: the table, at a commit.
        record: by a field of the benchmark's records, an expression of Jinja over ``row``, the cells by their columns;
            ``cells("word.")`` lists those whose columns begin so, ``literal(...)`` reads a value of Python.
        where: an expression that is true of the rows that count; it may name ``stat``.
        group: an expression; groups of responses for which it is alike are drawn, each as one model's.
    """

    paper: str
    file: SourceFile
    record: Mapping[str, str]
    where: str = "true"
    group: str = ""


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
        recipes: how norms are made of released responses, by name.
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
        task: what else the task type reads, in its own words.
        template: in a task type, the name of an item's prompt; ``{kind}`` stands for a field of the item.
        score_bounds: by protocol, the least and the greatest possible score, null for an end without bound. Those of a
            protocol under this package's prompts may differ: ``PROTOCOL, prompts=own``.
        baseline: in a task type, for each prompt a sentence about nouns that the baselines choose.
        confidence: in the task type ``choice``, whether the prompt asks how probable the response is.
        rated: in the task type ``rated``, what judges are asked, and what else differs from one rating from 10 to 50.
    """

    name: str
    version: Annotated[str, Rule(pattern="^[1-9][0-9]*-[A-Z]$")]
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
    recipes: Mapping[str, Recipe] = dataclasses.field(default_factory=dict)
    files: tuple[SourceFile, ...] = ()
    human_responses: Mapping[str, str] = dataclasses.field(default_factory=dict)
    submetrics: tuple[Submetric, ...] = ()
    deviations: tuple[str, ...] = ()
    columns: Annotated[tuple[str, ...], Rule(max_length=MOST_COLUMNS)] = ()
    trade_offs: tuple[tuple[str, str], ...] = ()
    norms_sought: str = ""
    probe: bool = False
    task_type: str = ""
    task: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    template: str = ""
    score_bounds: Mapping[str, Annotated[Bounds, Rule(max_length=2)]] = dataclasses.field(default_factory=dict)
    baseline: Mapping[str, str] = dataclasses.field(default_factory=dict)
    confidence: bool = False
    rated: RatedTask = dataclasses.field(default_factory=RatedTask)

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
    """A card from what YAML gave; a common submetric may stand there by its name.

    Raises:
        BadCard: naming every value that is wrong; where none is, every one that another does not fit.
    """
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
    adds = own.get(ADDS, {})
    lists = lists_of_cards()
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


def card_schema() -> str:
    """The JSON schema of ``card.yaml`` as the text of a file, by which editors complete keys and mark what is wrong."""
    whole = adapter(Card).json_schema()["$defs"]
    for kind in (Card, WordRule, WordProtocol, Paper, ItemSet, Norm, Recipe, Submetric, SourceFile):
        _describe(whole[kind.__name__], inspect.getdoc(kind) or "")
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


def _describe(schema: dict[str, Any], text: str) -> None:
    """Explains keys in the words of a docstring."""
    schema.pop("title", None)
    schema["description"] = text.partition("\n")[0]
    explained = dict(re.findall(r"^    (\w+): (.+(?:\n {8}.+)*)", text, re.MULTILINE))
    for name, value in schema["properties"].items():
        value.pop("title", None)
        if words := " ".join(explained.get(name, "").replace("``", "`").split()):
            value["description"] = words[:1].upper() + words[1:]


ADDRESSES_JUDGE = "addresses_judge_rate"
"""Of judged benchmarks: it flags responses, and moves no score."""
SHARED = "shared_rate"


@cache
def common_stats() -> Mapping[str, Any]:
    """Titles and descriptions: ``main``, ``rates`` by failure reason, ``addressing`` and ``clustered``."""
    found: Mapping[str, Any] = read_yaml(Path(__file__).parent / "common_stats.yaml")
    return found


def card_reasons(card: Card) -> list[FailureReason]:
    """Why a response to this benchmark may have no score."""
    return [reason for reason in FailureReason if card.judged or reason not in BY_JUDGES]
