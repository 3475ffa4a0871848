"""The Python API: what every name of ``helm_creativity`` does, and that it needs no HELM."""

from __future__ import annotations

import json
import re
from itertools import cycle
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from support import helm
from support.process import python
from support.rows import ROWS, row_of
from support.server import ChatServer, reply
from support.simulated import simulated_suite
from support.words import GOOD

import helm_creativity as hc
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.commands import main

WORDS = "lamp, algorithm, golf, playground, orchestra, spaghetti, crocodile"
SCORE = 76.56309718177432
"""Of these words under the DAT, as the documentation prints it."""
ENTRIES = [
    "creativity_dat:embedding=builtin,num_trials=3",
    "creativity_metaphor:prompts=own,judges=creativity/lexical-judge,max_eval_instances=3",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Output path of a suite ``s``: two baselines, one benchmark scored and one judged."""
    path = tmp_path_factory.mktemp("api")
    helm.run(path, ENTRIES, models=["creativity/greedy", "creativity/random-nouns"])
    return path


def test_benchmarks_are_listed_and_looked_up():
    assert [name for name in dir(hc) if not hasattr(hc, name)] == []
    assert repr(hc.check("metaphor", pilot=False)) == "CheckReport(metaphor: nothing is wrong)"
    found = hc.list_benchmarks()
    assert {"dat", "rat", "metaphor"} <= set(found)
    assert len(found) == len(found.records()) >= 18
    assert set(ROWS) == set(found)
    assert hc.get_benchmark("dat").card.title == "Divergent Association Task"


def test_scores_are_plain_numbers_with_their_settings():
    """As the documentation prints them; texts and mappings are the same responses."""
    found = hc.score("dat", [WORDS, {"words": WORDS}, {"words": tuple(WORDS.split(", "))}, ""], embedding="builtin")
    assert repr(found) == "Scores(dat: 3 of 4 scored, mean 76.56, random nouns 82.04)"
    assert found.scores[:2] == [found.scores[2]] * 2 == [SCORE] * 2
    assert {type(score) for score in found.scores[:3]} == {float}
    assert found.records()[3]["failure_reason"] == "empty"
    assert found.comparable.startswith("dat|protocol:olson2021|prompts:from a file|")
    assert set(found.provenance) == {"helm-creativity", "card"}
    assert found.to_polars()["score"].to_list() == found.scores


def test_responses_come_as_people_have_them(tmp_path):
    """A text, a list of words, a mapping, a frame of any library and a file are one response each."""
    words, record = WORDS.split(", "), {"response": WORDS, "participant": "p1"}
    frame = pl.DataFrame([record])
    (tmp_path / "a.csv").write_text(f'participant,response\np1,"{WORDS}"\n')
    frame.write_parquet(tmp_path / "a.parquet")
    ways = [WORDS, [WORDS], [words], [tuple(words)], record, (text for text in [WORDS])]
    ways += [pl.Series([WORDS]), pl.Series([WORDS]).to_arrow()]
    tables = [frame, frame.lazy(), frame.to_arrow(), frame.to_arrow().to_batches()[0], pd.DataFrame([record])]
    tables += [tmp_path / "a.csv", tmp_path / "a.parquet"]
    assert [hc.score("dat", way, embedding="builtin").scores for way in ways] == [[SCORE]] * len(ways)
    found = [hc.score("dat", table, embedding="builtin").records() for table in tables]
    assert [[(row["score"], row["participant"]) for row in rows] for rows in found] == [[(SCORE, "p1")]] * len(tables)


def test_arrays_are_lists_wherever_they_stand(tmp_path):
    """As pandas reads them from Parquet, whose path gives the same; and its own kinds of numbers and of nothing."""
    uses = [["doorstop", "drum"], ["weight"], ["step", None, "toy"], ["nut cracker"]]
    ratings = [[[4.0, 5.0], [2.0]], [[3.0]], [[1.0], [], [5.0]], None]
    table = pl.DataFrame({"object": ["brick"] * 4, "uses": uses, "originality": ratings, "age": [31, None, 4, 5]})
    table.write_parquet(path := tmp_path / "a.parquet")
    read = pd.read_parquet(path)
    frames = [
        path,
        read,
        read.convert_dtypes(),
        pd.read_parquet(path, dtype_backend="pyarrow"),
        read.assign(originality=[[np.array([4, 5]), np.float64(2)], np.array([3]), [1, pd.NA, 5], pd.NaT]),
        [{**row, "uses": pl.Series(row["uses"])} for row in table.to_dicts()],
    ]
    for frame in frames:
        found = hc.score("aut", frame, protocol="mctb2025", prompts="own", embedding="builtin")
        assert (found.scores, found.problems) == ([3.25, 3, 3, None], {})
        json.dumps(found.records())
    words = WORDS.split(", ")
    answers = [
        np.array(words),
        pd.Series(words),
        pl.Series(words),
        {"words": words, "day": np.datetime64("2026-01-31")},
    ]
    found = hc.score("dat", answers, embedding="builtin")
    assert found.scores == [SCORE] * 4
    assert found.records()[3]["day"].startswith("2026-01-31")
    frame = pd.DataFrame({"words": [words, pd.NA, None], "day": [pd.NaT] * 3})
    assert hc.score("dat", frame, embedding="builtin").to_polars()["failure_reason"].to_list() == [
        None,
        "empty",
        "empty",
    ]


def test_named_indexes_of_pandas_are_columns():
    frame = pd.DataFrame({"response": [WORDS]}, index=pd.Index(["p1"], name="id"))
    found = hc.score("dat", frame, embedding="builtin")
    assert (found.scores, found.records()[0]["id"]) == ([SCORE], "p1")
    twice = pd.DataFrame([["a", "b"]], columns=["response", "response"])
    for table in (twice, pa.table([["a"], ["b"]], names=["response", "response"])):
        with pytest.raises(hc.BadArguments, match="duplicate columns: response"):
            hc.score("dat", table, embedding="builtin")


def test_words_that_are_no_list_are_noticed(caplog):
    """Each text is a response of its own, which is rarely meant."""
    assert hc.score("dat", WORDS.split(", "), embedding="builtin").mean is None
    assert "each of the 7 texts is scored as a response, and each is one word" in caplog.text
    caplog.clear()
    hc.score("dat", [WORDS, "cat"], embedding="builtin")
    assert not caplog.text


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hc.score("dat", [WORDS], temp=0.5), "temp sets how a model or a judge is asked, but none is asked"),
        (lambda: hc.score("dat", [WORDS], protocl="x"), "^score has no argument 'protocl'; did you mean 'protocol'"),
        (lambda: hc.score("dat", None, embedding="builtin"), "expected responses .*, got nothing"),
        (lambda: hc.score(3, ["a"]), "^expected the name of a benchmark, got 3$"),
        (lambda: hc.get_benchmark("creativity_dta"), "no benchmark 'creativity_dta'; did you mean 'dat'"),
        (lambda: hc.calibrate([1, 2]), "^row 1: expected a mapping, got 1$"),
        (lambda: hc.load_suite("s", people=["norms"], outputpath="."), "load_suite .* did you mean 'output_path'"),
        (lambda: hc.evaluate_judges("creativity/lexical-judge", api_key_env="K"), "^api_key_env= needs base_url=; "),
        (lambda: hc.evaluate_judges("creativity/lexical-judge", ["injction"]), "there is no set 'injction'"),
    ],
)
def test_what_cannot_be_is_refused_by_the_names_of_arguments(call, message):
    with pytest.raises(hc.BadArguments, match=message):
        call()


def test_a_response_that_cannot_be_used_has_its_reason():
    """In its place; all others have their scores, and nothing is scored as something else. None is no response."""
    found = hc.score("dat", [5, WORDS, {"lamp"}, None, {"text": WORDS}, float("nan")], embedding="builtin")
    assert repr(found) == "Scores(dat: 1 of 6 scored, mean 76.56, random nouns 82.04, 3 rows not used)"
    assert found.scores == [None, SCORE, None, None, None, None]
    assert [found.problems[i].partition(", got ")[2] for i in (0, 2, 4)] == ["5", "{'lamp'}", "['text']"]
    records, invalid = found.records(), "invalid_row"
    assert [row["failure_reason"] for row in records] == [invalid, None, invalid, "empty", invalid, "empty"]
    assert records[1]["scored_words"] == WORDS.split(", ")
    assert {name for row in records for name in row} == {"text", *records[0]}
    assert records[0]["problem"] == found.problems[0]
    assert found.to_polars()["n_valid"].null_count() == 5


def test_what_only_the_scorer_can_see_is_a_reason_too():
    """That an item does not exist; and a list is no response where one is a text."""
    known = {"response": "cheese", "answer": "cheese"}
    found = hc.score("rat", [known, {"response": "x", "stems": ["a", "b", "c"]}, ["cat"], known])
    assert found.scores == [100, None, None, 100]
    assert found.problems[1].startswith("no item of own has the stems a, b, c; give its key")
    assert found.problems[2].startswith("expected a text, or a mapping with the response")


def test_people_come_as_a_file_or_a_frame(tmp_path):
    """Columns are named with ``*``, as on the command line; the sample stands beside models."""
    rows = [{"id": who, **{f"DAT_{n}": word for n, word in enumerate(WORDS.split(", "), start=1)}} for who in "ab"]
    pl.DataFrame(rows).write_csv(tmp_path / "study.csv")
    how, out = {"response": "DAT_*", "embedding": "builtin"}, tmp_path / "people"
    tables = [tmp_path / "study.csv", pl.DataFrame(rows), pd.DataFrame(rows), rows]
    samples = [hc.import_people(table, "dat", **how, out=out / str(n)) for n, table in enumerate(tables)]
    samples += [hc.import_people(rows, "dat", **how), hc.import_people(rows, "dat", **how, out=out / "3", replace=True)]
    assert [[*sample.by_participant().values()] for sample in samples] == [[pytest.approx(SCORE)] * 2] * 6
    with pytest.raises(hc.BadArguments, match="already exists; choose another name=, or pass replace="):
        hc.import_people(rows, "dat", **how, out=out / "3")
    with pytest.raises(hc.BadArguments, match=r"there is no column 'TAD_\*'"):
        hc.import_people(rows, "dat", response=["TAD_*"], embedding="builtin")


def test_a_suite_is_models_by_columns(folder):
    """As the command line has it; an unknown benchmark is answered with those that there are."""
    suite = hc.load_suite("s", output_path=folder)
    assert repr(suite) == "Suite(s: 2 models, 2 columns, 4 runs)"
    assert set(suite.leaderboard()["benchmark"]) == {"dat", "metaphor"}
    assert suite.run_stats().height > suite.response_scores().collect().height / 3
    table = suite.leaderboard("dat")
    assert table["model"].to_list() == ["creativity/greedy", "creativity/random-nouns"]
    assert table["score"].to_list() == sorted(table["score"], reverse=True)
    assert suite.leaderboard().height == suite.to_polars().height == len(suite.to_pandas()) == len(suite.records()) == 4
    assert "random-nouns" in suite._repr_html_()
    with pytest.raises(hc.BadArguments, match="the suite has no benchmark 'datt'; did you mean 'dat'"):
        suite.leaderboards("datt")


def test_a_score_below_the_floor_stands_below_the_others_and_says_why(tmp_path):
    """The floor is the caller's."""
    simulated_suite(tmp_path / "runs" / "s", 1, n_models=3, n_items=4, benchmarks=("dat",), failures=0.3, states=False)
    lenient, some, strict = (
        hc.load_suite("s", output_path=tmp_path, least_scored=floor).leaderboard()["uncounted"] for floor in (0, 0.7, 1)
    )
    assert set(lenient) == {""}
    assert all(why.endswith("of responses scored, floor 100%") for why in strict)
    assert [why != "" for why in some] == sorted(why != "" for why in some)
    assert {*some} > {""}
    with pytest.raises(hc.BadArguments, match="a share of scored responses from 0 to 1"):
        hc.load_suite("s", output_path=tmp_path, least_scored=1.1)


def test_what_is_left_out_of_a_suite_is_reported(folder, tmp_path, caplog):
    """In the repr, as a list and in the log."""
    (tmp_path / "runs" / "t" / "creativity_rat:model=a_b").mkdir(parents=True)
    (tmp_path / "runs" / "s").symlink_to(folder / "runs" / "s", target_is_directory=True)
    suite = hc.load_suite("s", "t", output_path=tmp_path)
    (problem,) = suite.problems
    assert "1 left out" in repr(suite)
    assert "creativity_rat:model=a_b" in problem
    assert problem in caplog.text
    with pytest.raises(hc.FileProblem, match=r"there is no suite .*nowhere.*: name another by output_path=; helm-run"):
        hc.load_suite("nowhere", output_path=tmp_path / "none")


def test_a_suite_is_named_or_loaded_and_a_report_is_that_of_the_command(folder, tmp_path, monkeypatch):
    """A model may be named by its end."""
    (tmp_path / "benchmark_output").symlink_to(folder, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    suite = hc.load_suite("s")
    assert repr(hc.load_suite()) == repr(suite)  # the newest
    by_end = suite.analyse("compare", first="greedy", second="random-nouns")
    assert by_end.to_polars()["benchmark"].to_list() == ["dat", "metaphor"]
    assert by_end._repr_html_().count("<table>") >= 1
    with pytest.raises(hc.NothingToSay, match="with one judge, severity"):
        hc.calibrate(suite)
    assert main(["report", "s", "--out", "cli.html"]) == 0
    by_command = re.sub(r"This command [^<]*</p>\s*<p[^>]*>.*?</p>", "", Path("cli.html").read_text("utf-8"))
    page = hc.report("s", "api.html", figures="plots").read_text("utf-8")
    assert re.findall(r"<(?:h\d|td)[^>]*>", page) == re.findall(r"<(?:h\d|td)[^>]*>", by_command)
    assert {path.suffix for path in Path("plots").iterdir()} == {".png", ".pdf"}


def test_costs_are_counted_before_anything_is_asked():
    """Per deployment; what cannot be planned is named in words."""
    model = "creativity/greedy"
    found = hc.plan(f"creativity_dat:embedding=builtin,num_trials=5,model={model}")
    assert repr(found) == "Cost(5 calls to 1 deployment)"
    again = hc.plan("dat:num_trials=5", "metaphor:prompts=own", models=model, judges=["simple/model1"]).records()
    assert [(row["deployment"], row["role"]) for row in again] == [(model, "model"), ("simple/model1", "judge")]
    with pytest.raises(hc.BadArguments, match=r"names a model.* with models=$"):
        hc.plan("dat:model_deployment=a/b", models="a/b")
    (problem,) = hc.plan(f"creativity_datt:model={model}", *ENTRIES[:1], models=[model]).problems
    assert problem.startswith("creativity_datt")
    assert "Refused(" not in problem


def test_scoring_needs_no_helm(folder):
    """Nor do suites: a process that cannot import it scores, loads and analyses."""
    code = (
        "import json, sys\nsys.modules['helm'] = None\nimport helm_creativity as hc\n"
        f"found = hc.score('dat', [{WORDS!r}], embedding='builtin')\n"
        f"suite = hc.load_suite('s', output_path={str(folder)!r})\n"
        "compared = suite.analyse('compare', first='greedy', second='random-nouns').records()\n"
        "print(json.dumps([found.mean, suite.leaderboard().height, len(compared)]))"
    )
    assert python(code) == [SCORE, 4, 2]


@pytest.mark.parametrize("name", ROWS)
def test_records_are_what_the_command_line_writes(name, tmp_path):
    """With details, and of rows that cannot be used and that come first, too; a data frame holds all of it."""
    record, settings = row_of(name)
    key = next(iter(record))
    rows = [{"who": "=1"}, {**record, "who": "a", "tags": ["x"]}, {**record, key: ""}, {**record, "tags": "y"}]
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    options = [text for setting, value in settings.items() for text in (f"--{setting}", str(value))]
    assert main(["score", name, *options, str(source), "--out", str(target)]) == 0
    found = hc.score(name, rows, **settings)
    assert json.loads(json.dumps(found.records())) == [json.loads(line) for line in target.read_text().splitlines()]
    assert {column for row in found.records() for column in row} == {*found.to_polars().columns}
    assert found.to_polars()["tags"].to_list() == [None, '["x"]', None, "y"]
    assert len(found.to_pandas()) == 4


@pytest.mark.parametrize("name", [entry.name for entry in list_entries() if entry.ours and entry.card.judged])
@pytest.mark.parametrize("text", ["", " \n", "<think>A lamp, perhaps? No: a golf ball.</think>"])
def test_an_empty_response_has_no_score_whatever_a_file_says_of_it(name, text):
    """Ratings, classes and judgements of a response that is none do not count."""
    record, settings = row_of(name)
    judged = {"aut": {"originality": [[3]]}, "create": {"quality": [], "factual": []}, "story": {"creativity": 30}}
    (found,) = hc.score(name, [{**record, **judged.get(name, {}), "response": text}], **settings)
    assert (found.score, found.failure_reason) == (None, "empty")


@pytest.mark.parametrize("entry", [entry for entry in list_entries() if entry.ours], ids=lambda entry: entry.name)
def test_a_row_with_nothing_but_a_response_has_a_plain_answer(entry):
    """A score, a failure reason, or a sentence about what the row lacks: never the name of an exception."""
    known = hc.get_benchmark(entry.name).settings_type.__dataclass_fields__
    settings = {"embedding": "builtin"} if "embedding" in known else {}
    rows = [{"response": "Joy is a lamp that never asks"}, {"response": "A kettle.", "trial": 1}]
    found = hc.score(entry.name, rows, **settings)
    assert len(found.scores) == 2
    for problem in found.problems.values():
        assert not re.search(r"[A-Za-z]+(?:Error|Problem|Arguments)\b", problem)


@pytest.mark.parametrize(
    ("names", "models", "options", "message"),
    [
        ("cor", "creativity/greedy", {}, "no set or benchmark 'cor'; did you mean 'core'"),
        ([], [], {}, r"name a model with models=, such as .* base_url="),
        ("rat", "m", {"api_key_env": "K"}, "^api_key_env= needs base_url=; "),
        ("rat", "m", {"base_url": "http://127.0.0.1:9/v1"}, "start the server, or correct base_url="),
        ("rat:temp=9", "creativity/greedy", {}, "nothing was run, because helm-run would refuse"),
        ("rat", "a,b=c", {}, "^models= must be a name without commas"),
        ("rat", "creativity/greedy", {"suite": "a --threads/"}, r"^suite= must be .*, got 'a --threads/'"),
        ("rat", "creativity/greedy", {"thread": 1}, "^run has no argument 'thread'; did you mean 'threads'"),
        ("rat", "openai/o3-2025-04-16", {}, "add reasoning=True$"),
        ("full", "creativity/greedy", {}, "the set full needs judges: add judges=, such as openai/"),
    ],
)
def test_a_run_that_cannot_be_is_refused_by_the_names_of_arguments(tmp_path, names, models, options, message):
    with pytest.raises(hc.BadArguments, match=message):
        hc.run(names, models, output_path=tmp_path, local_path=tmp_path, **options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.commands
def test_a_model_behind_a_server_is_run(tmp_path, capsys):
    """And the suite is read, which HELM's pages show, too."""
    with ChatServer({"my-model": lambda call: reply(GOOD)}) as server:
        places = {"output_path": tmp_path / "out", "local_path": tmp_path / "prod_env"}
        found = hc.run("dat:embedding=builtin,num_trials=3", "my-model", base_url=server.url, suite="mine", **places)
    assert repr(found) == "FinishedRun(mine: 1 model, 1 column, 1 run)"
    assert (found.status, found.failed_requests) == (0, 0)
    (row,) = found.to_polars().to_dicts()
    assert row["model"] == "local/my-model"
    assert row["score"] == pytest.approx(hc.score("dat", [GOOD], embedding="builtin").mean)
    assert "[1/1] creativity_dat model=local_my-model: done, 3 new requests" in capsys.readouterr().err
    assert json.loads((tmp_path / "out/runs/mine/groups.json").read_text())


@pytest.mark.commands
def test_what_failed_is_counted(tmp_path, capsys):
    """Requests, which the same call asks again; runs without a score; and a run without results is an error."""
    refusal = (400, {"error": {"message": "not this one", "code": 400}})
    replies = {
        "fails": lambda call: refusal if call.number == 1 else reply(GOOD),
        "silent": lambda call: reply(""),
        "absent": lambda call: (404, {"error": {"message": "no such route", "code": 404}}),
    }
    places = {"output_path": tmp_path / "out", "local_path": tmp_path / "prod_env", "threads": 1}
    with ChatServer(replies) as server:
        how = {"base_url": server.url, **places}
        found = hc.run("dat:embedding=builtin,num_trials=3", "fails", suite="fails", **how)
        assert (found.status, found.failed_requests) == (1, 1)
        assert repr(found) == "FinishedRun(fails: 1 model, 1 column, 1 run; 1 request failed)"
        assert hc.run("dat:embedding=builtin,num_trials=3", "fails", suite="fails", **how).status == 0
        assert server.calls["fails"] == 4
        found = hc.run("dat:embedding=builtin,num_trials=2", "silent", suite="silent", **how)
        assert repr(found) == "FinishedRun(silent: 1 model, 1 column, 1 run; 1 run without a score)"
        assert "empty and kept in HELM's cache: 2 responses; to ask for them anew: " in capsys.readouterr().err
        with pytest.raises(hc.FileProblem, match=r"no run of absent has results; .* in .*absent\.log"):
            hc.run("dat:embedding=builtin", "absent", suite="absent", **how)


def test_the_name_of_a_file_is_no_response(tmp_path, monkeypatch):
    """Unless there is no such file: then it is a text like any other."""
    monkeypatch.chdir(tmp_path)
    assert hc.score("dat", "a.csv", embedding="builtin").scores == [None]
    (tmp_path / "a.csv").write_text(f'response\n"{WORDS}"\n')
    with pytest.raises(hc.BadArguments, match=r"'a\.csv' is a file: pass it as pathlib\.Path"):
        hc.score("dat", "a.csv", embedding="builtin")
    assert hc.score("dat", Path("a.csv"), embedding="builtin").mean == SCORE


MARKS = (*"\u200b\u200d\u202e\u2066\u00ad\u200e\ufeff\u061c\0", "\x1b[1m", "\x1b[38;5;9m", "\x1b]0;title\x07")


def sprinkled(value):
    """The same with something invisible behind every second character of its texts."""
    if isinstance(value, str):
        marks = cycle(MARKS)
        return "".join(character + next(marks) * (i % 2) for i, character in enumerate(value))
    if isinstance(value, list):
        return [sprinkled(part) for part in value]
    return value


@pytest.mark.parametrize("name", ROWS)
def test_what_nobody_sees_moves_no_score(name):
    """Characters of no width, a NUL, escape sequences: in the response alone, or in all that a record says."""
    record, settings = row_of(name)
    records = [record, {**record, "response": "another, thing"}] if name in ("hivemind", "novelty") else [record]
    plain = hc.score(name, records, **settings).samples
    assert plain[0].score is not None
    for hidden in ({"response"}, record.keys()):
        some = [{key: sprinkled(value) if key in hidden else value for key, value in row.items()} for row in records]
        assert hc.score(name, some, **settings).samples == plain
