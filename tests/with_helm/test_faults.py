"""A small part of the matrix of ``perf/faults.py`` through HELM: faults of servers lose and change no score."""

import pytest
from support.fault_matrix import CANDIDATE, JUDGE, Matrix, cells
from support.seeded_client import HELMS_OWN

pytestmark = pytest.mark.commands
BENCHMARKS = ["dat", "rat", "pace", "live_idea_bench", "novelty"]
"""A word list, a single word, further turns, ratings of responses and of pairs, and groups of responses."""


def test_nothing_is_lost_and_nothing_is_wrong(tmp_path):
    """In benchmarks of every family, under faults of every kind."""
    of_models = ["empty", "stumbles", "bad_request", "content_number", "overloaded_twice"]
    of_judges = ["stumbles", "two_ratings", "content_object"]
    wanted = cells(BENCHMARKS, of_models, of_judges)
    assert {cell.side for cell in wanted} == {CANDIDATE, JUDGE}
    with Matrix(tmp_path, wanted) as matrix:
        matrix.run()
    assert matrix.strangers == []
    assert {cell: found for cell, found in matrix.judged().items() if found.lost or found.wrong} == {}
    assert matrix.malformed == []


def test_helms_own_client_lets_through_what_the_guard_mends(tmp_path):
    """Each response is text, or has a reason; HELM's cache keeps what came."""
    kinds = ["parts", "content_number", "content_object", "content_image", "finish_error", "tool_calls"]
    with Matrix(tmp_path, cells(["dat", "rat"], kinds, []), HELMS_OWN) as matrix:
        matrix.run()
    assert {cell: found for cell, found in matrix.judged().items() if found.lost or found.wrong} == {}
    assert matrix.malformed
