"""Suites as tables."""

import csv
import io
import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.core.card import Norm
from helm_creativity.core.registry import find_entry
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.reports import leaderboard as tables
from helm_creativity.reports.norms import norm_text, percentile_note
from helm_creativity.reports.tables import render
from helm_creativity.results.runs import Run, read_suite


def leaderboard(runs):
    return render(tables.leaderboard(runs))


def run(model, key="dat|a", temperature=1.0, max_tokens=10, **stats):
    settings = {"comparable": f"{key}|temp:{temperature:g}", "temperature": temperature, "max_tokens": max_tokens}
    return Run(model, "creativity_dat", model, settings, stats)


def test_only_like_stands_beside_like():
    """Another comparable key is another table; a token limit is not."""
    runs = [
        run("a/x", score=1.0),
        run("a/y", "dat|b", score=2.0),
        run("a/z", temperature=0.5),
        run("a/w", max_tokens=5),
    ]
    text = leaderboard([*runs, run("a/v", score=4.0)])
    assert text.count("creativity_dat (") == 3
    tables = {re.search(r"comparable settings: (\S+)", part)[1]: part for part in text.split("\n\n") if "a/" in part}
    assert [line.split()[0] for line in tables["dat|a|temp:1"].splitlines() if line.startswith("a/")] == [
        "a/v",
        "a/x",
        "a/w",
    ]
    assert set(tables) == {"dat|a|temp:1", "dat|b|temp:1", "dat|a|temp:0.5"}


def made(n, model="a/x", items=5, **provenance):
    """The n-th run of a suite, with a score and provenance."""
    how = {"helm-creativity": str(provenance.get("version", "0.1")), "judge_max_tokens": "100"}
    settings = {"comparable": "dat|a", "temperature": 1.0, "max_tokens": provenance.get("max_tokens", 10)}
    return replace(
        run(model, score=1.0, **({} if items is None else {"num_instances": float(items)})),
        name=f"creativity_dat:temp=1,n={n},model={model}",
        settings={**settings, "num_trials": provenance.get("num_trials", 1), "provenance": how},
    )


def test_runs_of_one_model_are_told_apart_by_what_made_them():
    """Printed behind its name, and nothing behind the names of others; alone none has it."""
    one = replace(made(0), name="creativity_dat:temp=1,model=a_x")
    other = replace(made(0, max_tokens=64), name="creativity_dat:temp=1,max_tokens=64,model=a_x")
    newer = replace(made(0, version="0.2"), name="creativity_dat:temp=1,more=1,model=a_x")
    alone = replace(made(0, "b/y"), name="creativity_dat:temp=1,model=b_y")
    (table,) = tables.leaderboard([one, other, alone])
    text = render(table)
    assert [re.split(r"  +", line)[:3] for line in text.splitlines() if "/" in line] == [
        ["a/x", "max_tokens=10", "1.000"],
        ["a/x", "max_tokens=64", "1.000"],
        ["b/y", "1.000", "-"],
    ]
    assert "differs" not in leaderboard([one, alone])
    shown = [record["differs_in"] for record in json.loads(render(tables.leaderboard([one, newer]), "json"))[0]["rows"]]
    assert shown == ["helm-creativity=0.1", "helm-creativity=0.2, more=1"]


@pytest.mark.parametrize("form", ["csv", "json", "html"])
def test_files_have_each_run_and_its_provenance(form):
    """Always, with one field for each thing; the text leaves them out."""
    found = tables.leaderboard([made(1), made(2, "b/y", max_tokens=64, num_trials=3)])
    text = render(found, form)
    if form == "html":
        assert "max_tokens=64, helm-creativity=0.1, judge_max_tokens=100, num_trials=3" in text
        assert made(1).name in text
        return
    rows = json.loads(text)[0]["rows"] if form == "json" else list(csv.DictReader(io.StringIO(text)))
    assert [row["run"] for row in rows] == [made(1).name, made(2, "b/y", max_tokens=64, num_trials=3).name]
    assert {key: value for key, value in rows[1].items() if key.startswith("provenance")} == {
        "provenance_max_tokens": "64",
        "provenance_helm-creativity": "0.1",
        "provenance_judge_max_tokens": "100",
        "provenance_num_trials": "3",
    }
    assert "provenance" not in render(found)
    assert "creativity_dat:" not in render(found)


