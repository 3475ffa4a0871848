"""``helm-creativity judges agreement macgyver``: a judge against the labels that people gave."""

import csv
import json

import pytest
from support.macgyver import write_workbook
from support.process import python

from helm_creativity.cli import main
from helm_creativity.errors import FileProblem
from helm_creativity.scenarios.macgyver.benchmark import question_about
from helm_creativity.scenarios.macgyver.items import read_problems
from helm_creativity.scenarios.macgyver.labels import labelled, read_labels
from helm_creativity.scenarios.macgyver.measure import LABELS


@pytest.fixture
def agree(server, labels, workbook, tmp_path, capsys):
    """Runs the command; returns what it printed."""

    def run(judge, *options, content=None):
        path = labels() if content is None else labels(content)
        arguments = ["--judge", f"chat/{judge}", "--from", str(path), "--problems", str(workbook)]
        arguments += ["--local-path", str(tmp_path / "prod_env"), *options]
        assert main(["judges", "agreement", "macgyver", *arguments]) == 0
        return capsys.readouterr().out

    return run


def test_labels_are_classes(labels, workbook):
    """Each with the question that judges are asked in a run; an answer without a label is counted."""
    found = labelled(source=labels(), problems=workbook)
    assert [(answer.id, answer.cluster, found.classes[answer.rating]) for answer in found.answers] == [
        ("1/1", "1", "correct_efficient"),
        ("1/2", "1", "wrong_solvability"),
        ("2/1", "2", "correct_inefficient"),
        ("2/2", "2", "partly_wrong"),
        ("2/3", "2", "correct_efficient"),
        ("3/1", "3", "correct_efficient"),
        ("3/2", "3", "wrong"),
        ("3/3", "3", "correct_efficient"),
    ]
    assert dict(found.skipped) == {"without an annotation": 1}
    assert {found.classes[rating] for rating in found.right} == {"correct_efficient", "correct_inefficient"}
    assert set(found.classes.values()) == set(LABELS.values())
    first = read_problems(workbook, None)[0]
    text = "A Step1: Bend it.\nStep2: Fish."
    assert found.answers[0].question == question_about(text, first.text, True, first.reference)
    assert found.answers[0].fields == {"source": "one", "label": "correct_efficient", "solvable": "yes"}


def test_contradictions_of_labels_and_problems_are_noted(labels, workbook):
    """One way and the other, by their number."""
    (note,) = labelled(source=labels(), problems=workbook).notes
    assert "contradict the workbook's Solvable? in 2 of 8 answers" in note
    assert "1 correct_unsolvable on problems marked solvable" in note
    assert "1 correct solutions of problems marked unsolvable" in note
    fail = "wrong_fail_solvability_status"
    contradicting = {
        "1": [
            {"model": "m", "annotation": fail, "solution": "Step1: Pull."},
            {"model": "m", "annotation": fail, "solution": "Not possible."},
        ],
        "3": [
            {"model": "m", "annotation": fail, "solution": "Not possible."},
            {"model": "m", "annotation": fail, "solution": "Step1: Blow."},
            {"model": "m", "annotation": "wrong_partial_correct", "solution": "Step1: Blow."},
            {"model": "m", "annotation": "wrong_entire_wrong_solution", "solution": "Not possible. The cup is wet."},
        ],
    }
    (note,) = labelled(source=labels(contradicting), problems=workbook).notes
    assert "in 3 of 6 answers" in note
    assert "1 solutions of problems marked unsolvable with a label for wrong solutions" in note
    assert f"2 {fail} on answers that agree with the workbook" in note
    quiet = {"1": [{"model": "m", "annotation": "correct_efficient", "solution": "x"}]}
    assert labelled(source=labels(quiet), problems=workbook).notes == ()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("nothing", "labels.json is not JSON"),
        ([], "expected lists of answers by problem, got a list"),
        ({"1": {}}, "problem 1: expected a list of answers, got a mapping"),
        ({"1": ["x"]}, "problem 1: expected a list of answers"),
        ({"9": [{}]}, "problem 9, answer 1: there is no problem '9'; use the workbook of the same revision"),
        ({"1": [{}, {"annotation": "good"}]}, "problem 1, answer 2: expected an annotation among .*, got 'good'"),
        ({"1": [{"annotation": "correct_efficient"}]}, "expected texts as model and solution, got nothing and nothing"),
    ],
)
def test_another_file_is_refused(labels, workbook, content, message):
    """By problem and answer."""
    items = {item.id: item for item in read_problems(workbook, None)}
    with pytest.raises(FileProblem, match=message):
        read_labels(labels(content), items)


