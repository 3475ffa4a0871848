"""Scores answers to problems by the classes that judges give them, with checks that need no judge."""

from __future__ import annotations

import argparse
import logging
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from helm_creativity.errors import BadArguments
from helm_creativity.files import sha256_of
from helm_creativity.judging import JudgeSettings, complaints, panel_stats
from helm_creativity.judging.given import judgement_of_row
from helm_creativity.psychometrics import standard_error
from helm_creativity.responses import Answer, Unscored, as_written
from helm_creativity.rooms import NOT_ASKED, Outcome, Row, checksum_of, load_card, render, signature
from helm_creativity.rooms.rows import list_in, words_of
from helm_creativity.scenarios.macgyver.items import Item
from helm_creativity.scenarios.macgyver.labels import LABELS
from helm_creativity.scenarios.macgyver.measure import (
    CLASSES,
    Checks,
    check_answer,
    class_of,
    class_shares,
    judged_score,
)
from helm_creativity.scenarios.macgyver.protocols import HERE, ITEMS, JUDGE, PROTOCOLS, items_signature

logger = logging.getLogger(__name__)

CARD = load_card(HERE)
SETTINGS = tuple(one.name for one in CARD.facets if one.name.startswith("setting_"))
CHECKS = ("solvability_correct", "says_impossible", "foreign_tools", "tools_used", "steps", "words", "over_100_words")
_BY_LETTER = dict(zip("ABCDE", CLASSES, strict=True))
_TRUTH = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def prompts_of(items: str, protocol: str) -> str:
    """Number and checksum of the prompts with every problem."""
    return checksum_of(render(HERE, PROTOCOLS[protocol], problem=item.problem) for item in ITEMS[items]())


def instruments_of() -> str:
    """Number and checksum of what judges are asked: of solvable and unsolvable problems, with a reference."""
    known = {"problem": "PROBLEM", "reference": "REFERENCE", "answer": "ANSWER"}
    return checksum_of(form for solvable in (True, False) for form in JUDGE.forms(solvable=solvable, **known))


def objects_signature() -> str:
    """Checksum of the list of household objects, by which ``foreign_tools`` are told."""
    from helm_creativity.scenarios.macgyver.tools import HOUSEHOLD

    return f"sha256:{sha256_of(HOUSEHOLD)[:12]}"


def run_signature(protocol: str, items: str, judges: JudgeSettings) -> str:
    """Everything that moves the score of a run."""
    asked = {"prompts": prompts_of(items, protocol), "items": items_signature(items), "objects": objects_signature()}
    return signature(CARD, protocol=protocol, **asked, **judges.signed(instruments_of()))


def given_signature(items: str) -> str:
    """Everything that moves the score of answers whose labels are given."""
    known = {"items": items_signature(items), "objects": objects_signature()}
    return signature(CARD, prompts=NOT_ASKED, **known, judges="given")


