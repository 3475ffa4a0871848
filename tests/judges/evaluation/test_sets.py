"""Public sets that judges are examined on: read from stand-ins of their files, and from the files where they are."""

import json
from collections import Counter

import numpy as np
import pytest
from support.authors_files import put_stand_in, use_real_files
from support.ttcw import MODELS, released_ratings

from helm_creativity.benchmark.files.source_files import path_in_home
from helm_creativity.benchmark.sources import exam_cards, find_bundle, find_source
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.evaluation.sets import list_exam_sets, load_exam_set
from helm_creativity.judges.evaluation.sets.readers import decode, hanna_ratings, in_order
from helm_creativity.judges.evaluation.statistics import human_reference
from helm_creativity.judges.evaluation.taking import rated_responses
from helm_creativity.judges.readings import read_one
from helm_creativity.psychometrics.agreement import krippendorff_alpha
from helm_creativity.psychometrics.classification import cohen_kappa

SIZES = {
    "attribution": 97 * 4, "confederacy": 650, "hanna": 1056 * 6, "humour_pairs": 28118, "injection": 40,
    "macgyver": 4770,
    "ocsai": 3030, "ocsai_tasks": 466, "organisciak": 25270, "psychdepth": 97 * 5, "style_mimic": 300,
    "ttcw": 36 * 14,
}  # fmt: skip
HANNA, CONFEDERACY, COMPONENTS, STATEMENTS = (
    exam_cards()[name].reading["criteria"] for name in ("hanna", "confederacy", "psychdepth", "attribution")
)
STUDIES = (
    "n_id,type,src,question,prompt,response,id,target,participant,response_num\n"
    "1,uses,s1,A use for a BRICK?,brick,doorstop,s1-1,1.0,s1a,1\n"
    "2,uses,s1,A use for a BRICK?,brick,doorstop,s1-2,1.5,s1b,\n"
    "3,uses,s2,A use for a BRICK?,brick,doorstop,s2-1,4.0,s2a,1\n"
    '4,instances,s2,A thing that is ROUND?,round,"a lie, told twice",s2-2,5.0,s2a,2\n'
)
PARAGRAPHS = [
    {"id": f"t-{place}", "original_id": "h-1", "source": "Ann", "paragraph1": first, "paragraph2": second}
    | {"reference_preference": place}
    for place, first, second in (("1", "Rain.", "Wet rain."), ("2", "Wet rain.", "Rain."))
]


def put_ttcw():
    """A story whose text is public and one of which only the address is."""
    stories = {"0_NewYorker": "https://example.org/story", "0_Claude": "Once [QUESTION] upon a time."}
    prompt = {"question": "Is it good?", "full_prompt": "Endings end.\n\nDoes it end?\nAnswer with yes or no."}
    votes = [
        {"story_id": story, "ttcw_idx": 1, "expert_idx": expert, "binary_verdict": verdict}
        for story in stories
        for expert, verdict in enumerate(("Yes", "No", "Yes"))
    ]
    put_stand_in("ttcw-question", "Read.\n[STORY]\nKnow: [BACKGROUND]\nAnswer: [QUESTION]")
    put_stand_in("ttcw-stories", json.dumps([{"story_id": name, "content": text} for name, text in stories.items()]))
    tests = [{"ttcw_idx": 1, "category": "Ending", "torrance_dimension": "Fluency", **prompt}]
    put_stand_in("ttcw-tests", json.dumps(tests))
    put_stand_in("ttcw-votes", json.dumps(votes))


def put_hanna():
    columns = [f"Human {rater} {criterion}" for criterion in HANNA for rater in (1, 2, 3)]
    cells = ['"[4, 2]"', '"[4, 3]"', '"[1, 5]"'] * len(HANNA)
    systems = "".join(f"{name},{','.join(cells)}\n" for name in ("Human", "GPT"))
    put_stand_in("hanna-scores", f"Model,{','.join(columns)}\n{systems}")
    names = ",".join(quality.partition(":")[0].title() for quality in HANNA.values())
    rows = [
        f'{story},P{story % 2},"Once, {story}.",{("Human", "GPT")[story // 2]},{",".join([str(rating)] * 6)}\n'
        for story in range(4)
        for rating in ((4, 4, 1), (2, 3, 5))[story % 2]
    ]
    put_stand_in("hanna-stories", f"Story ID,Prompt,Story,Model,{names}\n{''.join(rows)}")