def test_missing_files_are_reported_with_the_command_that_brings_them(tmp_path, workbook):
    """Both of them."""
    with pytest.raises(FileProblem, match="items fetch macgyver-labels"):
        labelled(source=None, problems=workbook)
    with pytest.raises(FileProblem, match="items fetch macgyver-problems"):
        labelled(source=tmp_path / "x.json", problems=None)
    with pytest.raises(FileProblem, match=r"cannot read .*x\.json"):
        labelled(source=tmp_path / "x.json", problems=workbook)


def row(printed, title):
    """Cells of one line of the table of agreement."""
    (line,) = [line for line in printed.splitlines() if line.startswith(title) and len(line) > len(title)]
    return line.removeprefix(title).split()


BOTH = ("all classes", "right or wrong")


def test_a_judge_like_people_has_a_kappa_of_one(agree, server, tmp_path):
    """All on the diagonal, both of five classes and of two; a rerun asks nothing."""
    printed = agree("perfect", "--replies", str(tmp_path / "replies.csv"))
    assert "responses: 8 of 8 labelled, to 3 items (left out: 1 without an annotation)" in printed
    assert "ratings: 8, missing: 0\n" in printed
    for title in BOTH:
        # n, accuracy, balanced accuracy, kappa, its standard error, the interval over items.
        assert row(printed, title) == ["8", "1.000", "1.000", "1.000", "0.000", "1.000", "to", "1.000"]
    assert "intervals: 1,000 resamples, seed 42" in printed
    assert "contradict" in printed
    with (tmp_path / "replies.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(given["id"], given["people"]) for given in rows] == [(given["id"], given["judge"]) for given in rows]
    assert (rows[1]["item"], rows[1]["source"], rows[1]["reply"], rows[1]["missing"]) == ("1", "two", "E", "")
    asked = server.calls["perfect"]
    assert asked == 8
    assert agree("perfect") == printed
    assert server.calls["perfect"] == asked


def test_the_tables_may_be_json(agree, tmp_path):
    """With the same numbers, in a file."""
    printed = agree("constant", "--format", "json", "--out", str(tmp_path / "agreement.json"))
    assert printed == ""
    tables = {table["name"]: table for table in json.loads((tmp_path / "agreement.json").read_text())}
    assert [(row["n"], row["accuracy"]) for row in tables["agreement"]["rows"]] == [(8, 0.5), (8, 0.625)]
    assert [row["correct_efficient"] for row in tables["all_classes"]["rows"]] == [4, 1, 1, 1, 1]


def test_other_labels_of_the_same_answers_show(agree):
    """Questions have one checksum and people's labels another, so that no two reports with other numbers look alike."""
    of = {"model": "m", "solution": "x"}
    one, other = (
        agree("constant", content={"1": [{**of, "annotation": label}]}).splitlines()[2:4]
        for label in ("correct_efficient", "wrong_partial_correct")
    )
    assert one[0] == other[0] != one[1] != other[1]
    assert one[0].startswith("questions: 1@sha256:")
    assert one[1].startswith("labels: 1@sha256:")


def test_a_judge_whose_rating_is_always_the_same_agrees_by_chance(agree):
    """Kappa 0; by hand: 4 of 8 in class A, the mean of 1, 0, 0, 0, 0."""
    printed = agree("constant")
    assert row(printed, "all classes")[:5] == ["8", "0.500", "0.200", "0.000", "0.000"]
    assert row(printed, "right or wrong")[:5] == ["8", "0.625", "0.500", "0.000", "0.000"]


def test_people_and_judge_of_one_class_have_no_kappa(agree):
    """It is undefined, not 0 and not 1."""
    same = {"1": [{"model": "m", "annotation": "correct_efficient", "solution": f"x{i}"} for i in range(3)]}
    printed = agree("constant", content=same)
    for title in BOTH:
        assert row(printed, title) == ["3", "1.000", "1.000", "-", "-", "-"]
    assert "no Cohen's kappa of all classes, right or wrong: no response was rated, or people and judge put" in printed


@pytest.mark.parametrize(
    ("judge", "reason"),
    [("garbage", "unparsable 8"), ("sorry", "refused 8"), ("closed", "failed 8")],
)
def test_missing_ratings_are_counted_by_reason(agree, judge, reason):
    """And nothing is made of them."""
    printed = agree(judge)
    assert f"ratings: 0, missing: 8 ({reason})" in printed
    for title in BOTH:
        assert row(printed, title) == ["0", "-", "-", "-", "-", "-"]
    assert ("first error: " in printed) is (judge == "closed")


def test_a_judge_that_is_down_is_given_up(agree, server):
    """After ten minutes without an answer, and five others that fail, too."""
    assert "missing: 8 (failed 7, not_asked 1)" in agree("down", "--threads", "1")


def test_a_sample_is_drawn_by_its_seed(agree, server):
    """Of the size asked for, the same each time; one larger than the file is all of it."""
    first, again, other = (agree("constant", "--sample", "3", "--seed", seed) for seed in ("1", "1", "2"))
    assert first == again
    assert "responses: 3 of 8 labelled" in first
    assert first.splitlines()[2] != other.splitlines()[2]
    assert "sample: 3, seed 1" in first
    assert "responses: 8 of 8" in agree("constant", "--sample", "99")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--sample", "0"], "a sample must have 1 response or more, got 0"),
        (["--judge-temp", "3"], "the temperature of judges must be a number from 0 to 2, got 3"),
        (["--threads", "0"], "token limit and threads must be whole numbers of 1 or more, got 4096 and 0"),
        (["--judge", "no/where"], "there is no deployment 'no/where' to judge"),
        (["--judge", "creativity/greedy"], "creativity/greedy responds to prompts and cannot rate"),
    ],
)
def test_wrong_options_are_refused(labels, workbook, tmp_path, capsys, options, message):
    """In one line, before anything is asked."""
    arguments = ["--judge", "creativity/lexical-judge", "--from", str(labels()), "--problems", str(workbook)]
    arguments += ["--local-path", str(tmp_path)]
    assert main(["judges", "agreement", "macgyver", *arguments, *options]) == 2
    assert message in capsys.readouterr().err


