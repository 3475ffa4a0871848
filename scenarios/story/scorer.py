"""Scores stories, a run at a time: DSI, what else can be counted, and what judges say where they are asked."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from helm_creativity.errors import BadArguments
from helm_creativity.judging import JudgeSettings, complaints, judgement_in, panel_stats
from helm_creativity.judging.given import given_ratings, judgement_of_row, mean_or_none
from helm_creativity.rated import CREATIVITY, creativity_form
from helm_creativity.responses import Answer, Unscored
from helm_creativity.rooms import NOT_ASKED, Outcome, Row, checksum_of, load_card, signature
from helm_creativity.rooms.rows import words_of
from helm_creativity.scenarios.story.content_words import cue_coverage
from helm_creativity.scenarios.story.lempel_ziv import lempel_ziv
from helm_creativity.scenarios.story.protocols import HERE, PROTOCOLS, SETS, cue_sets, prompt_of
from helm_creativity.scenarios.story.stories import Story, count_sentences, given_story, read_story, sentences
from helm_creativity.scenarios.story.vectors import EMBEDDING, StoryVectors, find_vectors

logger = logging.getLogger(__name__)

CARD = load_card(HERE)
FACETS = ("dsi", "lempel_ziv", "cue_coverage", "sentence_count", "five_sentences", "words", "creativity")


def run_signature(protocol: str, cues: str, vectors: StoryVectors, judges: JudgeSettings) -> str:
    """Everything that moves the scores of a run."""
    prompts = checksum_of([prompt_of(protocol, one) for one in cue_sets(cues)])
    asked = judges.signed(checksum_of(creativity_form()))
    return signature(CARD, protocol=protocol, cues=cues, prompts=prompts, **vectors.signed, **asked)


def given_signature(protocol: str, vectors: StoryVectors) -> str:
    """Everything that moves the scores of stories that came with or without ratings."""
    return signature(CARD, protocol=protocol, prompts=NOT_ASKED, **vectors.signed, judges="given")


class StoryScorer:
    """See ``RunScorer``. A story's score is its DSI under ``mctb2025``, the judges' mean under ``agc2026``."""

    def __init__(self, protocol: str, vectors: StoryVectors, signature: str = "") -> None:
        self._main = PROTOCOLS[protocol].score
        self._vectors = vectors
        self.signature = signature or given_signature(protocol, vectors)

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """One outcome for each answer; all stories are encoded together."""
        stories = [_story(row) for row in rows]
        told = [story.text for story in stories if story.unscored is None]
        dsi = iter(self._vectors.dsi(told))
        return [
            self._outcome(row, story, next(dsi) if story.unscored is None else None)
            for row, story in zip(rows, stories, strict=True)
        ]

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """DSI by the distance of the cues and, where there are judges, what they did."""
        found: dict[str, list[float]] = {name: [] for name in SETS}
        for row, outcome in zip(rows, outcomes, strict=True):
            value, name = outcome.facets["dsi"], row.fields.get("cue_set")
            if value is not None and name in found:
                found[name].append(value)
        by_set = {f"dsi_{name}": fmean(values) if values else None for name, values in found.items()}
        judgements = [one for row in rows if (one := judgement_in(row.fields.get("annotations", {})))]
        for complaint in complaints(judgements):
            logger.warning("%s: %s", CARD.group, complaint)
        nothing = dict.fromkeys(one.name for one in CARD.facets if one.of == "run")
        return {**nothing, **by_set, **(panel_stats(judgements) if judgements else {})}

    def _outcome(self, row: Row, story: Story, dsi: float | None) -> Outcome:
        if story.unscored is not None:
            return Outcome(None, story.unscored, dict.fromkeys(FACETS), {"scored_story": story.text})
        count = count_sentences(sentences(story.text))
        given = row.fields.get("ratings")
        facets = {
            "dsi": dsi,
            "lempel_ziv": lempel_ziv(story.text),
            "cue_coverage": cue_coverage(story.text, row.fields.get("cues", ())),
            "sentence_count": float(count),
            "five_sentences": float(count == 5),
            "words": float(len(story.text.split())),
            "creativity": mean_or_none(judgement_of_row(row).values("creativity") if given is None else given),
        }
        score = facets[self._main]
        missing = Unscored.TOO_FEW_VALID if self._main == "dsi" else Unscored.UNJUDGED
        return Outcome(score, missing if score is None else None, facets, {"scored_story": story.text})


def _story(row: Row) -> Story:
    given = row.fields.get("story")
    if given is not None:
        return given_story(given)
    return read_story(row.answer or Answer(""), row.fields.get("cues", ()))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score story`` takes beside files."""
    parser.add_argument("--protocol", choices=list(PROTOCOLS), default=CARD.default_protocol)
    parser.add_argument(
        "--embedding",
        required=True,
        help=f"{EMBEDDING}, which published scores hold for; bert:FOLDER for another BERT; builtin, glove-840b... for "
        "words without their context, which is no published DSI",
    )
    parser.add_argument("--layers", default="", metavar="N+M", help="hidden states of a BERT (default: 6+7)")


def scorer_of(arguments: argparse.Namespace) -> StoryScorer:
    """The scorer for the command line."""
    vectors = find_vectors(arguments.embedding, arguments.layers)
    vectors.require()
    return StoryScorer(arguments.protocol, vectors)


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``story``, or the ``response`` of a model; perhaps ``cues`` and ``creativity``.

    ``cues`` is a list of words, or text with commas; ``creativity`` a rating from 10 to 50 or a list of them.

    Raises:
        BadArguments: when there is no story, or one of the others is wrong.
    """
    kind = "story" if record.get("story") is not None else "response"
    text = record.get(kind)
    if not isinstance(text, str):
        raise BadArguments(f"expected a text in the field story, or response, got {text!r}")
    fields: dict[str, Any] = {}
    if record.get("cues") not in (None, ""):
        fields["cues"] = [cue.strip() for cue in words_of(record["cues"], "cues") if cue.strip()]
    if record.get("creativity") not in (None, ""):
        assert CREATIVITY.scale is not None
        fields["ratings"] = given_ratings(record, "creativity", CREATIVITY.scale)
    return Row(Answer(text), fields) if kind == "response" else Row(None, {**fields, "story": text})
