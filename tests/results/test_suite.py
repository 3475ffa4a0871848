"""From folders to a study; and what was put into a suite comes out of its tables."""

import numpy as np
import pytest
from support.folders import entry, stat, write_run, write_schema
from support.simulated import simulated_suite

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.loading import read_suite


def study(*folders, metrics=None, warn=pytest.fail):
    return read_suite(list(map(str, folders)), metrics=metrics, warn=warn)


def test_settings_that_move_the_score_are_columns(tmp_path):
    """Any part of the comparable key, its instruction among them, and the number of items make another."""
    base = "dat|embedding:a|temp:1|card:1"
    others = [base.replace(*pair) for pair in (("a|", "b|"), (":1|", ":0.5|"), ("card:1", "card:2"))]
    others.append(f"{base}|instruction:creative@sha256:0123")
    runs = [("a/x", base, 1.0, 3.0), ("a/y", base, 2.0, 3.0), ("a/x", base, 14.0, 4.0)]
    runs += [("a/x", key, 10.0 + place, 3.0) for place, key in enumerate(others)]
    for number, (model, key, score, items) in enumerate(runs):
        stats = {"score": score, "num_instances": items}
        write_run(tmp_path / "s", model=model, stats=stats, name=f"r{number}", comparable=key)
    found = study(tmp_path / "s")
    assert [column.key for column in found.columns] == ["creativity_dat", *(f"creativity_dat#{n}" for n in range(2, 7))]
    assert found.primary == [0]
    assert found.scores[:, 0].tolist() == [1.0, 2.0]
    assert sorted(found.scores[0, 1:].tolist()) == [10.0, 11.0, 12.0, 13.0, 14.0]
    assert np.isnan(found.scores[1, 1:]).all()
    assert found.columns[0].title == "DAT (embedding a, temp 1, card 1, 3 items)"
    assert {column.instruction for column in found.columns} == {"", "creative"}
    (note,) = found.notes
    assert note.startswith("creativity_dat has 6 columns, whose scores may not be compared")
    assert note.endswith("The first stands for it in composites")


def columns_of(tmp_path, *runs):
    suite = tmp_path / "s"
    for number, (settings, model, items) in enumerate(runs):
        stats = {"score": float(number), "num_instances": float(items)}
        write_run(suite, name=f"r{number}", model=model, stats=stats, **settings)
    return study(suite)


A, B = {"comparable": "dat|v:a"}, {"comparable": "dat|v:b"}
INSTRUCTED = {"comparable": "dat|v:a|instruction:creative@sha256:0123"}


OWN, OTHER = "protocol:olson2021|embedding:a@sha256:1|temp:1", "protocol:mctb2025|embedding:b@sha256:2|temp:0"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ([OWN, OTHER], ["olson2021", "mctb2025"]),
        (
            [OWN, OTHER, f"{OTHER}|dictionary:wordnet"],
            ["olson2021, no dictionary", "mctb2025, no dictionary", "mctb2025, dictionary wordnet"],
        ),
        (["judges:a/x+b/y", "judges:b/y"], ["judges x+y", "judges y"]),
        (["judges:a/x", "judges:b/x"], ["judges a/x", "judges b/x"]),
        (["prompts:5@sha256:aa|v:a", "prompts:6@sha256:bb|v:b"], ["v a", "v b"]),
        (["prompts:5@sha256:aa|v:a", "prompts:5@sha256:cc|v:a"], ["prompts 5@sha256:aa", "prompts 5@sha256:cc"]),
    ],
)
def test_titles_say_only_what_differs_and_not_what_a_protocol_sets(tmp_path, settings, words):
    """Judges without their makers and settings without checksums, unless these alone tell them apart."""
    runs = [({"comparable": f"dat|{setting}|card:1"}, f"m/{place}", 3) for place, setting in enumerate(settings)]
    assert {column.title for column in columns_of(tmp_path, *runs).columns} == {f"DAT ({word})" for word in words}


