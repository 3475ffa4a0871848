"""Tables as people's tools write them. Each is small and made up, in the shape of such a file."""

import csv
import json
import re

import pytest

from helm_creativity import import_people
from helm_creativity.commands import main
from helm_creativity.errors import BadArguments

WORDS = ["lamp", "algorithm", "golf", "playground", "orchestra", "spaghetti", "crocodile"]
SCORE = pytest.approx(76.5631)
BUILTIN = {"embedding": "builtin"}


def write(path, rows, delimiter=",", encoding="utf-8", quoting=csv.QUOTE_MINIMAL):
    with path.open("w", newline="", encoding=encoding) as file:
        csv.writer(file, delimiter=delimiter, quoting=quoting).writerows(rows)
    return path


def found(sample):
    """Participant, item, text and reason of each response."""
    return [
        (response.participant, response.item, response.response, response.failure_reason)
        for response in sample.responses
    ]


def qualtrics(path, columns, questions, rows, **how):
    """An export with the three rows of heads. The first row of people is finished, the others are not."""
    own = ["StartDate", "Status", "IPAddress", "Finished", "ResponseId"]
    texts = ["Start Date", "Response Type", "IP Address", "Finished", "Response ID"]
    ids = [json.dumps({"ImportId": name}) for name in (*own, *columns)]
    people = [
        ["2026-01-01", "IP Address", "192.0.2.1", str(n == 1), f"R_{n}", *row] for n, row in enumerate(rows, start=1)
    ]
    return write(path, [[*own, *columns], [*texts, *questions], ids, *people], **how)


@pytest.mark.parametrize(
    "how",
    [{"encoding": "utf-8-sig"}, {"encoding": "utf-16", "delimiter": "\t"}, {"encoding": "cp1252", "delimiter": ";"}],
)
def test_qualtrics_has_three_rows_of_heads_and_its_own_participants(how, tmp_path, capsys):
    columns = [*(f"Q5_{n}" for n in range(1, 8)), "Alter"]
    questions = [*(f"Wörter - {n}" for n in range(1, 8)), "Wie alt?"]
    path = qualtrics(tmp_path / "a.csv", columns, questions, [[*WORDS, "22"], [*WORDS[::-1], "31"]], **how)
    assert import_people(path, "dat", response=["Q5_*"], **BUILTIN).by_participant() == {"R_1": SCORE, "R_2": SCORE}
    command = ["people", "import", str(path), "--benchmark", "dat", "--embedding", "builtin", "--dry-run"]
    assert main([*command, "--response", "Q5_*", "--only", "finished=true"]) == 2
    assert "there is no column 'finished'" in capsys.readouterr().err
    assert main(command) == 2
    said = capsys.readouterr().err
    assert "Alter; name yours with --response (response= in Python), such as --response 'Q5_*'" in said
    assert "IPAddress" not in said
    assert main([*command, "--response", "Q5_*"]) == 0
    out, err = capsys.readouterr()
    assert "Wörter - 3" in out
    assert "192.0.2.1" not in out
    assert "rows of people who did not finish: 1; --only 'Finished=True' leaves them out" in err
    assert main([*command, "--response", "Q5_*", "--only", "Finished=True"]) == 0
    assert "1 participant, 1 response, 1 with a score" in capsys.readouterr().err


