"""What the judges of a suite favour beside the worth of responses, and models' means at equal length.

Ratings on one dimension of one rubric, asked in one way, are one cell, as in ``calibration``. The regressions are those
of ``psychometrics.rating_bias``. Of the variance of ratings, R² is the share that log2 of the words explains: within
models of what items and models leave of the ratings; between models of their mean ratings, less those of the items.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from helm_creativity.core.names import PREFIX
from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.settings import DeclaredOptions, option
from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics import rating_bias
from helm_creativity.psychometrics.group_comparison import holm
from helm_creativity.psychometrics.tables import known_means
from helm_creativity.psychometrics.uncertainty import standard_error
from helm_creativity.results import calibration
from helm_creativity.results.analyses import analysis
from helm_creativity.results.calibration import RatedUnit, RatingCell
from helm_creativity.results.comparable import cards
from helm_creativity.results.criteria import read_groups, unknown_models
from helm_creativity.results.families import find_family, is_same_name
from helm_creativity.results.numbers import between, correlation, count, fixed, p_value, positive, signed
from helm_creativity.results.rated_texts import LENGTH_PROBLEMS, RatedText, facts_of_suite
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Cell, Column, Plot, Table, Undefined, is_undefined, or_undefined

LENGTH, LENGTH_BEYOND = "length", "length, beyond other judges"
FAMILY, PANEL = "own family", "judges of the panel"
ORDER, ORDER_BEYOND = "order", "order, beyond other judges"
DRIFT = "drift"
KINDS = {
    LENGTH: "change of a rating, in points, when a response has twice as many words, for the same item and model",
    LENGTH_BEYOND: "the same in standard deviations, beyond the other judges' ratings of the same responses",
    FAMILY: "how much higher a judge rates responses by models of its own family than other responses, beyond the "
    "same difference in the other judges' ratings",
    PANEL: "the same for responses by the other judges of the panel",
    ORDER: "rating of the last text of a question minus that of the first; texts are in the order of the response, and "
    "later ones may be better",
    ORDER_BEYOND: "the same, beyond the other judges' ratings of the same texts",
    DRIFT: "change from the beginning of a run to its end, beyond the other judges' ratings; below 0: became stricter",
}
"""What ratings may follow, and what each effect is."""
ALL_JUDGES = "all judges"
"""In the place of a judge's name, where the effect is the same for all judges of a panel."""
LEGEND = (
    "Effects of length are in points of the rubric's scale, all others in standard deviations of a judge's ratings. "
    "95 % intervals and p-values are cluster-robust, by item; Holm's p is adjusted over all judges and dimensions of "
    'one effect. A longer response may be a better one; the rows "beyond other judges" show what only some judges '
    "favour."
)
ADJUSTED = (
    "At equal length: the mean rating, adjusted to the usual length of responses to the same item by the slope of all "
    "judges; its standard error includes that of the slope."
)
EXPLAINED = (
    "Share of the variance of ratings that log2 of the number of words explains: within models, beside items and "
    "models; between models, of their means beside items. Of all judges, between models: of their mean rating. A share "
    "has no sign; the effect of length has."
)
_OfJudge = tuple[str, list[int], rating_bias.WithinSlope]
_WHERE = (Column("title", "benchmark", left=True), Column("dimension", "dimension", left=True))
EFFECTS = (
    Column("effect", "effect", left=True),
    *_WHERE,
    Column("judge", "judge", left=True),
    Column("rated_by", "judge", data_only=True),
    Column("value", "value", signed(2), mark="main"),
    Column("interval", "95 % interval", between(signed(2)), of=("low", "high")),
    Column("correlation", "as r", correlation(2), in_text=False),
    Column("p", "p", p_value, rising=True),
    Column("p_holm", "p, Holm", p_value, rising=True),
    Column("ratings", "ratings", count),
    Column("items", "items", count),
)
UNMEASURED = (
    Column("effect", "not measured", left=True),
    Column("reason", "because", left=True),
    Column("where", "of", left=True, wrapped=True),
)
MODELS = (
    Column("model", "model", left=True),
    *_WHERE,
    Column("rated", "rated", count),
    Column("words", "words", fixed(0)),
    Column("raw", "raw mean", fixed(2)),
    Column("raw_se", "± se", positive(2)),
    Column("adjusted", "at equal length", fixed(2), mark="main"),
    Column("adjusted_se", "± se", positive(2)),
)
OF_LENGTH = (
    Column("judge", "judge", left=True),
    *_WHERE,
    Column("words_within", "R² of words within models", correlation(), mark="main"),
    Column("words_between", "between models", correlation()),
    Column("reasoning_within", "R² of reasoning's words within models", correlation(), mark="main"),
    Column("reasoning_between", "between models", correlation()),
)
NO_REASONING, FEW_MODELS = "these runs kept no reasoning", "three models of different means and lengths are needed"