@pytest.mark.parametrize(
    ("runs", "first"),
    [
        ([(A, "a/x", 3), (B, "a/x", 3), (B, "a/y", 3)], "DAT (v b)"),
        ([(A, "creativity/greedy", 3), (A, "creativity/random-nouns", 3), (B, "a/y", 3)], "DAT (v b)"),
        ([(INSTRUCTED, "a/x", 9), (A, "a/x", 3)], "DAT (3 items)"),
        ([(INSTRUCTED, "a/x", 3), (INSTRUCTED, "a/y", 3), (A, "a/x", 3)], "DAT"),
        ([*((INSTRUCTED, f"a/{k}", 3) for k in range(3)), (A, "a/x", 3)], "DAT (instruction creative)"),
        ([(A, "a/x", 3), (A, "a/x", 9)], "DAT (9 items)"),
        ([(A, "a/x", 1), (A, "a/y", 1), (A, "a/x", 9)], "DAT (1 item)"),
        ([(B, "a/x", 3), (A, "a/x", 3)], "DAT (v a)"),
    ],
)
def test_which_column_stands_for_its_benchmark(tmp_path, runs, first):
    """No instruction, unless fewer than half as many models have it; most language models; most items; the name."""
    found = columns_of(tmp_path, *runs)
    assert found.columns[0].title == first
    assert [column.primary for column in found.columns] == [True, False]


def test_a_probe_stands_in_no_composite(tmp_path):
    for number, model in enumerate(("a/x", "a/y")):
        for group in ("creativity_dat", "creativity_letter_string"):
            write_run(tmp_path / "s", group, model, {"score": float(number)}, comparable="one")
    write_run(tmp_path / "s", "creativity_letter_string", "a/x", {"score": 3.0}, name="r", comparable="two")
    found = study(tmp_path / "s")
    assert [(column.group, column.probe, column.creative) for column in found.columns] == [
        ("creativity_dat", False, True),
        ("creativity_letter_string", True, False),
        ("creativity_letter_string", True, False),
    ]
    assert found.primary == [0]
    assert found.notes[0].endswith("The first is its main one")


def test_a_model_without_a_score_does_not_count_for_a_column(tmp_path):
    """Of several runs of a model that with the most answers counts, and a note names the others."""
    suite = tmp_path / "s"
    for model in ("a/x", "a/y"):
        write_run(suite, name=f"bad {model}", model=model, stats={"num_answers": 5.0, "valid_rate": 0.0}, **A)
    for number, answers in (("1", 4.0), ("2", 20.0), ("3", 10.0)):
        write_run(suite, name=f"r{number}", model="a/z", stats={"score": answers, "num_answers": answers}, **B)
    found = study(suite)
    assert (found.columns[0].title, found.models) == ("DAT (v b)", ("a/x", "a/y", "a/z"))
    np.testing.assert_array_equal(found.scores[:, 0], [np.nan, np.nan, 20.0])
    assert (found.run_names[0, 1], found.run_names[2, 0]) == ("bad a/x", "r2")
    np.testing.assert_array_equal(found.stats["valid_rate"][:, 1], [0.0, 0.0, np.nan])
    (note,) = (note for note in found.notes if "have no place" in note)
    assert note.startswith("creativity_dat: 2 runs have no place because another of the same model and settings")
    assert note.endswith("responses or more: r1, r3")


def test_errors_and_other_stats(tmp_path):
    """Those of the main score are no other stats; where another stat is the main one, the score is one of them."""
    stats = {"score": 1.0, "score_se": 0.5, "fluency": 3.0, "fluency_se": 0.25, "valid_rate": 0.75}
    write_run(tmp_path / "s", model="a/x", stats=stats, entries=[entry("i", fluency=4.0)])
    write_run(tmp_path / "s", model="a/y", stats={"score": 2.0})
    found = study(tmp_path / "s")
    np.testing.assert_array_equal(found.errors, [[0.5], [np.nan]])
    assert list(found.stats) == ["fluency", "fluency_se", "valid_rate"]
    np.testing.assert_array_equal(found.stats["fluency"], [[3.0], [np.nan]])
    found = study(tmp_path / "s", metrics={"creativity_dat": "fluency"}, warn=print)
    assert (found.columns[0].stat, found.scores[0, 0], found.errors[0, 0]) == ("fluency", 3.0, 0.25)
    assert found.responses(0).scores[0].tolist() == [[4.0]]
    assert list(found.stats) == ["score", "score_se", "valid_rate"]
    for metrics, why in (
        ({"creativity_dat": "wit"}, "--metric creativity_dat=wit: no run has that stat; there are fluency, "),
        ({"dat": "score"}, "no run is of the group 'dat'; there are creativity_dat"),
    ):
        with pytest.raises(BadArguments, match=why):
            study(tmp_path / "s", metrics=metrics)