def test_a_legacy_export_of_qualtrics_names_its_own_columns_in_the_second_row(tmp_path, capsys):
    own = ["ResponseID", "ResponseSet", "Name", "ExternalDataReference", "EmailAddress", "IPAddress", "Status"]
    own += ["StartDate", "EndDate", "Finished"]
    heads = [[*(f"V{n}" for n in range(1, 11)), "Q3", "Q4"], [*own, "Name words", "How old are you?"]]
    rest = ["Default Response Set", "Anonymous", "", "a@example.org", "192.0.2.1", 0, "2014-03-01", "2014-03-01", 1]
    rows = [[f"R_{n}", *rest, ", ".join(words), 20 + n] for n, words in enumerate((WORDS, WORDS[::-1]))]
    path = write(tmp_path / "a.csv", [*heads, *rows])
    assert import_people(path, "dat", response=["Q3"], **BUILTIN).by_participant() == {"R_0": SCORE, "R_1": SCORE}
    command = ["people", "import", str(path), "--benchmark", "dat", "--embedding", "builtin", "--dry-run"]
    assert main([*command, "--response", "Q3"]) == 0
    out, err = capsys.readouterr()
    assert "Qualtrics export; rows that are no responses: 1" in err
    assert "How old" in out
    assert not re.search(r"example\.org|192\.0|Anonymous", out)
    lists = write(tmp_path / "b.csv", [["V1", "words"], ["ResponseID", "Name words"], ["R_1", ", ".join(WORDS)]])
    assert main(["score", "dat", "--embedding", "builtin", str(lists)]) == 0
    out, err = capsys.readouterr()
    assert [row["V1"] for row in csv.DictReader(out.splitlines())] == ["R_1"]
    assert "rows of the survey's questions and ids, which are left out: 1" in err