class MacGyverScorer:
    """See ``RunScorer``. An answer's score is the percentage of its judges who found it correct."""

    def __init__(self, items: str, signature: str = "") -> None:
        self._items = items
        self.signature = signature or given_signature(items)

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """One outcome for each answer: from ``fields["classes"]`` where given, otherwise from its judges."""
        return [self._outcome(row) for row in rows]

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """Scores by solvability and setting, and what the judges did."""
        judgements = [judgement_of_row(row) for row in rows]
        for complaint in complaints(judgements):
            logger.warning("%s: %s", CARD.group, complaint)
        stats: dict[str, float | None] = {}
        for name, solvable in (("solvable", True), ("unsolvable", False)):
            some = [(row, one) for row, one in zip(rows, outcomes, strict=True) if row.fields["solvable"] is solvable]
            stats[f"{name}_score"], stats[f"{name}_score_se"] = _mean(some)
        for setting in SETTINGS:
            some = [(row, one) for row, one in zip(rows, outcomes, strict=True) if _setting(row) == setting]
            stats[setting] = _mean(some)[0]
        known = sum(row.fields.get("tools") is not None for row in rows)
        return {**stats, "tools_known_rate": known / len(rows) if rows else None, **panel_stats(judgements)}

    @cached_property
    def _by_id(self) -> dict[str, Item]:
        return {item.id: item for item in ITEMS[self._items]()}

    def _outcome(self, row: Row) -> Outcome:
        from helm_creativity.scenarios.macgyver.verdicts import unanswered_problem

        fields = self._known(row.fields)
        answer = row.answer or Answer("")
        reason = unanswered_problem(answer)
        if "classes" in fields and reason is not Unscored.EMPTY:
            reason = None  # whoever gave a class took the answer for one
        ratings = () if "classes" in fields else judgement_of_row(row).values("solution")
        classes = list(fields.get("classes", ())) or [class_of(rating) for rating in ratings]
        if reason is not None:
            facets: dict[str, float | None] = dict.fromkeys((*CLASSES, *CHECKS))
            return Outcome(None, reason, facets, {"verdict": None, "foreign": []})
        tools = fields.get("tools")
        checks = check_answer(as_written(answer.text), str(fields["problem"]), tools, bool(fields["solvable"]))
        score = judged_score(classes)
        details = {"verdict": "impossible" if checks.impossible else "possible", "foreign": list(checks.foreign)}
        facets = {**class_shares(classes), **_check_facets(checks)}
        return Outcome(score, Unscored.UNJUDGED if score is None else None, facets, details)

    def _known(self, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """The fields with those of the item, where only its id is given."""
        if "item" not in fields:
            return fields
        item = self._by_id.get(fields["item"])
        if item is None:
            raise BadArguments(
                f"no problem of {self._items} has the id {fields['item']!r}; "
                "give others with --items, or its text as problem, with solvable"
            )
        return {**fields, "problem": item.problem, "tools": item.tools, "solvable": item.solvable}


def _check_facets(checks: Checks) -> dict[str, float | None]:
    """The checks as numbers; truths are 0 or 1."""
    values = {**checks._asdict(), "says_impossible": checks.impossible}
    return {name: None if values[name] is None else float(values[name]) for name in CHECKS}


def _mean(some: Sequence[tuple[Row, Outcome]]) -> tuple[float | None, float | None]:
    """Mean score of the scored answers, and its standard error over problems."""
    scored = [(one.score, str(row.fields["problem"])) for row, one in some if one.score is not None]
    scores = [score for score, _ in scored]
    return (sum(scores) / len(scores) if scores else None), standard_error(scores, [key for _, key in scored])


def _setting(row: Row) -> str:
    """The facet of a problem's setting."""
    return f"setting_{re.sub(r'[^a-z]+', '_', str(row.fields.get('setting', '')).lower())}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score macgyver`` takes beside files."""
    parser.add_argument(
        "--items", default="own", choices=sorted(ITEMS), help="where problems are looked up by their ids (default: own)"
    )


def scorer_of(arguments: argparse.Namespace) -> MacGyverScorer:
    """The scorer for the command line."""
    return MacGyverScorer(arguments.items)


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``response``, and ``item``, an id, or ``problem``, a text, ``solvable`` and ``tools``.

    ``class`` (or ``label``) is what people found: a letter, a class, a label of the authors, or a list of them, one a
    rater. Without it there are only the checks.

    Raises:
        BadArguments: when one is missing or wrong.
    """
    response = record.get("response")
    if "response" not in record or not isinstance(response, (str, type(None))):
        raise BadArguments(f"expected a text in the field response, got {response!r}")
    fields = _problem_of(record)
    label = next((record[name] for name in ("class", "label") if record.get(name) not in (None, "")), None)
    return Row(Answer(response or ""), fields if label is None else {**fields, "classes": _classes(label)})


def _problem_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """What a row says of its problem: an id, or all that is known of it."""
    item, problem = record.get("item"), record.get("problem")
    if item not in (None, ""):
        if isinstance(item, bool) or not isinstance(item, (str, int)) or not str(item).strip():
            raise BadArguments(f"expected a problem's id in the field item, got {item!r}")
        return {"item": str(item).strip()}
    if not isinstance(problem, str) or not problem.strip():
        raise BadArguments(f"expected an id in the field item, or a text in the field problem, got {problem!r}")
    solvable = _TRUTH.get(str(record.get("solvable", "")).strip().lower())
    if solvable is None:
        raise BadArguments(f"solvable must be yes or no, got {record.get('solvable')!r}")
    given = record.get("tools")
    tools = None if given in (None, "") else tuple(one.strip() for one in words_of(given, "tools"))
    return {"problem": problem, "solvable": solvable, "tools": tools}


def _classes(label: object) -> list[str]:
    """Classes from a cell: one, a list, or a list as JSON text."""
    value = list_in(label)
    known = {**_BY_LETTER, **{name: name for name in CLASSES}, **LABELS}
    several = [str(one).strip() for one in (value if isinstance(value, list) else [value])]
    if not several or any(one not in known for one in several):
        raise BadArguments(f"class must be one of {', '.join(known)}, or a list of them, got {label!r}")
    return [known[one] for one in several]
