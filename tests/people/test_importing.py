import csv
import json
from dataclasses import replace

import pytest
from support.given import scores_of

from helm_creativity import import_people, score
from helm_creativity.benchmark.base import comparable_key, parse_settings, sample_in_row
from helm_creativity.benchmark.item_responses import trial_fields
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.commands import main
from helm_creativity.errors import BadArguments
from helm_creativity.lexicon.word_files import UNRELATED
from helm_creativity.people.importing import read_table
from helm_creativity.people.sample import read_people, read_sample, write_sample
from helm_creativity.testing.responses import response_to

NAMES = sorted(entry.name for entry in list_entries())
PEOPLE = 20
WORDS = ["lamp", "algorithm", "golf", "playground", "orchestra", "spaghetti", "crocodile"]
BUILTIN = {"embedding": "builtin"}
RATINGS = {
    "design_problems": {"creativity 1": "31,5", "creativity 2": "36"},
    "live_idea_bench": {"originality": "7; 8", "feasibility": "4"},
    "macgyver": {"class": "A"},
    "metaphor": {"creativity": "31; 36"},
    "novelty": {"class": "one", "quality": "6"},
    "scientific_thinking": {"rater1": "12", "rater2": "44"},
    "story": {"creativity": "40; 20; 30"},
}
"""What people's ratings of a response look like, where a score needs some."""
SCALES = {
    **dict.fromkeys(("design_problems", "metaphor", "scientific_thinking", "story"), (10, 50)),
    **dict.fromkeys(("live_idea_bench", "novelty"), (1, 10)),
}
for name in {*NAMES} - {*RATINGS}:
    # The least and the most of each dimension that a card declares.
    for dimension, (scale, _) in getattr(get_benchmark(name), "rated_dimensions", {}).items():
        RATINGS[name] = {**RATINGS.get(name, {}), dimension: f"{scale.low}; {scale.high}"}
        SCALES[name] = (scale.low, scale.high)
"""On which they are given."""
UNJUDGED = {"create"}
AS_RATED = {"prompts": "own", "scale": (10, 50)}


def values_of(name):
    """Settings under which a benchmark needs no file."""
    benchmark = get_benchmark(name)
    values = BUILTIN if "embedding" in benchmark.settings_type.__dataclass_fields__ else {}
    settings = parse_settings(benchmark, values, asked=False)
    return {**values, "prompts": "own"} if "prompts" in settings.fields else values


def settings_of(benchmark, values):
    """The settings, with the words in which people were asked."""
    scoring = {name: value for name, value in values.items() if name != "prompts"}
    settings = parse_settings(benchmark, scoring, asked=False)
    return replace(settings, prompts="own") if "prompts" in values else settings


def table(path, rows, delimiter=",", encoding="utf-8"):
    with path.open("w", newline="", encoding=encoding) as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return path


def row_of(benchmark, item, number):
    """A participant's row in a spreadsheet."""
    who = {"Subject ID": f"José {number}", "id": item.id}
    if benchmark.name == "pace":
        return {**who, "chains": json.dumps([UNRELATED[:12], UNRELATED[1:13]])}
    return {**who, "response": response_to(benchmark, item.prompt.text), **RATINGS.get(benchmark.name, {})}