def test_a_workbook_of_qualtrics_is_read_as_its_csv_is(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    path = qualtrics(tmp_path / "a.csv", ["word", "word"], ["First", "Second"], [["lamp", "golf"], ["idea", ""]])
    book = openpyxl.Workbook()
    with path.open(newline="") as file:
        for row in csv.reader(file):
            book.active.append([cell or None for cell in row])
    book.save(tmp_path / "a.xlsx")
    expected = [
        ("R_1", "olson2021", '["lamp", "golf"]', "too_few_valid"),
        ("R_2", "olson2021", '["idea"]', "too_few_valid"),
    ]
    assert found(import_people(path, "dat", **BUILTIN)) == expected
    assert found(import_people(tmp_path / "a.xlsx", "dat", **BUILTIN)) == expected


def test_columns_for_each_item_are_a_response_to_each(tmp_path, caplog):
    """Those that are called as an item are found; others are named with it, those of its parts as well."""
    rows = [["doorstop, fan", "weight", "paint"], ["", "hammer", ""]]
    path = qualtrics(tmp_path / "a.csv", ["book", "Q7_1", "Q7_2"], ["Uses of a book", "Brick", "Brick"], rows)
    assert found(import_people(path, "aut", **BUILTIN)) == [
        ("R_1", "book", "doorstop, fan", ""),
        ("R_2", "book", "", "empty"),
    ]
    assert "each row has a response to each of the items book" in caplog.text
    named = import_people(path, "aut", response=["book=book", "brick=Q7_*"], **BUILTIN)
    assert [(response.participant, response.item, response.response) for response in named.responses] == [
        ("R_1", "book", "doorstop, fan"),
        ("R_1", "brick", '["weight", "paint"]'),
        ("R_2", "book", ""),
        ("R_2", "brick", '["hammer"]'),
    ]
    with pytest.raises(BadArguments, match="name the item of each column, as --response ITEM=COLUMN, or of none"):
        import_people(path, "aut", response=["book=book", "Q7_1"], **BUILTIN)


TRIALS = [
    {"rt": 5, "stimulus": "<p>Welcome</p>", "response": " ", "trial_type": "html-keyboard-response", "subject": "s1"},
    {"rt": 9, "stimulus": "", "response": {"age": "22", "sex": "f"}, "trial_type": "survey-html-form", "subject": "s1"},
    {
        "rt": 9,
        "stimulus": "List uses for a <b>BOOK</b>.",
        "response": {"Q0": "doorstop, fan"},
        "trial_type": "survey-text",
    },
    {"rt": 9, "stimulus": "rope", "response": {"Q0": "swing", "Q1": "belt"}, "trial_type": "survey-text"},
    {"rt": 9, "stimulus": "book", "response": {"Q0": ""}, "trial_type": "survey-text", "subject": "s2"},
    {
        "rt": 9,
        "stimulus": "",
        "response": {"fork": "comb", "book": "fan"},
        "trial_type": "survey-text",
        "subject": "s3",
    },
]


@pytest.mark.parametrize("form", ["csv", "json", "arrays"])
def test_jspsych_has_trials_whose_response_is_an_object_of_texts(form, tmp_path, caplog):
    trials = [{"subject": "s1", **trial, "trial_index": n, "time_elapsed": n} for n, trial in enumerate(TRIALS)]
    path = tmp_path / f"a.{'csv' if form == 'csv' else 'json'}"
    if form == "csv":
        cells = [{**trial, "response": json.dumps(trial["response"])} for trial in trials]
        write(path, [list(trials[0]), *(list(map(cell.get, trials[0])) for cell in cells)], quoting=csv.QUOTE_ALL)
    else:
        parts = [trials] if form == "json" else [trials[:2], trials[2:]]
        path.write_text("\n".join(json.dumps(part) for part in parts))
    sample = import_people(path, "aut", **BUILTIN)
    assert [(response.participant, response.item, response.response) for response in sample.responses] == [
        ("s1", "book", "doorstop, fan"),
        ("s1", "rope", '["swing", "belt"]'),
        ("s2", "book", ""),
        ("s3", "fork", "comb"),
        ("s3", "book", "fan"),
    ]
    assert "jsPsych export; rows that are no responses: 2" in caplog.text


def test_psychopy_has_empty_rows_between_trials(tmp_path):
    head = ["participant", "object", "textbox.text", "key_resp.keys", "key_resp.rt", "trials.thisN", "psychopyVersion"]
    rows = [
        ["p1", "", "", "space", "1.2", "", "2026.1"],
        ["p1", "book", "doorstop\nfan", "", "", "0", "2026.1"],
        ["p1", "rope", "", "", "", "1", "2026.1"],
        ["p1", "", "", "", "", "", "2026.1"],
        ["p2", "", "", "space", "3.1", "", "2026.1"],
    ]
    path = write(tmp_path / "a.csv", [head, *rows], encoding="utf-8-sig")
    sample = import_people(path, "aut", **BUILTIN)
    assert [(response.participant, response.item, response.failure_reason) for response in sample.responses] == [
        ("p1", "book", ""),
        ("p1", "rope", "empty"),
    ]
    assert sample.left_out == {"7": "expected the item in the column object, got nothing"}, (
        "who wrote nothing is not lost"
    )
    two = [[*head, "textbox_2.text"], *([*row, ""] for row in rows)]
    with pytest.raises(BadArguments, match=r"several columns may hold the response: textbox\.text, textbox_2\.text"):
        import_people(write(tmp_path / "b.csv", two), "aut", **BUILTIN)


@pytest.mark.parametrize("item", ["item", "Prompt", "ITEM", "item_id", "Stimulus", "thing"])
def test_a_use_in_each_row_is_gathered_by_participant_and_item(item, tmp_path):
    """An item that the benchmark does not have is one, too. Ratings stay with their use."""
    head = ["ID", item, "Response", "rater1", "rater2"]
    rows = [
        ["7", "Bottle", "to catch an insect in", "3", "4"],
        ["7", "book", "doorstop", "1", "1"],
        ["8", "bottle", "vase", "NA", ""],
        ["7", "bottle", "NA", "", ""],
        ["7", "bottle", "telescope", "5", "4"],
    ]
    path = write(tmp_path / "a.csv", [head, *rows])
    named = {"item": item} if item == "thing" else {}
    sample = import_people(path, "aut", gather=True, scale=(1, 5), **named, **BUILTIN)
    assert [
        (response.participant, response.response, response.submetrics["fluency"]) for response in sample.responses
    ] == [
        ("7", '["to catch an insect in", "telescope"]', 2),
        ("7", '["doorstop"]', 1),
        ("8", '["vase"]', 1),
    ]
    assert [[idea.ratings for idea in response.listed_ideas] for response in sample.responses] == [
        [(3, 4), (5, 4)],
        [(1, 1)],
        [()],
    ]
    with pytest.raises(BadArguments, match="gather: a response to this benchmark is one text"):
        import_people(path, "metaphor", gather=True, scale=(1, 5), prompts="own")


MEANS = [("3", "4", "3.5"), ("5", "2", "3.5"), ("5", "4", "4.5"), ("1", "4", "2.5")]


@pytest.mark.parametrize(
    ("ratings", "summary"),
    [
        ([*MEANS, ("1", "2", "1,5"), ("1", "1", "1")], "mean"),
        ([("3", "4", "7"), ("1", "2", "3"), ("5", "2", "7"), ("5", "4", "9"), ("1", "4", "5"), ("", "", "")], "sum"),
        ([*MEANS, ("1", "2", "2")], None),
        ([*MEANS, ("2", "2", "2"), ("5", "5", "5")], None),
    ],
)
def test_the_mean_of_raters_is_no_rater(ratings, summary, tmp_path, caplog):
    """Unless it differs somewhere, or raters agree so often that it may be one's; and it is one where it is named."""
    head = ["ID", "item", "Response", "rater1", "rater2", "originality"]
    uses = ("vase", "telescope", "rolling pin", "message to a friend", "lamp", "flute")
    rows = [head, *(["7", "Bottle", use, *its] for use, its in zip(uses, ratings, strict=False))]
    path = write(tmp_path / "a.csv", rows, ";")
    how = {"gather": True, "scale": (0, 10), **BUILTIN}
    sample = import_people(path, "aut", **how)
    counts = {len(idea.ratings) for response in sample.responses for idea in response.listed_ideas if idea.ratings}
    assert counts == ({2} if summary else {3})
    said = f"the column originality has the {summary} of the other ratings in all rows"
    assert (said in caplog.text) == (summary is not None)
    named = import_people(path, "aut", ratings={"originality": ["rater1", "rater2", "originality"]}, **how)
    assert max(len(idea.ratings) for response in named.responses for idea in response.listed_ideas) == 3


def test_a_scale_that_is_not_said_is_asked_for(tmp_path):
    """What fits the benchmark's scale alone, or reaches its ends, is on it; all else is not guessed."""

    def ratings(*cells, **how):
        rows = [["response", "creativity"], *([f"a sea {n}", cell] for n, cell in enumerate(cells))]
        sample = import_people(write(tmp_path / "a.csv", rows, ";"), "metaphor", prompts="own", **how)
        return [response.score for response in sample.responses], sample

    with pytest.raises(BadArguments, match=r"from 1 to 4 \(lines 2 and 3\), and the benchmark's scale is 10 to 50"):
        ratings("1", "4")
    with pytest.raises(BadArguments, match=r"fits the benchmark's scale, 10 to 50, and 0 to 100, 1 to 100: write"):
        ratings("20", "40")
    assert ratings("10", "50, 20")[0] == [10, 35]
    assert ratings("0", "1, 3", scale=(0, 4))[0] == [10, 30]
    several = ("0;NA;2", "1, -99", "[2, null]", "-99 / NA", "NA,2", "4|", "n.a.,n.a.", "[-99]", "-;4")
    assert ratings(*several, scale=(0, 4))[0] == [20, 20, 30, None, 30, 50, None, None, 50]
    assert ratings("10;-99", "50")[0] == [10, 50], "a missing code is no end of the scale"
    scores, sample = ratings("1", "3", "99", "", scale=(1, 5))
    assert scores == [10, 30, None]
    assert sample.left_out == {"4": "the rating 99 is not on the scale 1 to 5"}
    assert sample.source["ratings: creativity"] == "1 to 5 on 10 to 50"
    assert ratings("1", "4", ignore=["creat*"])[0] == [None, None]
    with pytest.raises(BadArguments, match="scale: expected the lowest rating, then the highest, got 5 1"):
        ratings("1", scale=(5, 1))


def test_an_odd_row_costs_itself(tmp_path, capsys):
    """It is left out with its line and the reason; unnamed and equal columns are no reason."""
    head = ["", "participant", "item", "word", "word", "word", "word", "word", "word", "word"]
    rows = [["0", "A", "", *WORDS], ["1", "", "", *WORDS], ["2", "B", "", *WORDS, "lost"], ["3", "C", "", *WORDS]]
    path, out = write(tmp_path / "a.csv", [head, *rows]), tmp_path / "people"
    sample = import_people(path, "dat", out=out, **BUILTIN)
    assert sample.by_participant() == {"A": SCORE, "C": SCORE}
    assert list(sample.left_out) == ["3", "4"]
    assert json.loads(next(out.glob("*/sample.json")).read_text())["left_out"] == sample.left_out
    assert main(["people", "import", str(path), "--benchmark", "dat", "--embedding", "builtin", "--dry-run"]) == 0
    said = capsys.readouterr().err
    assert "rows left out: 2\n" in said
    assert "line 3: expected a participant in the column participant, got nothing" in said
    assert "line 4: 'lost' has no column heading" in said


def test_a_table_without_items_is_refused_with_what_to_write(tmp_path, capsys):
    path = write(tmp_path / "a.csv", [["participant", "written"], ["A", "doorstop, fan"]])
    command = ["people", "import", str(path), "--benchmark", "aut", "--embedding", "builtin", "--dry-run"]
    assert main([*command, "--response", "written"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "no column says the item: expected a column object, item, id or prompt" in said
    advice = said.partition("write ")[2].partition(",")[0].split()
    assert advice == ["--response", "book=written"]
    assert main([*command, *advice]) == 0
    assert "1 with a score" in capsys.readouterr().err


@pytest.mark.parametrize("heads", [["Coder1", "coder 2"], ["Judge_A", "Judge_B"], ["rating.1", "rating.2"]])
def test_columns_of_ratings_are_called_as_studies_call_them(heads, tmp_path, capsys):
    """They are suggested as no response, and ratings out of every scale have their lines."""
    rows = [["ID", "object", "use", *heads], ["A", "brick", "step", 1, 5], ["B", "brick", "toy", 3, 3]]
    path = write(tmp_path / "a.csv", rows)
    values = {"protocol": "mctb2025", "prompts": "own", "gather": True, **BUILTIN}
    with pytest.raises(BadArguments, match=r"no column holds the response: (?!.*such as --response)"):
        import_people(path, "aut", **values)
    sample = import_people(path, "aut", response=["use"], **values)
    assert [response.score for response in sample.responses] == [3, 3]
    write(path, [*rows, ["C", "brick", "art", 33, 2]])
    with pytest.raises(BadArguments, match=r"go from 1 to 33 \(lines 2 and 4\), and the benchmark's scale is 1 to 5: "):
        import_people(path, "aut", response=["use"], **values)


@pytest.mark.parametrize(
    "heads", [("Respondent ID", "Collector ID", "Email Address"), ("respondent_id", "collector_id", "email_address")]
)
def test_surveymonkey_has_two_rows_of_heads_and_its_own_participants(heads, tmp_path, capsys):
    """The name of a question stands above its first part alone."""
    parts = ["", "", "", "Open-Ended Response", *(f"Word {n}" for n in range(2, 8))]
    rows = [[11, 5, "a@example.org", *WORDS], [12, 5, "", *WORDS[::-1]]]
    path = write(tmp_path / "a.csv", [[*heads, "Name words", *[""] * 6], parts, *rows])
    columns = ["Name words", *(f"column {n}" for n in range(5, 11))]
    assert import_people(path, "dat", response=columns, **BUILTIN).by_participant() == {"11": SCORE, "12": SCORE}
    command = ["people", "import", str(path), "--benchmark", "dat", "--embedding", "builtin", "--dry-run"]
    assert main([*command, *(f"--response={column}" for column in columns)]) == 0
    out, err = capsys.readouterr()
    assert "SurveyMonkey export; rows that are no responses: 1" in err
    assert "Open-Ended Response" in out
    assert "a@example.org" not in out
    assert main(["score", "dat", "--embedding", "builtin", str(path)]) == 1
    assert "2 of 2 rows were not used" in capsys.readouterr().err


OWN_ITEMS = {
    "rat": (["stems", "answer", "response", "RT", "age", "sex"], ["cottage, swiss, cake", "cheese", "cheese"], {}),
    "metaphor": (
        ["prompt", "response", "creativity", "age"],
        ["Joy is like ...", "a kite of {} birds", "{}"],
        {"prompts": "own", "scale": (10, 50)},
    ),
    "story": (
        ["cues", "response", "creativity", "RT"],
        ["dog, moon, tax", "The dog paid tax on moon {}.", "{}"],
        {**BUILTIN, "protocol": "agc2026", "prompts": "own", "scale": (10, 50)},
    ),
    "drat": (["anchors", "response", "RT"], ["dog, moon, tax", "payment on the {}"], BUILTIN),
}


@pytest.mark.parametrize("benchmark", OWN_ITEMS)
def test_an_item_of_the_table_is_named_by_what_says_it(benchmark, tmp_path):
    """Not by ratings, or columns that are not used, which would make an item of each response and name people."""
    head, cells, how = OWN_ITEMS[benchmark]
    rows = []
    for n in range(3):
        said = [cell.format(20 + n) for cell in cells]
        rows.append([f"p{n}", *said, *(f"{n}{column}" for column in head[len(said) :])])
    sample = import_people(write(tmp_path / "a.csv", [["participant", *head], *rows]), benchmark, **how)
    (item,) = {response.item for response in sample.responses}
    shown = cells[: head.index("response")]
    assert item == ", ".join(shown)
    assert len(sample.responses) == 3


def test_names_that_differ_in_case_alone_are_said(tmp_path, caplog):
    rows = [["participant", *(f"word{n}" for n in range(1, 8))], *([name, *WORDS] for name in ("p1", "P1", "p2"))]
    assert len(import_people(write(tmp_path / "a.csv", rows), "dat", **BUILTIN).participants) == 3
    assert "names that differ in case alone count as different participants: P1 and p1" in caplog.text


@pytest.mark.parametrize("how", [{"encoding": "utf-16", "delimiter": "\t"}, {"encoding": "cp1252", "delimiter": ";"}])
@pytest.mark.parametrize("labels", [True, False])
def test_sosci_survey_has_a_row_of_labels_and_its_own_participants(labels, how, tmp_path, capsys):
    heads = ["CASE", "SERIAL", "QUESTNNR", "STARTED", *(f"DA01_{n:02}" for n in range(1, 8)), "TIME001", "FINISHED"]
    described = ["Interview-Nummer (fortlaufend)", "Personenkennung", "Fragebogen", "Zeitpunkt des Beginns (Berlin)"]
    described += [*(f"Wörter: {n}" for n in range(1, 8)), "Verweildauer Seite 1", "Wurde sie abgeschlossen?"]
    rows = [[10 + n, "", "base", "2026-01-01 10:00:00", *WORDS, 33, n] for n in range(2)]
    table = [heads, described, *rows] if labels else [heads, *rows]
    path = write(tmp_path / "a.csv", table, quoting=csv.QUOTE_ALL, **how)
    assert import_people(path, "dat", response=["DA01_*"], **BUILTIN).by_participant() == {"10": SCORE, "11": SCORE}
    command = ["people", "import", str(path), "--benchmark", "dat", "--embedding", "builtin", "--response", "DA01_*"]
    assert main([*command, "--dry-run"]) == 0
    out, err = capsys.readouterr()
    assert ("Wörter: 3" in out) == labels
    assert "SoSci Survey export" in err
    assert "rows of people who did not finish: 1; --only 'FINISHED=1' leaves them out" in err
    assert "2 participants, 2 responses, 2 with a score" in err


@pytest.mark.parametrize("column", ["record_id", "Participant Private ID"])
def test_participants_of_redcap_and_gorilla(column, tmp_path):
    path = write(tmp_path / "a.csv", [[column, "words"], *[["007", ", ".join(WORDS)]] * 2])
    assert [(response.participant, response.trial) for response in import_people(path, "dat", **BUILTIN).responses] == [
        ("007", 0),
        ("007", 1),
    ]