def subjects(suite, model, scores, **stats):
    for subject, score in scores.items():
        name = f"mmlu:subject={subject},model={model.replace('/', '_')}"
        given = {"task": {"subject": subject}, "adapter": {"instructions": f"On {subject}."}}
        entries = [entry("id0", exact_match=score)]
        known = {"exact_match": score, "num_instances": 2.0, **{key: by[subject] for key, by in stats.items()}}
        write_run(suite, ["mmlu", f"mmlu_{subject}"], model, known, entries, name, **given)


def test_subjects_of_another_scenario_are_one_column(tmp_path):
    """The mean over them, which a model that lacks one has not; errors 3 and 4 make √(9 + 16) / 2 = 2.5 of it."""
    suite = tmp_path / "s"
    subjects(suite, "a/x", {"art": 0.2, "law": 0.6})
    subjects(suite, "a/y", {"art": 0.4})
    subjects(suite, "a/z", {"art": 0.1, "law": 0.5})
    errors = {"art": 3.0, "law": 4.0}
    subjects(suite, "b/w", dict.fromkeys(errors, 1.0), **dict.fromkeys(("exact_match_se", "f1", "f1_se"), errors))
    write_run(suite, model="a/x", stats={"score": 1.0})
    found = study(suite)
    assert [column.key for column in found.columns] == ["creativity_dat", "mmlu"]
    ours, other = found.columns
    assert (ours.ours, other.ours, other.domain, other.stat) == (True, False, "", "exact_match")
    assert (other.title, other.items, other.primary) == ("MMLU", 4, True)
    np.testing.assert_allclose(found.scores[:, 1], [0.4, np.nan, 0.3, 1.0])
    assert (found.errors[3, 1], found.stats["f1"][3, 1], found.stats["f1_se"][3, 1]) == (2.5, 3.5, 2.5)
    assert found.notes == ("mmlu: scores are means over 2 subjects; models that lack one have no score: a/y",)
    answers = found.responses(1)
    assert answers.items == ("subject=art: id0", "subject=law: id0")
    np.testing.assert_array_equal(answers.scores[:3, :, 0], [[0.2, 0.6], [0.4, np.nan], [0.1, 0.5]])
    assert found.run_names[0, 1] == "mmlu:subject=art,model=a_x and 1 more"


END, FIRST = [[0.6, 0.4], [0.2, None]], [[0.2, 0.4], [0.6, None]]


@pytest.mark.parametrize(
    ("setting", "values", "titles", "scores"),
    [
        # What HELM changes by model makes no column, unless a model has both; nor its 0.0001 for a temperature of 0.
        ("stop_sequences", (["#"], []), ["MMLU"], [[0.2, 0.4]]),
        ("temperature", (0.0, 0.0001), ["MMLU"], [[0.2, 0.4]]),
        (
            "stop_sequences",
            (["\n"], ["#"], ["#"]),
            [f"MMLU (stop sequences {it})" for it in ('["#"]', '["\\n"]')],
            END,
        ),
        ("max_train_instances", (5, 5, 0), [f"MMLU (max train instances {n})" for n in (5, 0)], FIRST),
        # A part of a benchmark is another test; a limit above the number of items is none.
        ("max_eval_instances", (10, 1000, 99), ["MMLU (10 items)", "MMLU (99 items)"], FIRST),
    ],
)
def test_which_settings_of_other_scenarios_are_columns(tmp_path, setting, values, titles, scores):
    """The third run is of the model of the first."""
    for model, score, value in zip(("a/x", "a/y", "a/x"), (0.2, 0.4, 0.6), values, strict=False):
        name = f"mmlu:model={model.replace('/', '_')}{',more' * (score == 0.6)}"
        stats = {"exact_match": score, "num_instances": 99.0 if value == 99 else 10.0}
        write_run(tmp_path / "s", "mmlu", model, stats, name=name, adapter={setting: value})
    found = study(tmp_path / "s")
    assert [column.title for column in found.columns] == titles
    np.testing.assert_array_equal(found.scores.T, np.array(scores, dtype=float))