@pytest.mark.parametrize("name", NAMES)
def test_twenty_responses_become_a_sample(name, tmp_path):
    benchmark, values = get_benchmark(name), values_of(name)
    settings = settings_of(benchmark, values)
    english = [item for item in benchmark.items(settings) if item.fields.get("language", "en") == "en"]
    items = english[: 1 if name == "novelty" else 7]
    rows = [row_of(benchmark, items[number % len(items)], number) for number in range(PEOPLE)]
    path = table(tmp_path / "a.csv", rows, ";", "utf-8-sig")

    sample = import_people(path, name, name="Study 1", licence="CC0", scale=SCALES.get(name), **values)

    assert sample.participants == tuple(row["Subject ID"] for row in rows)
    assert [response.item for response in sample.responses] == [row["id"] for row in rows]
    assert {response.failure_reason for response in sample.responses} == ({"unjudged"} if name in UNJUDGED else {""})
    assert sample.comparable == comparable_key(benchmark, settings, asked=False)
    if name not in RATINGS and name != "pace":
        trials = [number // len(items) for number in range(PEOPLE)]
        run = [
            Sample(Response(row["response"]), trial_fields(items[number % len(items)], trial))
            for number, (row, trial) in enumerate(zip(rows, trials, strict=True))
        ]
        assert [response.score for response in sample.responses] == [
            sample_score.score for sample_score in scores_of(benchmark, settings, run)
        ]
    assert read_sample(write_sample(sample, tmp_path)) == sample


def words_rows():
    return [
        {"participant": f"P{n}", **{f"word{place}": word for place, word in enumerate(WORDS[n:] + WORDS[:n], start=1)}}
        for n in range(3)
    ]


def test_a_column_for_each_word_is_the_list_in_one_response(tmp_path):
    parts = import_people(table(tmp_path / "parts.csv", words_rows()), "dat", **BUILTIN)
    lists = [{"participant": row["participant"], "words": ", ".join(list(row.values())[1:])} for row in words_rows()]
    whole = import_people(table(tmp_path / "whole.csv", lists), "dat", **BUILTIN)
    assert parts.by_participant() == whole.by_participant() == pytest.approx(dict.fromkeys(["P0", "P1", "P2"], 76.5631))
    assert json.loads(parts.responses[0].response) == WORDS


def test_a_column_for_each_use_is_a_list_and_never_read_as_prose(tmp_path):
    """What looks like a refusal or an introduction is a use; missing codes are none."""
    uses = ["I'm sorry, no river", "Here are some: golf", "orchestra, or spaghetti_x000D_", "-99", "", "NA"]
    uses += ["#NULL!", "skip", "I can't think of any more.", "-66", "99", "weiß nicht"]
    rows = [{"participant": "P", "object": "book", **{f"use{n}": use for n, use in enumerate(uses, start=1)}}]
    values = {"protocol": "mctb2025", "prompts": "own", **BUILTIN}
    (one,) = import_people(table(tmp_path / "a.csv", rows), "aut", **values).responses
    listed = [use.removesuffix("_x000D_") for use in uses[:3]]
    assert json.loads(one.response) == listed
    assert (one.failure_reason, one.submetrics["fluency"]) == ("unjudged", 3)
    rated = read_table(tmp_path / "a.csv", get_benchmark("aut"), values).item_responses
    assert [response.fields["uses"] for response in rated] == [listed]


def test_the_separator_of_lists_in_cells_is_named_or_found_and_said(tmp_path, capsys, caplog):
    """It goes into the sample's header."""
    cells = [*["river; golf, in the wind"] * 9, "river, golf"]
    rows = [{"participant": f"P{n}", "object": "lamp", "uses": cell} for n, cell in enumerate(cells)]
    path, values = table(tmp_path / "a.csv", rows), {"protocol": "wenger2025", **BUILTIN}
    found = import_people(path, "aut", **values)
    assert "';' separates lists in cells" in caplog.text
    assert found.provenance["separator"] == "';', found in the file"
    assert [response.submetrics["fluency"] for response in found.responses] == [*[2] * 9, 1]
    settings = [f"--{name}={value}" for name, value in values.items()]
    command = ["people", "import", str(path), "--benchmark", "aut", *settings]
    for arguments, last, said in (([], 1, True), (["--separator", ","], 2, False)):
        out = tmp_path / str(last)
        assert main([*command, "--out", str(out), *arguments]) == 0
        assert ("';' separates lists in cells" in capsys.readouterr().err) is said
        sample = read_sample(next(out.iterdir()))
        assert sample.responses[-1].submetrics["fluency"] == last
    assert sample.provenance["separator"] == "','"
    with pytest.raises(BadArguments, match="separator: no field of this benchmark is a list: leave it out"):
        import_people(path, "metaphor", separator=";", prompts="own", response=["uses"])


@pytest.mark.parametrize("name", NAMES)
def test_a_table_without_a_response_makes_no_sample_of_empty_ones(name, tmp_path, capsys):
    """Columns of any other name hold none, however much of the item is known; the same under the name is read."""
    benchmark, values = get_benchmark(name), values_of(name)
    item = next(iter(benchmark.items(settings_of(benchmark, values))))
    row = {"participant": "P", "item": item.id, "written": "lamp, golf"}
    path, out = table(tmp_path / "a.csv", [row, {**row, "written": ""}]), tmp_path / "people"
    options = [f"--{option}={value}" for option, value in values.items()]
    assert main(["people", "import", str(path), "--benchmark", name, "--out", str(out), *options]) == 2
    said = capsys.readouterr().err
    assert "no column holds the response: expected a column response, text, reply" in said
    assert "there are participant, item, written; name yours with --response" in said
    assert not out.exists()
    with pytest.raises(BadArguments, match=r"expected|must be"):
        sample_in_row(benchmark, row, settings_of(benchmark, values))


def test_ratings_alone_are_enough_where_the_benchmark_says_so(tmp_path):
    metaphor = get_benchmark("metaphor")
    item = next(iter(metaphor.items(settings_of(metaphor, {"prompts": "own"}))))
    rows = [{"participant": who, "id": item.id, "creativity": rating} for who, rating in (("A", "31"), ("B", ""))]
    assert import_people(table(tmp_path / "a.csv", rows[:1]), "metaphor", **AS_RATED).by_participant() == {"A": 31}
    (_, problem) = import_people(table(tmp_path / "a.csv", rows), "metaphor", **AS_RATED).left_out.popitem()
    assert problem.startswith("expected a field response, or creativity with a rating")
    with pytest.raises(BadArguments, match="no column holds the response"):
        import_people(table(tmp_path / "a.csv", [{"class": "A", "item": "1"}]), "macgyver", prompts="own")


def test_the_command_shows_the_columns_then_makes_the_sample(tmp_path, capsys):
    path, out = table(tmp_path / "a.csv", words_rows()), tmp_path / "people"
    common = ["people", "import", str(path), "--benchmark", "creativity_dat", "--embedding", "builtin"]
    assert main([*common, "--dry-run"]) == 0
    shown = capsys.readouterr()
    assert "part 7 of the response" in shown.out
    assert "3 participants, 3 responses, 3 with a score" in shown.err
    assert not out.exists()
    assert main([*common, "--name", "Study 1", "--out", str(out)]) == 0
    (sample,) = read_people([out])
    assert (sample.name, len(sample.participants)) == ("Study 1", 3)
    assert main([*common, "--name", "Study 1", "--out", str(out)]) == 2
    assert "choose another --name, or pass --replace" in capsys.readouterr().err
    assert main([*common, "--name", "Study 1", "--out", str(out), "--replace"]) == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--benchmark", "dta"], "did you mean 'dat'?"),
        (["--benchmark", "dat"], "name a folder for the sample with --out"),
        (["--benchmark", "dat", "--out", "x", "--rating", "creativity"], "expected --rating DIMENSION=COLUMN"),
    ],
)
def test_the_command_says_what_is_wrong(args, message, tmp_path, capsys):
    path = table(tmp_path / "a.csv", words_rows())
    assert main(["people", "import", str(path), *args]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("cell", ["brick", "List uses for a <b>book</b>."])
@pytest.mark.parametrize("column", ["object", "Item", "prompt", "stimulus"])
def test_score_and_import_know_the_same_names(column, cell, tmp_path):
    cell = "brick" if column == "object" else cell
    path = table(tmp_path / "a.csv", [{column: cell, "response": "doorstop, paint, fan"}])
    values = {"protocol": "wenger2025", **BUILTIN}
    (response,) = import_people(path, "aut", **values).responses
    assert response.score == score("aut", path, **values).scores[0]


def test_a_dry_run_needs_no_embedding(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))
    path = table(tmp_path / "a.csv", words_rows())
    assert main(["people", "import", str(path), "--benchmark", "dat", "--dry-run"]) == 0
    assert "3 responses, not scored: the embedding 'glove-840b' is not on this machine" in capsys.readouterr().err