def test_models_that_were_sent_no_temperature_are_named_below_the_table():
    """They stand beside the others: the temperature that was asked for is compared, and not who takes it."""
    unsent = made(2, "b/y")
    unsent.settings["provenance"]["temperature"] = "not sent"
    (table,) = tables.leaderboard([made(1), unsent])
    assert render(table).endswith("no temperature was sent to b/y: the provider's default applies")
    assert table.rows[1][-1][table.columns[-1].parts.index("temperature")] == "not sent"
    assert "no temperature" not in render(tables.leaderboard([made(1)]))


def test_tables_of_one_benchmark_say_in_which_settings_they_differ():
    """In their order, numbers by value; numbers of items behind all others."""
    some = [run("a/x", "dat|protocol:olson2021", temp, score=1.0, num_instances=10.0) for temp in (0.5, 1.5, 1.0)]
    titles = [table.title for table in tables.leaderboard(some)]
    assert titles == [f"creativity_dat (temp {temp})" for temp in ("0.5", "1", "1.5")]
    longer = run("a/x", "dat|protocol:olson2021", score=1.0, num_instances=20.0)
    assert [table.title for table in tables.leaderboard([some[0], some[2], longer])][1:] == [
        "creativity_dat (temp 1, 10 items)",
        "creativity_dat (temp 1, 20 items)",
    ]


def test_runs_that_asked_other_numbers_of_items_are_ranked_apart():
    """Fewer items first, and title and settings say how many; nothing is said where all asked as many."""
    some = [made(1, items=20), made(2, items=5), made(3, "b/y", items=5), made(4, "c/z", items=None)]
    found = tables.leaderboard(some)
    assert [(table.title, table.facts["comparable_settings"], [row[0] for row in table.rows]) for table in found] == [
        ("creativity_dat (unknown number of items)", "dat|a|items:unknown", ["c/z"]),
        ("creativity_dat (5 items)", "dat|a|items:5", ["a/x", "b/y"]),
        ("creativity_dat (20 items)", "dat|a|items:20", ["a/x"]),
    ]
    assert render(found).count("creativity_dat (5 items)\n") == 1
    (alone,) = tables.leaderboard(some[1:3])
    assert (alone.title, alone.facts["comparable_settings"]) == ("creativity_dat", "dat|a")


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a/x", "b/y"]),
            st.sampled_from([None, 1, 5, 20]),
            st.fixed_dictionaries(
                {}, optional={name: st.sampled_from([1, 64]) for name in ("max_tokens", "num_trials", "version")}
            ),
        )
    )
)
def test_no_two_rows_are_alike_and_no_table_mixes_items(some):
    """Whatever made the runs: each is in one table, with a model and a label that no other row of it has."""
    runs = [made(n, model, items, **how) for n, (model, items, how) in enumerate(some)]
    found = tables.leaderboard(runs)
    names = []
    for table in found:
        place = {column.key: i for i, column in enumerate(table.columns)}
        assert len({row[place["num_instances"]] for row in table.rows}) == 1
        labels = [(row[0], row[place["differs_in"]] if "differs_in" in place else "") for row in table.rows]
        assert len(set(labels)) == len(labels)
        models = [row[0] for row in table.rows]
        assert [bool(label) for _, label in labels] == [models.count(model) > 1 for model in models]
        names += [row[place["run"]] for row in table.rows]
    assert sorted(names) == sorted(run.name for run in runs)


def test_trials_are_in_the_key_where_they_count():
    """A percentile of means over an item's answers moves with their number; a plain mean does not."""
    settings = {"comparable": "x|a|temp:1", "temperature": 1.0, "max_tokens": 10, "num_trials": 3}
    assert Run("r", "g", "a/x", settings, {}).comparable == "x|a|temp:1"
    counted = Run("r", "g", "a/x", {**settings, "trials_count": True}, {})
    assert counted.comparable == "x|a|temp:1|num_trials:3"


