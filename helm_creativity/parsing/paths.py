"""An answer that was asked for paths of triples, as JSON or in whatever a model writes for it."""

from __future__ import annotations

from dataclasses import replace

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.parsing.path_answers import PathReading, best_reading, without_blanks_in_tags
from helm_creativity.parsing.path_lines import line_reading
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.triples import Path, PathsParse, Triple

__all__ = ["Path", "PathsParse", "Triple", "parse_paths"]

_LIMIT = "length"


def parse_paths(answer: Response) -> PathsParse:
    """The paths in an answer that was asked for ``{"1": [["head", "relation", "tail"], ...], "2": ...}``.

    What counts is the last pair of answer tags that holds paths, with those that it continues (numbered from 1 to 5,
    then from 6 on), or the text without any; thoughts never do. An object with any keys, a list of paths, an object of
    a path and its probability, several after one another, each in JSON or Python's spelling, with trailing or missing
    commas, comments, any quotes or a wrong one, wrong brackets, and in prose or fences. A triple is a list, a tuple, an
    object with keys such as "head" or "subject", or a text of one; a path may also be a plain list of three texts for
    each triple. Names keep their spelling, but for bold type and the brackets of a link around them; blanks inside are
    single.

    A path is complete if its own bracket closes: of an answer that breaks off, those before the break count. A path
    with an entry that is no triple (two or four parts, a number, null, a blank) does not. Where the form is only
    repeated ("head entity", "relationship", "tail entity"), that is no path. The structure of paths is not looked at.

    Where there is nothing of this kind, lines are read: "1. (head, relation, tail), (head, relation, tail)", triples or
    paths in tags of their own, and names between arrows.

    Args:
        answer: the answer as it arrived.

    Returns:
        The paths, or why there are none: FAILED, REFUSED, EMPTY, TRUNCATED at the token limit, or UNPARSABLE for any
        other text without a path and without an empty object, which is an answer. Takes time linear in the length.
    """
    if answer.failed or answer.finish_reason == "content_filter":
        return PathsParse((), (), 0, truncated=False, failure_reason=unanswered(answer))
    reading = best_reading(answer.text)
    if not (reading.paths or reading.malformed or reading.truncated or reading.is_empty):
        reading = line_reading(answer.text, answer.finish_reason == _LIMIT)
    return PathsParse(
        paths=tuple(reading.paths),
        probabilities=tuple(reading.probabilities),
        malformed=reading.malformed,
        truncated=reading.truncated or answer.finish_reason == _LIMIT,
        failure_reason=None if reading.paths else _reason(answer, reading),
    )


def _reason(answer: Response, reading: PathReading) -> FailureReason | None:
    """Why an answer without paths has none."""
    if answer.finish_reason == _LIMIT:
        return FailureReason.TRUNCATED
    if reading.is_empty:
        return None
    return unanswered(replace(answer, text=without_blanks_in_tags(answer.text))) or FailureReason.UNPARSABLE