def test_a_file_without_a_label_is_refused(labels, workbook, tmp_path, capsys):
    """There is nothing to ask about."""
    path = labels({"1": [{"model": "m", "solution": "x"}]})
    arguments = ["--judge", "creativity/lexical-judge", "--from", str(path), "--problems", str(workbook)]
    assert main(["judges", "agreement", "macgyver", *arguments, "--local-path", str(tmp_path)]) == 2
    assert "there is no labelled answer to ask about" in capsys.readouterr().err


@pytest.mark.commands
def test_the_judge_is_looked_up_where_helm_run_looks(server, labels, tmp_path):
    """In a process of its own: the deployments of --prod-env, and the cache beside them."""
    from support import helm

    helm.deployments(tmp_path, server.url, ["perfect"])
    book = write_workbook(tmp_path / "problems.xlsx")
    options = ["--judge", "fake/perfect", "--from", str(labels()), "--problems", str(book)]
    options += ["--prod-env", str(tmp_path / "prod_env")]
    code = (
        "import contextlib, io, json, sys\nfrom helm_creativity.cli import main\nout = io.StringIO()\n"
        f"with contextlib.redirect_stdout(out):\n    rc = main({['judges', 'agreement', 'macgyver', *options]!r})\n"
        "print(json.dumps([rc, out.getvalue()]))"
    )
    rc, printed = python(code)
    assert rc == 0
    assert printed.startswith("benchmark: macgyver, card 5-A\njudge: fake/perfect, temperature 0, 4096 tokens\n")
    assert row(printed, "all classes")[3] == "1.000"
    assert (tmp_path / "prod_env" / "cache" / "fake.sqlite").is_file()


def test_help_imports_no_helm():
    """Nor anything heavy: the command answers at once."""
    code = (
        "import contextlib, io, json, sys\nfrom helm_creativity.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()) as out:\n"
        "    assert main(['judges', 'agreement', 'macgyver', '--help']) == 0\nassert '--problems' in out.getvalue()\n"
        "print(json.dumps([name in sys.modules for name in ('helm', 'scipy', 'pandas', 'openpyxl')]))"
    )
    assert python(code) == [False] * 4


def test_the_table_of_answers_may_be_jsonl(agree, tmp_path):
    """A missing rating is null there, beside its reason."""
    agree("garbage", "--replies", str(tmp_path / "replies.jsonl"), "--sample", "2")
    rows = [json.loads(line) for line in (tmp_path / "replies.jsonl").read_text().splitlines()]
    assert [(row["judge"], row["missing"], row["reply"]) for row in rows] == [
        (None, "unparsable", "Bananas are yellow.")
    ] * 2