@dataclass(frozen=True)
class BiasOptions(DeclaredOptions):
    """What may be chosen."""

    families: str = option("", "file with the columns model and group: families of models and judges")


@analysis("judge_bias", title="What judges favour")
def judge_bias(suite: Suite, options: BiasOptions) -> Iterable[Table]:
    """What judges favour: length, their own family, the panel, places in a question, time; and means at equal length.

    How much of the variance of ratings the length of responses explains, and that of the reasoning before them.
    """
    problems: list[str] = []
    families = read_groups(options.families) if options.families else {}
    rows: list[dict[str, Any]] = []
    models: list[dict[str, Any]] = []
    lengths: list[dict[str, Any]] = []
    for rated in _rated_cells(suite, families, problems):
        length = rating_bias.length_slopes(rated.table, rated.words, rated.items, rated.models)
        rows += _effects(rated, length)
        models += _models(rated, length.panel)
        lengths += _explained(rated, length)
    for kind in KINDS:
        tested = [
            row for row in rows if row["effect"] == kind and row["judge"] != ALL_JUDGES and not is_undefined(row["p"])
        ]
        for row, p in zip(tested, holm([row["p"] for row in tested]).tolist() if tested else (), strict=True):
            row["p_holm"] = p
    measured = {(row["effect"], _name(row)) for row in rows if not is_undefined(row["value"])}
    without: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        if (row["effect"], _name(row)) not in measured:
            without[row["effect"], row["value"].reason].append(row)
    if not measured:
        raise NothingToSay("; ".join(f"{kind}: {reason}" for kind, reason in without))
    notes = [f"left out: {problem}" for problem in dict.fromkeys(problems)]
    notes += [f"{kind}: {meaning}" for kind, meaning in KINDS.items() if kind in {kind for kind, _ in measured}]
    effects = [row for row in rows if (row["effect"], _name(row)) in measured]
    plot = Plot("interval", "rated_by", "value", "effect", "low", "high")
    yield Table("effects", EFFECTS, effects, "What judges favour", notes=[*notes, LEGEND], plot=plot)
    lacking = [
        {"effect": kind, "reason": reason, "where": "; ".join(dict.fromkeys(map(_name, some))), "_rows": some}
        for (kind, reason), some in without.items()
    ]
    yield Table("unmeasured", UNMEASURED, lacking)
    if models:
        yield Table("models", MODELS, models, "Models at equal length", notes=[ADJUSTED])
    if lengths:
        with_reasoning = any(row["reasoning_within"] != Undefined(NO_REASONING) for row in lengths)
        columns = OF_LENGTH if with_reasoning else OF_LENGTH[:-2]
        yield Table("length", columns, lengths, "Ratings and length", notes=[EXPLAINED])