@pytest.mark.parametrize(("counts", "columns"), [(False, 1), (True, 2)])
def test_what_is_comparable_stands_in_one_column_whatever_its_provenance(tmp_path, counts, columns):
    """A token limit, a version of the package and the X of a card's version split nothing; trials where they count.

    Of two such runs of one model the later by name counts, as responses tie.
    """
    runs = [("a/x", "0.1.0", "1-A", 10), ("a/y", "0.2.0", "1-B", 32000), ("a/x", "0.1.0", "1-A", 64)]
    for number, (model, version, card, limit) in enumerate(runs):
        made = {"comparable": "dat|temp:1|card:1", "provenance": {"helm-creativity": version, "card": card}}
        adapter = {"max_tokens": limit, "num_trials": 1 + 4 * (model == "a/y")}
        stats = {"score": float(number)}
        write_run(
            tmp_path / "s", model=model, stats=stats, name=f"r{number}", adapter=adapter, trials_count=counts, **made
        )
    found = study(tmp_path / "s")
    assert all(("num_trials" in column.comparable) == counts for column in found.columns)
    assert np.nansum(found.scores, axis=1).tolist() == [2.0, 1.0]
    assert len(found.columns) == columns
    assert counts or found.columns[0].provenance == {
        "max_tokens": {"64": 1, "32000": 1},
        "helm-creativity": {"0.1.0": 1, "0.2.0": 1},
        "card": {"1-A": 1, "1-B": 1},
    }


def test_other_scenarios_by_a_suites_own_schema(tmp_path):
    suite = tmp_path / "s"
    write_schema(suite, {"poems": ("dullness", "valid")}, lower=["dullness"])
    stats = [stat("dullness", 0.25, split="valid"), stat("dullness", 0.9), stat("wit", 1.0, split="valid")]
    entries = [{"instance_id": "i", "train_trial_index": 0, "stats": [stat("dullness", 0.25, split="valid")]}]
    write_run(suite, ["all", "poems"], stats=stats, entries=entries)
    found = study(suite)
    (column,) = found.columns
    assert (column.group, column.title, column.lower_is_better) == ("poems", "Poems", True)
    assert found.scores.tolist() == [[0.25]]
    assert found.oriented.tolist() == [[-0.25]]
    assert list(found.stats) == ["wit"]
    assert found.responses(0).scores.tolist() == [[[0.25]]]
    assert [row["score"] for row in found.leaderboards()[0].rows] == [0.25]


def test_unknown_scenarios_are_named(tmp_path):
    """The message says how to name their main stat; then they are read. Signed scores say what may be compared."""
    suite = tmp_path / "s"
    write_run(suite, "poems", "a/x", {"wit": 0.5, "charm": 1.0})
    write_run(suite, "poems", "a/y", {"charm": 1.0})
    write_run(suite, [], "a/z", {"wit": 0.5}, name="alone")
    with pytest.raises(FileProblem, match="1 run of no run group, such as alone") as problem:
        study(suite)
    assert "poems, 2 runs: no schema says what its main stat is; name one with --metric poems=STAT: charm, wit" in str(
        problem.value
    )
    for model, key in (("a/x", "limericks|v:1"), ("a/y", "limericks|v:2")):
        write_run(suite, "limericks", model, {"score": 1.0}, comparable=key)
    found = study(suite, metrics={"poems": "wit"})
    assert {column.title: column.ours for column in found.columns} == {
        "poems": False,
        "limericks (v 1)": False,
        "limericks (v 2)": False,
    }
    assert found.problems[0] == "s: poems:model=a_y: no stat 'wit' of the split 'test'"


