"""Seeds of the authors, and the second prompt."""

import dataclasses
import json

import openpyxl
import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.common.object_spec import create_object

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark import sources
from helm_creativity.benchmark.files.source_files import fetch, file_sha256, path_in_home
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.pace.benchmark import read_seeds

PACE = get_benchmark("pace")


@pytest.fixture
def official(tmp_path, monkeypatch):
    """A stand-in for the authors' workbook under its own checksum."""
    book = openpyxl.Workbook()
    for line in [("chapter", "seed", "rank"), ("Nature", "rock", 963), ("Nature", "wood", 1100)]:
        book.active.append(line)
    path = tmp_path / "seeds.xlsx"
    book.save(path)
    file = dataclasses.replace(PACE.card.files[0], bytes=path.stat().st_size, sha256=file_sha256(path))
    monkeypatch.setattr(sources, "find_source", lambda name: {"pace-seeds": file}[name])
    fetch(file, path)
    yield file
    path_in_home(file).unlink(missing_ok=True)


def pace(**arguments):
    return get_run_spec_function("creativity_pace")(embedding="builtin", **arguments)


def test_the_authors_seeds_are_other_seeds(official, tmp_path):
    """Asked where they are; in the name, in the key and on HELM's pages."""
    own, fetched = pace(), pace(items="qiu2025")
    assert [item.id for item in create_object(fetched.scenario_spec).get_instances(str(tmp_path))] == ["rock", "wood"]
    assert own.name != fetched.name
    assert own.scenario_spec.args != fetched.scenario_spec.args
    keys = [spec.metric_specs[0].args["comparable"] for spec in (own, fetched)]
    assert create_object(fetched.metric_specs[0]).comparable == keys[1] != keys[0]


def test_seeds_come_in_the_order_of_the_file(tmp_path):
    """Whatever the other columns hold; where they are not here, the command is named that gets them."""
    path = tmp_path / "seeds.csv"
    path.write_text("chapter,seed,rank\nThe physical world,rock,963\nAnimals, wolf ,\n,dust,2635\n")
    assert read_seeds(path) == ("rock", "wolf", "dust")
    with pytest.raises(BadArguments, match="`helm-creativity fetch pace-seeds`, or use items=cue_words"):
        pace(items="qiu2025")


@pytest.mark.parametrize("reason", ['A "rock" is one', "back\\slash", "two\nlines", "It's <b>&amp;", "– é …", ""])
def test_a_reason_is_inserted_as_json(reason):
    """Whatever it holds, the first entry can be decoded, and is not written for a web page."""
    line = PACE.render("stage2", seed="rock", associate="stone", reason=reason).text.rpartition("\n")[2]
    entry, _ = json.JSONDecoder().raw_decode(line, line.index('{"word"'))
    assert entry == {"word": "stone", "reason": reason}
    assert "&lt;" not in line