class _Rated:
    """The ratings of a cell, shape (n_units, n_judges), and what is known of its n units."""

    def __init__(
        self, cell: RatingCell, apart: str, facts: Mapping[RatedUnit, RatedText], families: Mapping[str, str]
    ) -> None:
        self.table, self.judges, units = cell.table(), cell.panel(), cell.units()
        self.runs, self.items = [unit.run for unit in units], [unit.item for unit in units]
        self.models, labels = [cell.runs[run] for run in self.runs], calibration.run_labels(cell.runs)
        self.labels = np.array([labels[run] for run in self.runs])
        known = [facts.get(unit, RatedText(unit)) for unit in units]
        self.questions = [(text.unit.run, text.unit.item, text.trial) for text in known]
        numbers = np.array([(text.words, text.thoughts, text.place, text.order) for text in known])
        self.words, self.thoughts, self.places, self.order = numbers.T
        of = {name: families.get(name, find_family(name)) for name in {*self.models, *self.judges}}
        self.has_family = [of[judge] != "" for judge in self.judges]
        own = [[of[judge] != "" and of[judge] == of[model] for judge in self.judges] for model in self.models]
        same = [[is_same_name(judge, model) for judge in self.judges] for model in self.models]
        self.own = np.array(own, dtype=bool)
        self.members = np.array([[any(among) and not name for name in among] for among in same], dtype=bool)
        card = cards().get(cell.benchmark)
        self.where = {
            "title": card.short_title if card else cell.benchmark,
            "dimension": Cell(cell.dimension, apart),
            "benchmark": cell.benchmark.removeprefix(PREFIX),
            "rubric": cell.rubric,
            "judging": cell.judging,
        }

    def with_all(self, of_judges: rating_bias.JudgeSlopes, kind: str = LENGTH) -> list[_OfJudge]:
        """Each judge's name, its columns and slope; then those of all judges where the effect may be the same."""
        found = [(judge, [place], of_judges.judges[place]) for place, judge in enumerate(self.judges)]
        has_panel = kind in (LENGTH, FAMILY, ORDER) and len(found) > 1
        return [*found, (ALL_JUDGES, list(range(len(found))), of_judges.panel)] if has_panel else found


def _rated_cells(suite: Suite, families: Mapping[str, str], problems: list[str]) -> Iterator[_Rated]:
    judged = [run for run in suite.runs if calibration.JUDGED in run.stats]
    cells, unread = calibration.cells_of_suite(suite)
    problems += unread
    if not cells:
        raise NothingToSay("; ".join(["no judge gave a rating in these suites", *problems]))
    known = [*(run.model for run in judged), *(judge for cell in cells for judge in cell.panel())]
    problems += unknown_models(families, known, "the table of families", "no run is of or was rated by")
    facts, unread = facts_of_suite(suite)
    problems += unread
    rubrics = Counter(cell.key._replace(rubric="") for cell in cells)
    for cell, judging in zip(cells, calibration.judgings_apart(cells), strict=True):
        asked = f"asked as {cell.rubric}" if rubrics[cell.key._replace(rubric="")] > 1 else ""
        yield _Rated(cell, ", ".join(filter(None, [asked, judging])), facts, families)


def _effects(rated: _Rated, length: rating_bias.JudgeSlopes) -> Iterator[dict[str, Any]]:
    table, items, questions = rated.table, rated.items, rated.questions
    z, beyond = rating_bias.standardised_ratings(table), rating_bias.beyond_others(table)
    nobody = np.zeros(table.shape, dtype=bool)
    found = {
        LENGTH: length,
        LENGTH_BEYOND: rating_bias.length_slopes(beyond, rated.words, items, rated.models),
        FAMILY: rating_bias.preference(table, rated.own, items),
        PANEL: rating_bias.preference(table, rated.members, items, apart=nobody),
        ORDER: rating_bias.order_effects(z, rated.places, questions, items),
        ORDER_BEYOND: rating_bias.order_effects(beyond, rated.places, questions, items),
        DRIFT: rating_bias.severity_drift(table, rated.order, rated.runs, items),
    }
    for kind, slopes in found.items():
        for judge, places, slope in rated.with_all(slopes, kind):
            value, effect, se, low, high, p, n, clusters, _ = slope
            why = _why(slope, kind, places, rated)
            row: dict[str, Any] = {
                "effect": kind,
                **rated.where,
                "judge": judge,
                "rated_by": f"{_name(rated.where)}: {judge}",
            }
            numbers = {"value": value, "low": low, "high": high, "p": p}
            row |= {name: or_undefined(number, why) for name, number in numbers.items()}
            row |= {"unit": "points per doubling" if kind == LENGTH else "sd", "se": se, "correlation": effect}
            yield {**row, "p_holm": None, "ratings": n, "items": clusters}


def _name(row: Mapping[str, Any]) -> str:
    dimension, apart, *_ = row["dimension"]
    return f"{row['title']}, {dimension}{f' ({apart})' if apart else ''}"


_COMPARED, _TEXTS = "no item has two responses that other judges rated too", "no question has two rated texts"
_RUNS = "no run has two responses that other judges rated too"
_WHY = {
    FAMILY: (_COMPARED, "no item has responses by its family and by others that a judge of a third family rated too"),
    PANEL: (_COMPARED, "no item has responses by judges and by other models"),
    ORDER: (_TEXTS, _TEXTS),
    DRIFT: (_RUNS, _RUNS),
}
"""What the first two of ``LENGTH_PROBLEMS`` mean in other effects."""