def test_deployments_of_a_model_are_rows_where_they_must_be(tmp_path):
    cloud = {"adapter": {"model_deployment": "cloud/x"}}
    for suite in ("one", "two"):
        write_run(tmp_path / suite, model="a/x", stats={"score": 1.0})
    write_run(tmp_path / "one", model="a/x", stats={"score": 2.0}, name="r", **cloud)
    write_run(tmp_path / "one", model="a/y", stats={"score": 3.0}, adapter={"model_deployment": ""})
    found = study(tmp_path / "one")
    assert found.models == ("a/x", "a/x (cloud/x)", "a/y")
    assert found.scores[:, 0].tolist() == [1.0, 2.0, 3.0]
    assert found.notes == ("a/x was run through several deployments, and each has a row of its own: a/x, cloud/x",)
    write_run(tmp_path / "two", "creativity_rat", "a/x", {"score": 2.0}, **cloud)
    found = study(tmp_path / "two")
    assert (found.models, found.scores.tolist()) == (("a/x",), [[1.0, 2.0]])
    assert "never twice on one benchmark; its row has all of them: a/x, cloud/x" in found.notes[0]


def test_answers_that_cannot_be_read_are_reported_when_they_are_asked_for(tmp_path, caplog):
    """The model has none, and the log is the place of warnings; the array is as wide as the most answers."""
    suite, nan = tmp_path / "s", np.nan
    three = [entry("i", score=2.0), *(entry("i", trial, score=float(trial)) for trial in (1, 2, 3))]
    write_run(suite, model="a/x", stats={"score": 1.0}, entries=[entry("j", score=1.0), *three])
    write_run(suite, model="a/y", stats={"score": 2.0}, entries="[")
    write_run(suite, model="a/z", stats={"score": 3.0}, entries=[entry("i", score=5.0), entry("k", score=6.0)])
    write_run(suite, "creativity_rat", "a/x", {"score": 2.0})
    warnings = []
    found = study(suite, warn=warnings.append)
    assert warnings == []
    answers = found.responses(0)
    assert answers.items == ("j", "i", "k")
    rows = [[[1, nan, nan], [1, 2, 3], [nan] * 3], [[nan] * 3] * 3, [[nan] * 3, [5, nan, nan], [6, nan, nan]]]
    np.testing.assert_array_equal(answers.scores, rows)
    np.testing.assert_array_equal(answers.by_item, [[1, 2, nan], [nan] * 3, [nan, 5, 6]])
    assert found.responses(0) is answers
    assert len(warnings) == 1
    assert warnings[0].startswith("creativity_dat:model=a_y: cannot read the scores of its items")
    assert found.responses(1) is None
    assert len(warnings) == 2
    assert read_suite([str(suite)]).responses(1) is None
    assert "cannot read the scores of its items" in caplog.text


def test_reliability_over_items_and_over_trials_is_recovered(tmp_path):
    """Both are known from the variances that were put in; more items order models more surely."""
    design = {"benchmarks": ("dat", "rat"), "n_models": 80, "n_items": 24, "n_trials": 2, "states": False}
    truth = simulated_suite(tmp_path / "s", 11, **design, loading=0.9, within=1.0)
    found = read_suite([str(tmp_path / "s")], draws=300).analyse("reliability")
    for row, name in zip(found.records(), design["benchmarks"], strict=True):
        assert row["over_items"] == pytest.approx(truth.split_half(name), abs=0.03)
        assert row["over_trials"] == pytest.approx(truth.retest(name), abs=0.03)
        curve = [size for size in found.records("stability") if size["title"] == name.upper()]
        assert np.all(np.diff([size["correlation"] for size in curve]) > 0)
        assert (curve[-1]["size"], curve[-1]["correlation"]) == (24, pytest.approx(1.0))
