"""What judges said, and its flat form in HELM's annotations, from which the table of ratings is read back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from helm_creativity.judging.replies import Missing, Reading

ANNOTATOR = "judges"
"""Name under which the annotation of every judged benchmark stands."""

PLACE = "#"
"""Begins the names of texts that are rated one by one."""

_FIELD = re.compile(r"rating_(?P<number>\d+)_(?P<field>\w+)")
# Beside these every field of a verdict is a dimension or its reason.
_OWN = ("judge", "instrument", "about", "reply", "error", "characters")
# Written only where they are not as usual; annotations of earlier versions do not have them.
_SELDOM: Mapping[str, Any] = {"place": 0, "counts": False, "share": None, "parts": ()}
_REASON = "_missing"


@dataclass(frozen=True)
class Verdict:
    """What one judge's reply to one question says of one thing.

    A question about several texts brings as many verdicts of a judge as texts. Its reply, error and characters stand in
    the first of them alone.

    Attributes:
        judge: name of the deployment.
        instrument: which question.
        about: "" for the answer itself, otherwise which pair of answers (``Unit.about``) or which text of the question
            (``place_name``).
        readings: by dimension, in the order asked.
        reply: the text that the judge wrote.
        error: why the request failed, in the server's words; "" if it did not.
        characters: of question and reply together.
        place: which text of its question it is about, from 1; 0 where the question asked for one verdict.
        counts: whether the values are numbers of categories, which are no ratings on a scale.
        share: where ratings are weighted, the probability of the numbers that they are means of, above 0 to 1; of
            several dimensions the lowest. None where nothing was weighted.
        parts: what was said of each part of the thing, where the rating is composed of that.
    """

    judge: str
    instrument: str
    about: str
    readings: Mapping[str, Reading]
    reply: str = ""
    error: str = ""
    characters: int = 0
    place: int = 0
    counts: bool = False
    share: float | None = None
    parts: tuple[float, ...] = ()

    @property
    def heads(self) -> bool:
        """Whether it stands for its reply where replies are counted: the first of those of one question."""
        return self.place <= 1

    @property
    def asked(self) -> bool:
        """Whether the question was put to the judge at all."""
        return not any(one.missing is Missing.NOT_ASKED for one in self.readings.values())

    @property
    def answered(self) -> bool:
        """Whether the judge answered, usefully or not."""
        return self.asked and not any(one.missing is Missing.FAILED for one in self.readings.values())


@dataclass(frozen=True)
class Judgement:
    """All that was asked about one answer.

    Attributes:
        verdicts: in the order asked.
        planned: ratings that the design asks for. More than the verdicts hold when something broke on the way.
        error: what broke; "" if nothing did.
        extra: what else an annotator has to tell, plain values by names that are not those of ratings.
        left_out: judges of the panel that did not rate because they are the model under test.
    """

    verdicts: Sequence[Verdict] = ()
    planned: int = 0
    error: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    left_out: int = 0

    def values(self, dimension: str, about: str = "") -> list[float]:
        """The ratings of one dimension that came, in the order of the judges."""
        return [
            reading.value
            for verdict in self.verdicts
            if verdict.about == about
            and (reading := verdict.readings.get(dimension)) is not None
            and reading.value is not None
        ]

    @property
    def abouts(self) -> list[str]:
        """What was rated beside the answer itself."""
        return [about for about in dict.fromkeys(verdict.about for verdict in self.verdicts) if about]


def place_name(number: int) -> str:
    """The text of that number, from 1, in a question about several, as ``Verdict.about`` names it: ``#3``."""
    return f"{PLACE}{number}"


def check_dimensions(instrument: str, dimensions: Sequence[str]) -> None:
    """Refuses dimensions that would be lost in an annotation.

    Raises:
        ValueError: for a name with other signs than letters, figures and ``_``, one that a field of every verdict has,
            or one that ends like the reason for a missing rating.
    """
    for one in dimensions:
        if not re.fullmatch(r"\w+", one) or one in (*_OWN, *_SELDOM) or one.endswith(_REASON):
            raise ValueError(f"instrument {instrument!r}: a dimension cannot be called {one!r} in an annotation")