def test_what_judges_did_stands_beside_scores_that_they_gave():
    """And which of the models judged too, so that its panel was another one."""
    text = leaderboard([run("a/x", score=4.0, judge_coverage=0.96, judges_left_out=1.0), run("a/y", score=3.0)])
    head, _, first, second = text.splitlines()[1:5]
    assert head.endswith("judge coverage  self-judging excluded")
    assert first.split()[-2:] == ["96%", "1"]
    assert second.split()[-2:] == ["-", "-"]


def test_a_model_without_a_score_stands_last_and_has_a_dash():
    """Undefined is not 0."""
    text = leaderboard(
        [run("a/none", valid_rate=0.0, score_failures_as_zero=0.0, num_answers=4.0), run("a/x", score=-5.0)]
    )
    lines = text.splitlines()
    assert lines[3].startswith("a/x")
    assert lines[4].split() == ["a/none", "-", "-", "0.00", "0%", "-", "4"]


def test_the_reasons_why_responses_have_no_score_stand_behind_them():
    """The most frequent first, whatever reasons there are; a score below the floor stands below the others."""
    few = {"valid_rate": 0.25, "truncation_rate": 0.5, "refusal_rate": 0.05, "unjudged_rate": 0.2}
    runs = [
        run("a/few", score=9.0, **few),
        run("a/x", score=5.0, valid_rate=0.97, empty_rate=0.03),
        run("a/y", score=4.0),
    ]
    head, _, *rows, below = leaderboard(runs).splitlines()[1:-1]
    assert re.split(r"  +", head)[-2:] == ["responses", "failure reasons"]
    assert [re.split(r"  +", row)[0] for row in rows] == ["a/x", "a/y", "a/few (*)"]
    assert below == "(*) a/few does not count: 25% of responses scored, floor 50%"
    assert rows[0].endswith("empty 3%")
    assert rows[2].endswith("truncated 50%, unjudged 20%, refused 5%")
    lenient = render(tables.leaderboard(runs, least_scored=0.25))
    assert "does not count" not in lenient
    with pytest.raises(BadArguments, match="share of scored responses from 0 to 1"):
        tables.leaderboard(runs, least_scored=1.5)


def test_norms_of_people_are_notes_where_they_hold_for_the_settings():
    """Not unless they are asked for; those that are comparable only roughly say why."""
    (norm, *_) = find_entry("rat").card.norms
    runs = [
        replace(run(model, key, score=50.0), group="creativity_rat")
        for model, key in (("a/x", "rat|items:bowden2003/144@sha256:0"), ("a/y", "rat|items:own/120@sha256:0"))
    ]
    (bowden, own) = tables.leaderboard(runs, norms=True)
    assert bowden.notes[0] == (
        "People: mean 30.73, SD 22.3, n = 144 items. Sample: Bowden and Jung-Beeman 2003, 76 people, 15 seconds for "
        "each problem. Comparable only roughly: people had 15 seconds."
    )
    assert bowden.notes[0] == norm_text(norm)
    assert len(bowden.notes) == 2
    assert own.notes == []
    assert all(table.notes == [] for table in tables.leaderboard(runs))
    outside = tables.leaderboard([replace(runs[0], group="other")], norms=True)
    assert [table.notes for table in outside] == [[]]