def put_confederacy():
    """Two stories as the raters' sheet has them, of which one is named by a number."""
    openpyxl = pytest.importorskip("openpyxl")
    book, names, blank = openpyxl.Workbook(), list(CONFEDERACY), [None] * 4
    rows = [[], [], [], [*blank, *range(1, 11)], [*blank, *names, None, "Total", None, "Description", *names]]
    for name, group, first in (("EXAMPLE", None, 9), ("3V7S", 1, 2), (9189, 1, 7), ("Average", None, 4)):
        rows.append([name, "human", group, None, *[first] * 10, None, 0, None, None, *[3] * 10])
    for number, row in enumerate(rows, start=1):
        for column, cell in enumerate(row, start=1):
            book.active.cell(number, column, cell)
    source = find_source("confederacy-ratings")
    path = path_in_home(source)
    path.parent.mkdir(parents=True, exist_ok=True)
    book.save(path)
    path.write_bytes(path.read_bytes().ljust(source.bytes, b"\0"))
    put_stand_in("confederacy-3V7S", "It fell.\r\n\r\nIt rose.\r\n")
    put_stand_in("confederacy-9189", "He belched.")


def put_psychdepth():
    story = '7,3,Bees vanish,"Once, it\u2019s said",GPT-4\r\n'
    put_stand_in("psychdepth-stories", f"story_id,premise_id,premise,text,model_short\r\n{story}")
    readers = "participant_id,story_id," + ",".join(f"{component}_score" for component in COMPONENTS)
    put_stand_in("psychdepth-ratings", f"{readers}\n2,7,1,2,3,4,5\n3,7,5,4,3,2,1\n")


