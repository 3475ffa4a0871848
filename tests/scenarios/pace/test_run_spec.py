"""Run entries of PACE: names, settings, refusals, the authors' seeds."""

import dataclasses

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.common.object_spec import create_object

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark import sources
from helm_creativity.benchmark.base import comparable_key
from helm_creativity.benchmark.files.source_files import fetch, file_sha256, path_in_home
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.helm.scenario import CreativityScenario

PACE = get_benchmark("pace")
CARD = PACE.card
GROUP = "creativity_pace"
STANDARD = {
    "benchmark": "pace",
    "protocol": "schapiro2026",
    "items": "cue_words",
    "embedding": "builtin",
    "dictionary": "none",
}


def pace(**arguments):
    """The run spec, under the built-in table by default."""
    return get_run_spec_function(GROUP)(**{"embedding": "builtin", **arguments})


@pytest.fixture
def official(tmp_path, monkeypatch):
    """A stand-in for the authors' workbook under its own checksum."""
    import openpyxl

    book = openpyxl.Workbook()
    for line in [("chapter", "seed", "rank"), ("Nature", "rock", 963), ("Nature", "wood", 1100)]:
        book.active.append(line)
    path = tmp_path / "seeds.xlsx"
    book.save(path)
    (source,) = CARD.files
    file = dataclasses.replace(source, bytes=path.stat().st_size, sha256=file_sha256(path))
    monkeypatch.setattr(sources, "find_source", lambda name: {"pace-seeds": file}[name])
    fetch(file, path)
    yield file
    path_in_home(file).unlink(missing_ok=True)


def test_fetched_seeds_are_other_seeds(official):
    """In the name, in the key and on HELM's pages; and the metric scores with them."""
    own, fetched = pace(), pace(items="qiu2025")
    assert own.name != fetched.name
    assert own.scenario_spec.args != fetched.scenario_spec.args
    metric = create_object(fetched.metric_specs[0])
    assert metric.settings.items == "qiu2025"
    key = fetched.metric_specs[0].args["comparable"]
    assert comparable_key(PACE, metric.settings) == metric.comparable == key != own.metric_specs[0].args["comparable"]


def test_seeds_that_are_not_here_say_how_to_get_them():
    """And what to use instead."""
    message = "get it with `helm-creativity fetch pace-seeds`, or use items=cue_words"
    with pytest.raises(BadArguments, match=message):
        pace(items="qiu2025")
    with pytest.raises(FileProblem, match=message):
        CreativityScenario(**{**STANDARD, "items": "qiu2025"}).get_instances("")


def test_the_authors_seeds_are_asked_where_they_are(official, tmp_path):
    """With a key of their own."""
    run_spec = pace(items="qiu2025")
    instances = create_object(run_spec.scenario_spec).get_instances(str(tmp_path))
    assert [instance.id for instance in instances] == ["rock", "wood"]
    assert ",items=qiu2025," in run_spec.name
    assert "|prompts:3@sha256:" in run_spec.metric_specs[0].args["comparable"]