def test_a_model_has_its_percentile_among_the_people_of_a_norm():
    """Under the norm's settings alone; a score that does not count has none, and the note says who they are."""
    (norm, *_) = find_entry("letter_string").card.norms
    key = "letter_string|protocol:lewis2025|items:all"
    values = {"a/x": 100.0, "a/y": 50.0, "a/z": 99.0}
    runs = [replace(run(model, key, score=score), group="creativity_letter_string") for model, score in values.items()]
    runs[2] = replace(runs[2], stats={**runs[2].stats, "valid_rate": 0.1, "num_answers": 20.0})
    (table,) = tables.leaderboard(runs)
    place = [column.key for column in table.columns].index("percentile_of_norm")
    at_most = [sum(value <= score for value in norm.quantiles) for score in (100, 50)]
    below = [sum(value < score for value in norm.quantiles) for score in (100, 50)]
    middle = [(first + last - 1) / 200 for first, last in zip(below, at_most, strict=True)]
    found = {row[0]: row[place] for row in table.rows}
    assert found["a/x"] == pytest.approx(middle[0])
    assert 0.9 < found["a/x"] < 1  # people who were right everywhere are not surpassed
    assert found["a/y"] == pytest.approx(middle[1], abs=0.01)
    assert found["a/z"] is None
    assert table.notes == [percentile_note(norm)]
    assert percentile_note(norm).startswith(
        "Percentile: the share of people that a model surpasses; ties count half. People: mean "
    )
    assert tables.leaderboard(runs, norms=True)[0].notes.count(norm_text(norm)) == 0
    # A stat of responses is named human_percentile, and is in percent.
    assert "human_percentile" not in [column.key for column in table.columns]
    (other,) = tables.leaderboard([replace(run("a/x", f"{key}/9", score=9.0), group="creativity_letter_string")])
    assert "percentile_of_norm" not in [column.key for column in other.columns]


def test_a_norm_says_what_it_is_of():
    """Of a score there is no more to say, nor of people."""
    norm = Norm("students", 8572, 0.8, 0.25, "a table", {})
    assert norm_text(norm) == "People: mean 0.8, SD 0.25, n = 8,572. Sample: students."
    assert (
        norm_text(replace(norm, stat="fluency"), str.upper)
        == "People, FLUENCY: mean 0.8, SD 0.25, n = 8,572. Sample: students."
    )


def write(folder, stats="[]", spec=True):
    folder.mkdir(parents=True)
    good = {
        "name": "n",
        "groups": ["g"],
        "adapter_spec": {"model": "a/b", "temperature": 0.0, "max_tokens": 9},
        "metric_specs": [],
    }
    if spec:
        (folder / "run_spec.json").write_text(json.dumps(good))
    (folder / "stats.json").write_text(stats)


def test_a_damaged_run_is_named_and_left_out(tmp_path):
    """HELM does not write files at once; a stopped run leaves half of one."""
    write(tmp_path / "good")
    write(tmp_path / "half", stats='[{"name"')
    write(tmp_path / "alien", stats="7")
    write(tmp_path / "nospec", spec=False)
    (tmp_path / "groups").mkdir()
    (tmp_path / "eval_cache").mkdir()
    runs, problems = read_suite(tmp_path)
    assert [run.name for run in runs] == ["n"]
    assert [problem.split(":")[0] for problem in problems] == ["alien", "half", "nospec"]


def test_only_the_test_split_without_perturbation_counts(tmp_path):
    """HELM writes others beside it."""
    stats = [
        {"name": {"name": "score", "split": "test"}, "mean": 1.0},
        {"name": {"name": "score", "split": "train"}, "mean": 2.0},
        {"name": {"name": "score", "split": "test", "perturbation": {"name": "x"}}, "mean": 3.0},
        {"name": {"name": "none", "split": "test"}},
    ]
    write(tmp_path / "run", stats=json.dumps(stats))
    assert read_suite(tmp_path)[0][0].stats == {"score": 1.0}


def test_no_suite_says_how_to_make_one(tmp_path):
    """And an empty one is none."""
    with pytest.raises(FileProblem, match="helm-run makes one"):
        read_suite(tmp_path / "absent")
    with pytest.raises(FileProblem, match="holds no run"):
        read_suite(tmp_path)


@pytest.mark.parametrize(
    ("score", "se", "shown"),
    [(0.7312, 0.00214, ["0.7312", "0.0021"]), (-0.5, 0.01, ["-0.500", "0.010"]), (78.384, 0.5, ["78.38", "0.50"])],
)
def test_scores_have_the_decimals_that_their_errors_give(score, se, shown):
    """Two digits of the standard error."""
    line = leaderboard([run("a/x", score=score, score_se=se, score_failures_as_zero=score)]).splitlines()[3]
    assert line.split() == ["a/x", *shown, shown[0], "-", "-", "-"]


