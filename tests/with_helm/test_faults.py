"""Faults of servers: what the fault server does, and a small part of the matrix of ``perf/faults.py`` through HELM."""

import pytest
from support.fault_matrix import CANDIDATE, JUDGE, Matrix, cells
from support.faults import JUDGE_FAULTS, Hit, is_hit
from support.seeded_client import HELMS_OWN
from support.server import Raw

BENCHMARKS = ["dat", "rat", "pace", "live_idea_bench", "novelty"]
"""A word list, a single word, further turns, ratings of responses and of pairs, and groups of responses."""
REPLIES = ["24", '{"quality": 1}', '{"1": 1.3, "12": 2.0}', 'SCORES = {"originality": 4, "feasibility": 8}', "C"]
UNRATED = {"prose", "out_of_range", "huge", "nan", "negative", "two_ratings"}


@pytest.mark.parametrize("honest", REPLIES[:-1])
@pytest.mark.parametrize("name", sorted(UNRATED))
def test_a_reply_with_a_fault_is_not_the_honest_one(name, honest):
    """Or the cell would show nothing."""
    answer = JUDGE_FAULTS[name].answer(Hit(honest, "How creative?", 0, asks_schema=True))
    assert not isinstance(answer, Raw)
    assert answer[1]["choices"][0]["message"]["content"] != honest


def test_a_third_of_the_prompts_is_hit():
    """Another third under another salt."""
    first, second = ([is_hit(salt, f"prompt {number}") for number in range(3000)] for salt in (0, 1))
    assert 900 < sum(first) < 1100
    assert first != second


@pytest.mark.commands
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


@pytest.mark.commands
def test_helms_own_client_lets_through_what_the_guard_mends(tmp_path):
    """Each response is text, or has a reason; HELM's cache keeps what came."""
    kinds = ["parts", "content_number", "content_object", "content_image", "finish_error", "tool_calls"]
    with Matrix(tmp_path, cells(["dat", "rat"], kinds, []), HELMS_OWN) as matrix:
        matrix.run()
    assert {cell: found for cell, found in matrix.judged().items() if found.lost or found.wrong} == {}
    assert matrix.malformed
