"""The report as one page that needs no other file: what its sections show, made ready for its templates."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timezone
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from helm_creativity.core.pooling import is_baseline
from helm_creativity.io.pages import page_templates
from helm_creativity.reports.across import tables_below_leaderboard
from helm_creativity.reports.leaderboard import raw_order, reference_lines
from helm_creativity.reports.plots.style import percent
from helm_creativity.reports.plots.style import shown as number
from helm_creativity.reports.report import statistics
from helm_creativity.reports.report.grid import Grid, page_grid
from helm_creativity.reports.report.judge_bias import Unavailable, judge_bias_reason, judge_bias_view
from helm_creativity.reports.report.leaderboards import (
    LeaderboardView,
    composite_grid,
    heatmap_grid,
    leaderboard_view,
    scores_grid,
)
from helm_creativity.reports.report.people import people_view
from helm_creativity.reports.report.profiles import FIRST, composite_profiles
from helm_creativity.reports.report.responses import ALL, FEW, NONE, check_choice, responses_view
from helm_creativity.reports.report.wording import (
    capitalised,
    clean,
    column_noun,
    interval_text,
    listed,
    sentence,
    signed,
    typeset,
    who,
)
from helm_creativity.reports.response_page import TEMPLATES as RESPONSE_TEMPLATES
from helm_creativity.results.factors import Factors
from helm_creativity.results.findings import FLOOR, Findings
from helm_creativity.results.leaderboard import CompositeScores, LeaderboardRow, raw_composite
from helm_creativity.results.numbers import MINUS
from helm_creativity.results.numbers import count as number_count
from helm_creativity.results.options import Absent
from helm_creativity.results.reliability import Reliability
from helm_creativity.results.study import ScoreMatrix
from helm_creativity.results.submetrics import TradeOff
from helm_creativity.results.table import Cell, Column, Table, Undefined
from helm_creativity.safe_text import counted
from helm_creativity.version import __version__

if TYPE_CHECKING:
    from helm_creativity.reports.report.figures import Figure

TEMPLATES = Path(__file__).parent / "templates"
Found = TypeVar("Found")
Shown = TypeVar("Shown")


def render_report(
    findings: Findings,
    figures: Mapping[str, Figure],
    command: str = "",
    made: date | None = None,
    responses: str = FEW,
) -> str:
    """The page, whole: it names no other file and no address."""
    from markupsafe import Markup

    environment = _environment()
    script = environment.get_template("script.j2").render()
    day = made or datetime.now(timezone.utc).date()
    drawn = {key: figure._replace(svg=Markup(figure.svg)) for key, figure in figures.items()}
    return str(
        environment.get_template("page.j2").render(
            report_view(findings, responses),
            findings=findings,
            figures=drawn,
            frontiers=[figure for key, figure in drawn.items() if key.startswith("frontier")],
            first_profiles=FIRST,
            first_lines=FIRST_LINES,
            command=command,
            version=__version__,
            made=day.isoformat(),
            made_in_words=f"{day.day} {day:%B %Y}",
            script=Markup(script),
            script_hash=f"sha256-{base64.b64encode(hashlib.sha256(script.encode('utf-8')).digest()).decode('ascii')}",
        )
    )


@lru_cache(maxsize=1)
def _environment() -> Any:  # noqa: ANN401 - Jinja2 is imported where it is used
    environment = page_templates(
        TEMPLATES, RESPONSE_TEMPLATES, finalize=lambda value: clean(value) if type(value) is str else value
    )
    environment.filters |= {"exact": "{:.8g}".format, "number": number, "count": counted}
    environment.filters |= {"sentence": sentence, "typeset": typeset}
    return environment


NAMES: Mapping[str, str] = MappingProxyType(
    {
        "heatmap": "Models by benchmarks",
        "overall": "Overall ranking",
        "profiles": "Profiles",
        "benchmarks": "Benchmarks",
        "people": "People beside models",
        "trades": "Trade-offs",
        "factors": "One factor or several",
        "reliability": "Reliability",
        "validity": "What scores predict",
        "judges": "Judge severity",
        "judge_bias": "What judges favour",
        "failures": "Responses without a score",
        "across": "Further tables of benchmarks",
        "effects": "Effects of instructions",
        "groups": "Groups of models",
        "notes": "Left out, and notes",
        "reading": "How to read this page",
        "origin": "How to make this page again",
    }
)
FIRST_LINES = 10
"""Notes that stand open; the rest is a click away."""
ANSWERS, VALID = "num_answers", "valid_rate"
METHODS = MappingProxyType({"exact": "exact", "normal": "by the normal approximation, corrected for ties"})


class HeadlineNumber(NamedTuple):
    """A number at the head of the page."""

    name: str
    value: str
    note: str = ""


def report_view(findings: Findings, responses: str = FEW) -> dict[str, Any]:
    """Everything that the templates name, apart from figures and the origin of the page."""
    check_choice(responses)
    leaderboards = _leaderboards(findings, responses)
    links = {leaderboard.column.key: leaderboard.key for leaderboard in leaderboards}
    composite = findings.composite if isinstance(findings.composite, CompositeScores) else None
    profiles = None if composite is None else composite_profiles(composite, findings)
    benchmark_tables = list(statistics.benchmark_tables(tables_below_leaderboard(findings.runs)))
    absent = dict(_absent(findings, profiles is not None))
    if not benchmark_tables:
        absent["across"] = "no benchmark of these suites compares its models in a table of its own"
    names = {key: name for key, name in NAMES.items() if key not in absent or key == "overall"}
    if composite is None:
        names["overall"] = "Scores"
    only_baselines = bool(len(findings.study.models)) and bool(findings.study.baselines.all())
    valid = findings.study.stats.get(VALID, np.empty(0))
    methods = {pair.method for pair in _where_known(findings.groups, tuple) or ()}
    return {
        "names": names,
        "sections": list(names.items()),
        "unavailable": _unavailable(absent),
        "title": findings.title or "Creativity of language models",
        "lede": _lede(findings),
        "tiles": tuple(_headline_numbers(findings)),
        "only_baselines": only_baselines,
        "pool_name": "baselines" if only_baselines else "language models",
        "summary": tuple(summary_sentences(findings)),
        "composite": None if composite is None else _composite(composite, findings, leaderboards),
        "scores": scores_grid(findings, links) if composite is None and leaderboards else None,
        "scale": SCALE,
        "profiles": profiles,
        "leaderboards": leaderboards,
        "responses": _responses_sentence(leaderboards, responses),
        "overview": _overview(leaderboards, findings),
        "people": people_view(findings, links),
        "trade_offs": [_trade_off(place, trade_off) for place, trade_off in enumerate(findings.trade_offs, start=1)],
        "factors": _where_known(findings.factors, _factors),
        "reliability": statistics.reliability_grid(findings.reliability, links),
        "columns_called": f"{column_noun(findings.study.columns)}s",
        "judge_bias": judge_bias_view(findings),
        "benchmark_tables": benchmark_tables,
        "failures": _failures(findings, links),
        "all_scored": bool(np.isfinite(valid).any() and np.nanmin(valid) == 1),
        "intervals": any(row.low is not None for leaderboard in findings.leaderboards for row in leaderboard.rows),
        "least_scored": findings.settings.get(FLOOR, ""),
        "validity": _where_known(findings.validity, statistics.validity_grid),
        "severities": _where_known(findings.severities, statistics.severity_grid),
        "effects": _where_known(findings.effects, statistics.effects_grid),
        "groups": _where_known(findings.groups, statistics.groups_grid),
        "group_methods": " and ".join(text for name, text in METHODS.items() if name in methods),
    }


def _where_known(found: Found | Absent, shown: Callable[[Found], Shown]) -> Shown | None:
    return None if isinstance(found, Absent) else shown(found)


def _unavailable(absent: Mapping[str, str]) -> list[Unavailable]:
    by_reason: dict[str, list[str]] = {}
    for key, reason in absent.items():
        by_reason.setdefault(reason, []).append(NAMES[key])
    return [
        Unavailable(", ".join([names[0], *(name[:1].lower() + name[1:] for name in names[1:])]), reason.rstrip("."))
        for reason, names in by_reason.items()
    ]


def _absent(findings: Findings, profiled: bool) -> Iterator[tuple[str, str]]:
    composite = findings.composite
    if isinstance(composite, Absent):
        yield from ((key, composite.reason) for key in ("overall", "heatmap", "profiles"))
    elif not profiled:
        yield "profiles", "a profile needs values on at least three domains or benchmarks"
    if not any(leaderboard.people for leaderboard in findings.leaderboards):
        yield "people", "no sample of people is shown beside these models; add one with --people"
    if not findings.trade_offs:
        yield "trades", "no benchmark here has two submetrics with a known trade-off"
    reliability = statistics.one_reason(findings.reliability)
    for key, found in (
        ("factors", findings.factors),
        ("groups", findings.groups),
        ("reliability", reliability if findings.reliability else Absent("these suites hold no benchmark")),
        ("validity", findings.validity),
        ("judges", findings.severities),
        ("judge_bias", judge_bias_reason(findings)),
        ("effects", findings.effects),
    ):
        if isinstance(found, Absent):
            yield key, found.reason


SCALE = (
    ("down4", f"{MINUS}2"),
    ("down3", ""),
    ("down2", f"{MINUS}1"),
    ("down1", ""),
    ("", "0"),
    ("up1", ""),
    ("up2", "+1"),
    ("up3", ""),
    ("up4", "+2"),
)
"""The shades of z, half a standard deviation each."""


def _lede(findings: Findings) -> str:
    study = findings.study
    baselines = int(study.baselines.sum())
    benchmarks = counted(len({column.group for column in study.columns}), "benchmark")
    measured = f"{who(len(study.models) - baselines, baselines)} on {benchmarks}"
    if study.scores.size and not np.isfinite(study.scores).any():
        return f"{measured}: no response could be scored, and the tables say why."
    if isinstance(findings.composite, Absent):
        return f"Scores of {measured}, with 95 % intervals."
    sure = any(row.low is not None for row in findings.composite.rows)
    return f"{measured}: model ranks{' with their uncertainty' * sure}, and what the scores mean together."


def _headline_numbers(findings: Findings) -> Iterator[HeadlineNumber]:
    study = findings.study
    baselines = int(study.baselines.sum())
    models = len(study.models) - baselines
    if models or not baselines:
        yield HeadlineNumber(
            "Language models", f"{models:,}", f"and {counted(baselines, 'baseline')}" if baselines else ""
        )
    else:
        yield HeadlineNumber("Baselines", f"{baselines:,}", "and no language model")
    groups = len({column.group for column in study.columns})
    several = len(study.columns) > groups
    yield HeadlineNumber("Benchmarks", f"{groups:,}", f"in {len(study.columns):,} columns" if several else "")
    known = np.isfinite(study.scores)
    if known.size:
        yield HeadlineNumber("Scores", f"{int(known.sum()):,}", f"of {known.size:,} possible")
    responses = study.stats.get(ANSWERS)
    if responses is not None and np.isfinite(responses).any():
        yield HeadlineNumber("Responses", f"{int(np.nansum(responses)):,}", "in the runs that report them")
    if study.uncounted:
        yield HeadlineNumber("Do not count", f"{len(study.uncounted):,}", "marked in the tables")
    if study.problems:
        yield HeadlineNumber("Left out", f"{len(study.problems):,}", "see the notes")


def _composite(
    composite: CompositeScores, findings: Findings, leaderboards: Sequence[LeaderboardView]
) -> dict[str, Any]:
    study = findings.study
    responses = {view.column.key: view.responses.links for view in leaderboards if view.responses is not None}
    pool = [row.score is not None for row in composite.rows if not row.baseline]
    return {
        "grid": composite_grid(composite, study),
        "heatmap": heatmap_grid(composite, study, responses, findings.leaderboards),
        "linked": any(responses.values()),
        "columns": counted(len(composite.columns), "benchmark"),
        "facts": f"{sum(pool)} of {counted(len(pool), 'language model')} {'has' if sum(pool) == 1 else 'have'} all "
        f"benchmarks.{_left_out(composite)}{_probes(study)}{_adjusted(composite, study)} {_intervals(composite)}"
        + _corrected(composite, study),
    }


def _intervals(composite: CompositeScores) -> str:
    scored = [row.low is not None for row in composite.rows if row.score is not None]
    lacking = " A model has none where the error of one of its benchmarks is unknown." * (not all(scored))
    if not any(scored):
        return "There are no intervals: they need the errors of all benchmarks." if scored else ""
    return (
        "Intervals combine the errors of all benchmarks, as given in the benchmarks’ own tables."
        f"{lacking} Small numbers after a rank are its 95 % interval."
    )


def _corrected(composite: CompositeScores, study: ScoreMatrix) -> str:
    raw = raw_composite(study)
    pairs = [
        (raw[row.model], row.score) for row in composite.rows if raw and not row.baseline and row.score is not None
    ]
    facts = [*reference_lines(study.columns), *raw_order(pairs, "composites")]
    return "".join(f" {typeset(capitalised(fact))}." for fact in facts)


def _adjusted(composite: CompositeScores, study: ScoreMatrix) -> str:
    cells = [
        (study.models[row], study.columns[place].title)
        for (row, place), found in sorted(study.all_items.items())
        if found.score is not None and study.columns[place].key in composite.columns
        if (row, place) not in study.uncounted
    ]
    if not cells:
        return ""
    return f" The score over all items is used for {listed([f'{model} ({title})' for model, title in cells])}."


def _probes(study: ScoreMatrix) -> str:
    """Which benchmarks measure something else than creativity; "" where none does."""
    titles = [column.title for column in study.columns if column.probe]
    return f" Not counted, because they do not measure creativity: {', '.join(titles)}." if titles else ""


def _left_out(composite: CompositeScores) -> str:
    return (
        " Left out, because fewer than three models have scores that count, or all scores are equal: "
        f"{', '.join(composite.left_out)}." * bool(composite.left_out)
    )


def _leaderboards(findings: Findings, responses: str) -> list[LeaderboardView]:
    places = {column.key: place for place, column in enumerate(findings.study.columns)}
    found = []
    for i, leaderboard in enumerate(findings.leaderboards, start=1):
        place, key = places[leaderboard.column.key], f"benchmark-{i}"
        shown = None if responses == NONE else responses_view(leaderboard, findings, place, key, responses == ALL)
        found.append(leaderboard_view(leaderboard, findings, place, key, shown))
    return found


def _responses_sentence(leaderboards: Sequence[LeaderboardView], responses: str) -> str:
    shown = [leaderboard.responses for leaderboard in leaderboards if leaderboard.responses is not None]
    if responses == NONE or not shown:
        return ""
    if any(view.models for view in shown):
        which = "all responses" if responses == ALL else "responses with the best, a median and the worst score"
        return f"Below each table are {which} of its models; a model’s name links to them."
    reasons = dict.fromkeys(reason for view in shown for reason in view.unread)
    return f"No response can be shown: {'; '.join(reasons) or 'the runs of these tables are not available'}."


def _overview(leaderboards: Sequence[LeaderboardView], findings: Findings) -> Grid:
    composite = findings.composite if isinstance(findings.composite, CompositeScores) else None
    only_baselines = bool(findings.study.baselines.all())
    columns = [
        Column("benchmark", "benchmark", left=True),
        Column("domain", "domain", left=True),
        Column("models", "baselines" if only_baselines else "models", number_count),
        Column("items", "items", number_count),
        Column("first", "first", left=True),
    ]
    columns += [Column("composite_domain", "domain in the composite", left=True)] if composite else []
    rows = []
    for view, leaderboard in zip(leaderboards, findings.leaderboards, strict=True):
        column = leaderboard.column
        scored = sum(row.score is not None and row.baseline == only_baselines for row in leaderboard.rows)
        row = (
            Cell(column.title, link=view.key),
            column.domain or Undefined("no card of this package describes it"),
            scored,
            Undefined("the runs do not say") if column.items is None else column.items,
            _first_place(leaderboard.rows),
        )
        enters = composite is not None and column.key in composite.columns
        domain = column.mean_domain if enters else Undefined("it does not enter the composite")
        rows.append((*row, *([domain] if composite else [])))
    return page_grid(Table("overview", columns, rows, "Benchmarks of this report"))


def _first_place(rows: Sequence[LeaderboardRow]) -> str | Undefined:
    first = [row for row in rows if row.rank == 1]
    if not first:
        return Undefined("fewer than two scores count, so there are no ranks")
    others = sum(row.rank_low == 1 and row.rank != 1 for row in rows)
    name = first[0].model if len(first) == 1 else f"{len(first):,} tied"
    return name + (f", or {counted(others, 'other')}" if others else "")


def _trade_off(place: int, trade_off: TradeOff) -> dict[str, Any]:
    key, titles = f"trade-{place}", statistics.trade_off_title(trade_off)
    front = sum(point[3] for point in trade_off.points)
    baselines = sum(is_baseline(point[0]) for point in trade_off.points)
    measured = who(len(trade_off.points) - baselines, baselines)
    return {
        "key": key,
        "title": f"{trade_off.column.title}: {titles[0]} and {titles[1].lower()}",
        "facts": f"{measured}; {front} {'is' if front == 1 else 'are'} on the front."
        if front
        else f"{measured}. A single model has no front.",
        "grid": statistics.trade_off_grid(trade_off, key),
        "comparable": trade_off.column.comparable,
    }


def _factors(factors: Factors) -> dict[str, Any]:
    warnings = []
    if not factors.solution.converged:
        warnings.append("The estimation of the common factor did not converge: do not use its loadings.")
    if factors.solution.heywood:
        warnings.append(
            "A communality reached 1 (a Heywood case), so the common factor is that one variable: use the component."
        )
    return {
        "sentence": factor_sentence(factors),
        "warnings": warnings,
        "correlations": statistics.correlations_grid(factors),
        "loadings": statistics.loadings_grid(factors),
        "eigenvalues": statistics.eigenvalues_grid(factors),
        "robustness": statistics.robustness_grid(factors),
    }


def _failures(findings: Findings, links: Mapping[str, str]) -> dict[str, Grid] | None:
    if not findings.failures:
        return None
    return {
        "by_model": statistics.failures_by_model(findings),
        "by_benchmark": statistics.failures_by_benchmark(findings, links),
    }


def summary_sentences(findings: Findings) -> Iterator[str]:
    """A sentence for each statistic that there is."""
    if not isinstance(findings.composite, Absent):
        yield from _best_model(findings.composite)
    if not isinstance(findings.factors, Absent):
        yield factor_sentence(findings.factors)
    yield from _most_and_least_reliable(findings.reliability)


def _best_model(composite: CompositeScores) -> Iterator[str]:
    ranked = [row for row in composite.rows if row.rank is not None]
    scored = [row for row in composite.rows if row.score is not None and not row.baseline]
    benchmarks = counted(len(composite.columns), "benchmark")
    if not ranked or ranked[0].score is None:
        alone = f"only {scored[0].model} has" if scored else "no language model has"
        yield f"Models are not ranked: {alone} a score that counts on all {benchmarks}."
        return
    first = ranked[0]
    tied = [row.model for row in ranked if row.rank == first.rank]
    names = " and ".join(tied) if len(tied) < 4 else f"{len(tied)} models"
    ends = "" if first.low is None else f" (95 % interval {interval_text(first.low, first.high)})"
    verb = "ranks" if len(tied) == 1 else "rank"
    models = sum(not row.baseline for row in composite.rows)
    among = f"of {counted(models, 'model')} over {benchmarks}"
    if models > len(ranked):
        among = f"of the {len(ranked)} models (of {models}) that have all {benchmarks}"
    yield (
        f"{names} {verb} first {among}, with z = {signed(first.score)}{ends}"
        f"{_also_first(first, [row for row in ranked if row.rank != first.rank])}."
    )


def _also_first(first: LeaderboardRow, others: Sequence[LeaderboardRow]) -> str:
    """How many others may be first as well, as far as intervals of ranks say; "" where there are no others."""
    known = [other for other in others if other.rank_low is not None]
    if not others:
        return ""
    if first.rank_low is None or not known:
        return "; the uncertainty of ranks is unknown"
    unknown = len(others) - len(known)
    reach = sum(row.rank_low == 1 for row in known)
    rest = f"; {counted(unknown, 'model')} {'has' if unknown == 1 else 'have'} no interval" if unknown else ""
    if not reach:
        return f"; no other rank interval includes 1{rest}"
    ranks, verb = ("rank interval", "includes") if reach == 1 else ("rank intervals", "include")
    return f"; the {ranks} of {counted(reach, 'other model')} {verb} 1 too{rest}"


def factor_sentence(factors: Factors) -> str:
    """What one factor explains, and how many stand out from noise."""
    solution, noise = factors.solution, factors.noise
    alpha = "" if factors.alpha is None else f"; standardised Cronbach’s α is {number(factors.alpha)}"
    first, chance = float(solution.eigenvalues[0]), float(noise.noise_95[0])
    kept = {0: "no component exceeds", 1: "one component exceeds"}
    return (
        f"One component explains {percent(float(solution.share))} of the variance of {len(factors.variables)} "
        f"{factors.of} over {counted(factors.n_models, 'model')} (first eigenvalue {number(first)}, 95 % quantile of "
        f"noise {number(chance)}); {kept.get(noise.n_factors, f'{noise.n_factors} components exceed')} "
        f"noise{alpha}."
    )


def _most_and_least_reliable(found: tuple[Reliability, ...]) -> Iterator[str]:
    known = [
        (reliability.split_half.reliability, reliability)
        for reliability in found
        if not isinstance(reliability.split_half, Absent)
    ]
    known = [(value, reliability) for value, reliability in known if np.isfinite(value)]
    if not known:
        return
    known.sort(key=lambda pair: pair[0])
    (least, low), (most, high) = known[0], known[-1]
    if len(known) == 1:
        halves = low.split_half
        ends = (None, None) if isinstance(halves, Absent) else (halves.low, halves.high)
        sure = "no interval" if None in ends else f"95 % interval {interval_text(*ends)}"
        yield f"The split-half reliability of {low.column.title} is {number(least)} ({sure})."
    else:
        yield (
            f"Split-half reliability over items ranges from {number(least)} ({low.column.title}) to {number(most)} "
            f"({high.column.title}) in {counted(len(known), column_noun([row.column for _, row in known]))}."
        )