def test_one_table_has_one_number_of_decimals():
    """That of its largest score; other tables have their own."""
    text = leaderboard([run("a/x", score=0.5), run("a/y", score=50.0), run("a/z", "dat|b", score=0.5)])
    assert [line.split()[1] for line in text.splitlines() if line.startswith("a/")] == ["50.00", "0.50", "0.500"]


def test_all_unscored_is_a_table_of_dashes():
    """Nothing decides its decimals."""
    line = leaderboard([run("a/x", valid_rate=0.0)]).splitlines()[3]
    assert line.split() == ["a/x", "-", "-", "-", "0%", "-", "-"]


def gated(model, p, novelty, temperature=1.0, difference=4.0, key="cdat|a"):
    stats = {"score": novelty, "novelty": novelty, "gate_p_value": p, "gate_difference": difference}
    return replace(run(model, key, temperature, **stats), group="creativity_cdat")


def test_the_gate_stands_below_the_tables():
    """One line a model and temperature."""
    # At 1.0: .0001·3 = .0003, .0006·3/2 = .0009, .5. At 1.5: 1e-12, alone.
    runs = [gated("a/x", 0.0001, 60.0), gated("a/x", 1e-12, 71.0, 1.5), gated("a/y", 0.0006, 75.0)]
    text = leaderboard([*runs, gated("a/z", 0.5, 90.0)])
    *tables, gate = text.split("\n\n")
    assert len(tables) == 2
    title, head, rule, *rows, last, why, _, _ = gate.splitlines()
    assert title == "creativity_cdat: gate, Benjamini-Hochberg over the models of a temperature, α = 0.001"
    assert head.split("  ")[0].strip() == "model"
    assert [word for word in head.split("  ") if word.strip()][1:] == [
        *["novelty where passed", "temperature", "adjusted p", "passes"]
    ]
    assert set(rule) == {"-", " "}
    assert [row.split() for row in rows] == [
        ["a/y", "75.00", "1", "0.0009", "yes"],
        ["a/x", "65.50", "1", "0.0003", "yes"],
        ["a/x", "65.50", "1.5", "1e-12", "yes"],
        ["a/z", "-", "1", "0.5", "no"],
    ]
    assert len({len(line) for line in (head, rule, *rows)}) == 1
    assert last == "comparable settings: cdat|a"
    assert why == "no novelty where passed of a/z: no temperature passes the gate"


def test_gates_of_unlike_settings_are_tables_of_their_own():
    """And a suite without one has none."""
    text = leaderboard([gated("a/x", 0.5, 60.0), gated("a/y", 0.5, 60.0, key="cdat|b")])
    assert text.count("gate, Benjamini-Hochberg") == 2
    assert "\ncomparable settings: cdat|b\n" in text.split("\n\n")[-1]
    assert "gate" not in leaderboard([run("a/x", score=1.0)])
    assert leaderboard([]) == ""


def test_runs_of_other_scenarios_have_no_table_of_dashes():
    """Alone they are an error that says what is there; beside benchmarks of creativity they are counted."""
    others = [Run(f"{group}:{model}", group, model, {}, {"exact_match": 0.5}) for group, model in OTHERS]
    what = r"3 runs of 2 other scenarios, gsm \(1\), mmlu \(2\), by a/x, a/y"
    with pytest.raises(BadArguments, match=rf"there is no creativity benchmark here: {what}; run one in this suite"):
        leaderboard(others)
    text = leaderboard([*others, run("a/x", score=1.0), run("a/z")])
    assert re.search(f"not shown: {what}", text)
    assert "\nmmlu" not in text
    assert text.count("a/z") == 1


OTHERS = (("mmlu", "a/x"), ("mmlu", "a/y"), ("gsm", "a/x"))