# Of each set: what puts its stand-ins, ids of all responses, and of the last or a named one what it is.
STAND_INS = {
    "ttcw": (put_ttcw, ["0_Claude/1"], {
        "id": "0_Claude/1", "item": "0", "source": "Claude",
        "ratings": {"expert 0": 1, "expert 1": 0, "expert 2": 1},
    }, "Read.\nOnce [QUESTION] upon a time.\nKnow: Endings end.\nAnswer: Is it good?"),
    "hanna": (put_hanna, [f"{story}/{criterion}" for story in range(4) for criterion in HANNA], {
        "id": "3/EM", "item": "P1", "group": "EM/P1", "source": "GPT", "text": "Once, 3.",
        "ratings": {"rater 1": 2, "rater 2": 3, "rater 3": 5},
    }, "Rate the story's empathy: "),
    "confederacy": (put_confederacy, [f"{name}/{criterion}" for name in ("3V7S", 9189) for criterion in CONFEDERACY], {
        "id": "9189/Readability", "item": "9189", "group": "1/Readability", "source": "human", "text": "He belched.",
        "ratings": {"rater 1.1": 7, "rater 1.2": 3},
    }, ""),
    "psychdepth": (put_psychdepth, [f"7/{component}" for component in COMPONENTS], {
        "id": f"7/{list(COMPONENTS)[1]}", "item": "3", "source": "GPT-4", "text": "Once, it\u2019s said",
        "ratings": {"reader 2": 2, "reader 3": 4},
    }, "Rate the story's emotional force: "),
    "attribution": (put_psychdepth, [f"7/{statement}" for statement in STATEMENTS], {
        "id": "7/said to be a model's", "item": "3", "source": "models', said to be a model's", "ratings": {},
    }, "Once, it\u2019s said\n\nA language model wrote this story.\n\nRate in whole numbers from 1 to 10"),
    "style_mimic": (lambda: put_stand_in("style-mimic-pairs", json.dumps(PARAGRAPHS)), ["t-1", "t-2"], {
        "id": "t-2", "item": "Ann", "ratings": {"preference": 0}, "fields": {"pair": "h-1"},
    }, "TEXT A\nWet rain.\n\nTEXT B\nRain.\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", STAND_INS)
def test_a_set_is_read_from_files_as_its_authors_write_them(name):
    """Every text under every criterion, with its ratings, its item and what it is compared within."""
    put, ids, expected, question = STAND_INS[name]
    put()
    found = load_exam_set(name).responses
    assert [response.id for response in found] == ids
    (response,) = [response for response in found if response.id == expected["id"]]
    assert {field: getattr(response, field) for field in expected} == expected
    assert question in response.question.user


def test_what_is_left_out_is_counted_and_what_is_odd_is_read():
    """Stories of which only the address is public; letters that count; lines that end otherwise; released replies."""
    put_ttcw()
    assert load_exam_set("ttcw").skipped == {"about stories of which only the address is public": 1}
    replies = ("No. Yes would be wrong.", "**Yes**, it does", "It may be.")
    lines = (json.dumps({"id": f"story_0_Claude_test{i}", "response": reply}) for i, reply in enumerate(replies))
    put_stand_in("ttcw-replies-gpt4", "\n".join(lines))
    assert released_ratings("gpt4") == {"0_Claude/0": 0, "0_Claude/1": 1}
    put_stand_in("style-mimic-pairs", json.dumps(PARAGRAPHS))
    assert read_one(load_exam_set("style_mimic").rubric, Response('{"answer": "B"}'), ())["better"].value == 0
    put_confederacy()
    story = load_exam_set("confederacy").responses[9]
    assert (story.text, "Rate the story's humour: " in story.question.user) == ("It fell.\n\nIt rose.", True)
    for content in (b"\x93No,\x94 he said.\r\n", "\u201cNo,\u201d he said.".encode()):
        assert decode(content) == "\u201cNo,\u201d he said."


def test_what_many_people_wrote_is_one_response_of_each_study():
    """By hand: two ratings of 1 and 1.5 are one of 1.25."""
    put_stand_in("organisciak-ratings", STUDIES)
    found = load_exam_set("organisciak")
    assert [(its.item, its.source, its.ratings["people"], its.fields["rows"]) for its in found.responses] == [
        *(("s1/brick", "s1", 1.25, "2"), ("s2/brick", "s2", 4.0, "1"), ("s2/round", "s2", 5.0, "1"))
    ]
    assert list(found.skipped.values()) == [1]
    assert "A thing that is ROUND?" in found.responses[2].question.user
    assert found.responses[2].question.rated == ("a lie, told twice",)


def test_comparisons_of_two_texts_are_one_pair_in_an_order_that_a_seed_decides():
    put_stand_in("humour-comparisons", "3,1\n1,3\n3,1\n2,3\n")
    put_stand_in("humour-texts", '3\t0.5\tA pun.\n1\t-0.2\tA proverb.\n2\t0.0\tA "fact".\n')
    pair, other = load_exam_set("humour_pairs").responses
    assert (pair.id, pair.item, other.id) == ("1/3", "1", "2/3")
    first, _ = in_order(1, 3)
    assert sorted(pair.ratings.values()) == ([0, 1, 1] if first == 3 else [0, 0, 1])
    assert pair.text == {3: "A pun.\nA proverb.", 1: "A proverb.\nA pun."}[first]
    assert pair.question.user.index(pair.text[:8]) < pair.question.user.index("TEXT B")
    assert {in_order(1, 3, seed) for seed in range(20)} == {(1, 3), (3, 1)}


def test_every_set_has_a_card_whose_files_can_be_fetched():
    assert [card.name for card in list_exam_sets()] == list(SIZES)
    for name, card in ((name, some) for some in list_exam_sets() for name in some.requires):
        (source,) = find_bundle(name)
        assert source.commit
        assert source.sha256 or name == "hanna-stories"
        assert source.licence == card.licence
    assert (len(find_bundle("ttcw")), len(find_bundle("ttcw-replies"))) == (4, len(MODELS))


# Of the files themselves, where they are on this machine.


@pytest.mark.parametrize("name", SIZES)
def test_real_sets_have_the_published_sizes(monkeypatch, name):
    """Those of the studies by task, too."""
    use_real_files(monkeypatch, *exam_cards()[name].requires)
    found = load_exam_set(name)
    assert len(found.responses) == SIZES[name]
    if name == "organisciak":
        assert len(found.responses) + sum(found.skipped.values()) == 33112
        tasks = Counter(response.fields["task"] for response in found.responses)
        assert tasks == {"uses": 19076, "instances": 3157, "consequences": 3037}
        items, sources = ({getattr(response, its) for response in found.responses} for its in ("item", "source"))
        assert (len(items), len(sources)) == (28, 8)


def people_of(exam):
    """Ratings by people, shape (responses, raters)."""
    return rated_responses(exam, exam.responses, [None] * len(exam.responses)).people


def test_people_agree_on_humour_as_the_page_says(monkeypatch):
    use_real_files(monkeypatch, *exam_cards()["humour_pairs"].requires)
    found = load_exam_set("humour_pairs")
    table = people_of(found)
    assert int((~np.isnan(table)).sum()) == 113638
    assert np.isnan(human_reference(table, found.scale.kind)).sum() == 3426
    assert krippendorff_alpha(table, "nominal") == pytest.approx(0.193, abs=0.0005)
    assert np.nanmean(table) == pytest.approx(0.497, abs=0.0005)
    first, second = (table == 1).sum(axis=1), (table == 0).sum(axis=1)
    alike = (first * (first - 1) + second * (second - 1)).sum() / ((first + second) * (first + second - 1)).sum()
    assert alike == pytest.approx(0.60, abs=0.005)
    right = (first * (first - 1 > second) + second * (second - 1 > first)).sum()
    decided = (first * (first - 1 != second) + second * (second - 1 != first))[first + second > 1].sum()
    assert right / decided == pytest.approx(0.65, abs=0.005)


def test_the_published_author_is_preferred_in_every_pair_and_in_both_orders(monkeypatch):
    use_real_files(monkeypatch, "style-mimic-pairs")
    found = load_exam_set("style_mimic").responses
    ordered = [response.question.rated[:: 1 if response.ratings["preference"] == 1 else -1] for response in found]
    preferred, other = map(Counter, zip(*ordered, strict=True))
    assert (len(preferred), set(preferred.values()), len(other), set(other.values())) == (50, {6}, 150, {2})
    assert not set(preferred) & set(other)
    assert len({(response.fields["pair"], response.ratings["preference"]) for response in found}) == len(found) == 300


KAPPAS = [
    ("cgpt", -0.020, 672), ("claude3-opus", 0.131, 672), ("claudev13", 0.047, 672), ("claudev2", -0.002, 671),
    ("claudev21", 0.033, 672), ("gemini-pro", -0.014, 608), ("gpt4", 0.068, 672),
]  # fmt: skip


@pytest.mark.parametrize(("model", "kappa", "replies"), KAPPAS)
def test_kappas_of_released_replies_with_the_majority_of_experts(monkeypatch, model, kappa, replies):
    use_real_files(monkeypatch, "ttcw-votes", "ttcw-stories", "ttcw-tests", "ttcw-question", f"ttcw-replies-{model}")
    given, matrix = released_ratings(model), np.zeros((2, 2))
    for response in load_exam_set("ttcw", keep_all=True).responses:
        if response.id in given:
            matrix[int(sum(response.ratings.values()) >= 2), int(given[response.id])] += 1
    assert matrix.sum() == replies
    assert cohen_kappa(matrix).value == pytest.approx(kappa, abs=0.0005)


def hanna_tables():
    ratings = hanna_ratings(HANNA)
    assert len(ratings) == SIZES["hanna"]
    return [np.array([ratings[story, criterion] for story in range(1056)]) for criterion in HANNA]


def confederacy_tables():
    rows = [list(response.ratings.values()) for response in load_exam_set("confederacy").responses]
    return np.array(rows).reshape(65, 10, 2).swapaxes(0, 1)


def psychdepth_tables():
    """From the released ratings; the paper prints .72 for all components."""
    found = load_exam_set("psychdepth")
    assert "is .06 to .21 by component" in found.notes[1]
    of = {name: [text for text in found.responses if text.fields["component"] == name] for name in COMPONENTS}
    return [np.array([list(text.ratings.values()) for text in some]) for some in of.values()]


def ttcw_tables():
    """Of the stories whose texts are public, and of all: the others are of professionals, and pass most tests."""
    return map(people_of, (load_exam_set("ttcw"), load_exam_set("ttcw", keep_all=True)))


@pytest.mark.parametrize(
    ("files", "tables", "expected"),
    [
        (["hanna-scores"], hanna_tables, [0.165, -0.054, 0.117, 0.015, 0.167, 0.266]),
        (exam_cards()["confederacy"].requires, confederacy_tables,
         [0.361, 0.373, 0.385, 0.215, 0.492, 0.491, 0.000, 0.271, 0.605, 0.452]),
        (["psychdepth-ratings", "psychdepth-stories"], psychdepth_tables, [0.061, 0.118, 0.206, 0.162, 0.188]),
        (exam_cards()["ttcw"].requires, ttcw_tables, [0.142, 0.426]),
    ],
    ids=["hanna", "confederacy", "psychdepth", "ttcw"],
)  # fmt: skip
def test_people_agree_as_the_page_says(monkeypatch, files, tables, expected):
    use_real_files(monkeypatch, *files)
    level = "nominal" if tables is ttcw_tables else "ordinal"
    assert [krippendorff_alpha(table, level) for table in tables()] == pytest.approx(expected, abs=0.0005)