def flat(judgement: Judgement) -> dict[str, Any]:
    """The annotation: one level deep, since HELM's run page shows it so; a missing rating is None beside its reason."""
    annotation: dict[str, Any] = {"planned": judgement.planned, "error": judgement.error, **judgement.extra}
    annotation["left_out"] = judgement.left_out
    for number, verdict in enumerate(judgement.verdicts, start=1):
        head = f"rating_{number}"
        annotation |= {f"{head}_judge": verdict.judge, f"{head}_instrument": verdict.instrument}
        annotation[f"{head}_about"] = verdict.about
        for dimension, reading in verdict.readings.items():
            annotation[f"{head}_{dimension}"] = reading.value
            annotation[f"{head}_{dimension}{_REASON}"] = reading.missing.value if reading.missing else ""
        annotation |= {f"{head}_reply": verdict.reply, f"{head}_error": verdict.error}
        annotation[f"{head}_characters"] = verdict.characters
        seldom = {name: getattr(verdict, name) for name in _SELDOM}
        seldom["parts"] = " ".join(f"{part:.17g}" for part in verdict.parts) or ()
        annotation |= {f"{head}_{name}": value for name, value in seldom.items() if value != _SELDOM[name]}
    return annotation


def judgement_of(annotation: Mapping[str, Any]) -> Judgement:
    """The way back from ``flat``.

    Raises:
        ValueError: for an annotation that ``flat`` did not write.
    """
    fields: dict[int, dict[str, Any]] = {}
    extra = {}
    for key, value in annotation.items():
        number, name = _placed(key)
        if number is not None:
            fields.setdefault(number, {})[name] = value
        elif key not in ("planned", "error", "left_out"):
            extra[key] = value
    verdicts = [_verdict(fields[number]) for number in sorted(fields)]
    planned, left_out = (int(annotation.get(name, 0)) for name in ("planned", "left_out"))
    return Judgement(verdicts, planned, str(annotation.get("error", "")), extra, left_out)


@lru_cache(maxsize=4096)  # a suite has millions of fields, and few names of them
def _placed(key: str) -> tuple[int | None, str]:
    """Of which rating a field is, and its name there; None for what belongs to none."""
    match = _FIELD.fullmatch(key)
    return (int(match["number"]), match["field"]) if match else (None, key)


def _verdict(fields: Mapping[str, Any]) -> Verdict:
    """One verdict from its fields. Some of HELM's ways to write a file leave nulls out, so a rating may be absent."""
    try:
        dimensions = [key.removesuffix(_REASON) for key in fields if key.endswith(_REASON) and key not in _OWN]
        readings = {one: _reading(fields.get(one), fields[f"{one}{_REASON}"]) for one in dimensions}
        seldom = {name: fields.get(name, usual) for name, usual in _SELDOM.items()}
        seldom["parts"] = tuple(map(float, seldom["parts"].split())) if seldom["parts"] else ()
        return Verdict(readings=readings, **{key: fields[key] for key in _OWN}, **seldom)
    except KeyError as error:
        raise ValueError(f"a rating lacks {error}, got {sorted(fields)}") from error
    except TypeError as error:
        raise ValueError(f"a rating must be a number or null, got {sorted(fields.items())}") from error


def _reading(value: float | None, reason: str) -> Reading:
    return Reading(None, Missing(reason)) if reason else Reading(value, None)


def judgement_in(annotations: Mapping[str, Any]) -> Judgement | None:
    """The judgement among the annotations of an answer; None where no judge was asked."""
    found = annotations.get(ANNOTATOR)
    return judgement_of(found) if isinstance(found, Mapping) else None


def panel_stats(judgements: Iterable[Judgement]) -> dict[str, float | None]:
    """What the judges of a run did: the facets of every judged benchmark.

    Returns:
        ``judge_coverage``: share of the planned ratings that came, 0 to 1, None where none was planned;
        ``judge_calls``: questions put to judges, whether HELM's cache or a server answers, one each however many texts
        it is about; ``judge_failures``: how many of them brought no reply (those that were not even asked, because
        their judge was given up, are in neither); ``judge_tokens``: about how many tokens the answered questions and
        their replies had, at four characters a token; ``judges_left_out``: judges of the panel that are the model
        itself.
    """
    planned = came = calls = failures = characters = left_out = 0
    for judgement in judgements:
        planned += judgement.planned
        left_out = max(left_out, judgement.left_out)
        came += sum(reading.value is not None for reading in _readings(judgement))
        replies = [verdict for verdict in judgement.verdicts if verdict.heads]
        calls += sum(verdict.asked for verdict in replies)
        failures += sum(verdict.asked and not verdict.answered for verdict in replies)
        characters += sum(verdict.characters for verdict in replies if verdict.answered)
    return {
        "judge_coverage": came / planned if planned else None,
        "judge_calls": float(calls),
        "judge_failures": float(failures),
        "judge_tokens": characters / 4,
        "judges_left_out": float(left_out),
    }


def _readings(judgement: Judgement) -> Iterator[Reading]:
    for verdict in judgement.verdicts:
        yield from verdict.readings.values()
