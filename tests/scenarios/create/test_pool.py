"""Paths of one answer, and of several that are pooled."""

import pytest
from support.create import TARGET, given, judged_response, row, stated, via
from support.judges import REFUSAL

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.scenarios.create.benchmark import PROTOCOLS
from helm_creativity.scenarios.create.parse import Pool, pool_paths
from helm_creativity.scenarios.create.paths import Fault

PAPER, PROGRAM = PROTOCOLS["wadhwa2026"], PROTOCOLS["wadhwa2026_code"]
ASTRAY = via("elder", end="doctor")


def pooled(*texts, protocol=PAPER, finish="stop"):
    return pool_paths(
        [text if isinstance(text, Response) else Response(text, finish) for text in texts], TARGET, protocol.faults
    )


def test_answers_are_read_one_by_one():
    """A path that an earlier answer has is a duplicate; entries that are none add up."""
    broken = stated(via("cedar"), [["a", "b"]], [["a"]])
    found = pooled(stated(via("alder"), [["x"]]), broken, stated(via("cedar"), via("birch")))
    assert found.paths == (via("alder"), via("cedar"), via("cedar"), via("birch"))
    assert found.faults == ((), (), (Fault.DUPLICATE,), ())
    assert (found.malformed, found.reasons) == (3, (None,) * 3)


@pytest.mark.parametrize(
    ("answers", "failure_reason", "n"),
    [
        ([""], FailureReason.EMPTY, 0),
        ([REFUSAL], FailureReason.REFUSED, 0),
        ([Response("<answer>{", "length")], FailureReason.TRUNCATED, 0),
        (["Bananas are yellow."], FailureReason.UNPARSABLE, 0),
        ([Response("", failed=True)], FailureReason.FAILED, 0),
        (["<answer>{}</answer>"], None, 0),
        (["", REFUSAL, ""], FailureReason.EMPTY, 0),
        (["", REFUSAL, Response("", failed=True)], FailureReason.FAILED, 0),
        ([REFUSAL, ""], FailureReason.REFUSED, 0),
        (["", stated(via("alder"))], None, 1),
        ([stated(via("alder")), Response("", failed=True)], FailureReason.FAILED, 1),
        ([stated(via("alder")), Response("", "content_filter", failed=True)], None, 1),
        (["", "<answer>{}</answer>"], None, 0),
        (["<answer>{}</answer>", ""], None, 0),
    ],
)
def test_what_cannot_be_scored(answers, failure_reason, n):
    """One that failed fails all; otherwise only where none could be read, for the reason of the first.

    An empty object is an answer.
    """
    found = pooled(*answers)
    assert (found.failure_reason, len(found.paths)) == (failure_reason, n)
    assert [reason is None for reason in found.reasons].count(True) == sum(
        "<answer>{}" in str(answer) or "alder" in str(answer) for answer in answers
    )


def test_paths_of_a_row():
    """Those given stand for themselves; those of an answer come with the further ones of its annotation."""
    assert judged_response(given([via("alder"), ASTRAY], None, None)).pool == Pool(
        (via("alder"), ASTRAY), ((), (Fault.WRONG_END,))
    )
    further = [
        Response(stated(via("birch")), "stop"),
        Response("", failed=True),
        Response(stated(via("cedar")), "length"),
    ]
    found = judged_response(row(stated(via("alder")), further=further), form="resample", responses=4).pool
    assert [path[0].tail for path in found.paths] == ["alder", "birch", "cedar"]
    assert (found.truncated, found.reasons) == (1, (None, None, FailureReason.FAILED, None))
