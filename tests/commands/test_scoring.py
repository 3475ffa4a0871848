"""Responses scored in several processes: the scores of one."""

import functools
import json
import os
from dataclasses import replace

import pytest

from helm_creativity.api import get_benchmark
from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.files import processes
from helm_creativity.benchmark.files.processes import LostProcess, in_order
from helm_creativity.benchmark.rows.scored import score_usable
from helm_creativity.commands import main, scoring
from helm_creativity.judges.scoring import found_in

WORDS = ("arm", "banjo", "glacier", "law", "molecule", "wedding", "hammer", "bread", "idea", "moth")


def _dat():
    for place in range(11):
        yield {"response": ", ".join(WORDS[place % 3 :]), "who": place}
    yield {"response": 5}  # cannot be used
    yield {"response": "I cannot help with that."}
    yield {"response": ""}


def _rated():
    for place in range(12):
        yield {"response": f"a river that forgot {place} seas", "creativity": [10 + place, 36]}
    yield {"response": "a river", "creativity": [999]}


def _compared():
    for prompt in ("Name a bird.", "Name a fish."):
        for place in range(6):
            yield {"prompt": prompt, "response": f"a wren {place}", "class": place % 3, "quality": 1 + place}


@pytest.fixture
def at_once(monkeypatch):
    """Processes take over after the first four rows."""
    monkeypatch.setattr(processes, "PATIENCE", 0)
    monkeypatch.setattr(scoring, "CHUNK", 4)


@pytest.mark.parametrize(
    ("name", "options", "rows"),
    [("dat", ["--embedding", "builtin"], _dat), ("metaphor", [], _rated), ("novelty", ["--responses", "6"], _compared)],
)
def test_a_file_has_the_same_scores_in_any_number_of_processes(name, options, rows, at_once, tmp_path, capfd):
    """Scores, reasons, order and what is said; of columns with ratings and of responses that are compared, too."""
    source = tmp_path / "in.jsonl"
    source.write_text("not JSON\n" + "\n".join(map(json.dumps, rows())), "utf-8")
    found = {}
    for jobs in ("1", "2"):
        target = tmp_path / f"out{jobs}.csv"
        assert main(["score", name, *options, str(source), "--out", str(target), "--jobs", jobs]) == 0
        found[jobs] = target.read_bytes(), capfd.readouterr()
    assert found["1"] == found["2"]
    assert found["1"][0].count(b"invalid_row") == 1 + (name != "novelty")
    assert found["1"][1].err.count("not used") == 1


def _settings(benchmark):
    """Of responses from a file, to items whose words are here."""
    values = {"embedding": "builtin"} if "embedding" in benchmark.options else {}
    settings = parse_settings(benchmark, values, asked=False)
    return replace(settings, prompts="own") if "prompts" in benchmark.options else settings


@pytest.mark.parametrize("name", ["dat", "cdat", "drat", "pace", "aut", "create", "rat", "metaphor"])
def test_a_score_that_is_called_independent_is(name):
    """To the last digit it is the same alone and among others."""
    benchmark = get_benchmark(name)
    settings = _settings(benchmark)
    items = list(benchmark.items(settings))[:5]
    samples = [benchmark.reference.reference_response(item.fields) for item in items] * 2
    found = [found_in(benchmark, settings, sample) for sample in samples]
    assert scoring.is_independent(benchmark.scorer(settings))
    alone = [score_usable(benchmark.scorer(settings), [sample])[0] for sample in found]
    assert score_usable(benchmark.scorer(settings), found) == alone


@pytest.mark.parametrize("name", ["novelty", "story"])
def test_responses_that_are_scored_together_are_not_parted(name):
    benchmark = get_benchmark(name)
    assert not scoring.is_independent(benchmark.scorer(_settings(benchmark)))


def test_a_process_that_is_killed_is_an_error(monkeypatch):
    """Neither a lost response nor a program that waits."""
    monkeypatch.setattr(processes, "PATIENCE", 0)
    ending = functools.partial(functools.partial, os._exit)  # makes what ends the process
    results = in_order(str, ending, iter([1, 2, 3, 4]), 2)
    assert next(results) == "1"
    with pytest.raises(LostProcess, match="one of 2 processes ended before its work was done"):
        list(results)


def test_what_goes_wrong_in_a_process_is_raised_here(monkeypatch):
    monkeypatch.setattr(processes, "PATIENCE", 0)
    with pytest.raises(ValueError, match="invalid literal for int"):
        list(in_order(str, functools.partial(functools.partial, int), iter(["1", "2", "x"]), 2))