def _why(slope: rating_bias.WithinSlope, kind: str, places: Sequence[int], rated: _Rated) -> str:
    """Why some judges have no effect, as far as it shows before ratings are compared; "" where nothing is lacking."""
    if not slope.problem:
        return ""
    seen = ~np.isnan(rated.table[:, places]).all(axis=1)
    alone = not ((~np.isnan(rated.table)).sum(axis=1) > 1)[seen].any()
    own, of = rated.own[seen][:, places], kind.partition(",")[0]
    obstacles = {
        "it gave no rating": not seen.any(),
        "no other judge rated the same responses": kind not in (LENGTH, ORDER) and alone,
        "the lengths of the rated texts are unknown": of == LENGTH and np.isnan(rated.words[seen]).all(),
        "each question was about one text": of == ORDER and np.isnan(rated.places[seen]).all(),
        "the order of the questions is unknown": of == DRIFT and np.isnan(rated.order[seen]).all(),
        "its family is unknown": of == FAMILY and not any(rated.has_family[place] for place in places),
        "no response is by its own family": of == FAMILY and not own.any(),
        "all responses are by its own family": of == FAMILY and own.all(),
        "no response is by another judge of the panel": of == PANEL and not rated.members[seen][:, places].any(),
    }
    meant = {**LENGTH_PROBLEMS, **dict(zip(LENGTH_PROBLEMS, _WHY.get(of, ()), strict=False))}
    return next((why for why, holds in obstacles.items() if holds), meant.get(slope.problem, slope.problem))


def _models(rated: _Rated, slope: rating_bias.WithinSlope) -> list[dict[str, Any]]:
    """Every model with ratings of known length, the best first."""
    means = known_means(rated.table)
    more = means - rating_bias.length_adjusted(means, rated.words, rated.items, 1.0)  # doublings beyond the usual ones
    known = ~np.isnan(more)
    why = _why(slope, LENGTH, range(len(rated.judges)), rated)
    rows = []
    for name in np.unique(rated.labels[known]).tolist():
        places = np.flatnonzero(known & (rated.labels == name))
        items = [rated.items[place] for place in places]
        raw, longer = means[places], more[places]
        adjusted = raw - (math.nan if slope.value is None else slope.value) * longer
        se = None if slope.se is None else standard_error(adjusted.tolist(), items)
        words, both = float(np.exp(np.log(rated.words[places]).mean())), None
        if se is not None:
            both = math.hypot(se, float(longer.mean()) * (slope.se or 0.0))
        at_equal = Undefined(why) if slope.value is None else float(adjusted.mean())
        row = {"model": name, **rated.where, "rated": len(items), "words": words, "raw": float(raw.mean())}
        row |= {"raw_se": standard_error(raw.tolist(), items), "adjusted": at_equal, "adjusted_se": both}
        rows.append(row)
    return sorted(rows, key=lambda row: (-row["raw"], natural_key(row["model"])))


def _explained(rated: _Rated, length: rating_bias.JudgeSlopes) -> Iterator[dict[str, Any]]:
    """A row per judge for which a share of variance is known, and for all judges where these are several."""
    lengths = {"words": (rated.words, length)}
    if not np.isnan(rated.thoughts).all():
        slopes = rating_bias.length_slopes(rated.table, rated.thoughts, rated.items, rated.models)
        lengths["reasoning"] = rated.thoughts, slopes
    shares: dict[str, dict[str, Any]] = defaultdict(dict)
    for name, (words, slopes) in lengths.items():
        for judge, places, slope in rated.with_all(slopes):
            ratings = known_means(rated.table[:, places])
            share = rating_bias.length_share_between(ratings, words, rated.items, rated.models)
            within = None if slope.effect is None else slope.effect**2
            shares[judge][f"{name}_within"] = or_undefined(within, LENGTH_PROBLEMS.get(slope.problem, slope.problem))
            shares[judge][f"{name}_between"] = or_undefined(share, FEW_MODELS)
    for judge, found in shares.items():
        if not all(map(is_undefined, found.values())):
            unknown = dict.fromkeys(("reasoning_within", "reasoning_between"), Undefined(NO_REASONING))
            yield {"judge": judge, **rated.where, **unknown, **found}
