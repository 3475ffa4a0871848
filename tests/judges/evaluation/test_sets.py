"""Public sets that judges are examined on: read from stand-ins of their files, and from the files where they are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

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
    "confederacy": 650, "hanna": 1056 * 6, "humour_pairs": 28118, "injection": 40, "macgyver": 4770,
    "ocsai": 3030, "ocsai_tasks": 466, "organisciak": 25270, "psychdepth": 97 * 5, "style_mimic": 300,
    "ttcw": 36 * 14,
}  # fmt: skip
QUESTION = "Read.\n[STORY]\nKnow: [BACKGROUND]\nAnswer: [QUESTION]"
STORIES = [
    {"story_id": "0_NewYorker", "content": "https://example.org/story"},
    {"story_id": "0_Claude", "content": "Once [QUESTION] upon a time."},
]
TEST = {
    "ttcw_idx": 1,
    "category": "Ending",
    "torrance_dimension": "Fluency",
    "question": "Is it good?",
    "full_prompt": "Endings end.\n\nDoes it end?\nAnswer with yes or no.",
}


def criteria_of(name: str) -> Mapping[str, str]:
    return exam_cards()[name].reading["criteria"]


def put_ttcw() -> None:
    votes = [
        {"story_id": story["story_id"], "ttcw_idx": 1, "expert_idx": expert, "binary_verdict": verdict}
        for story in STORIES
        for expert, verdict in enumerate(("Yes", "No", "Yes"))
    ]
    put_stand_in("ttcw-question", QUESTION)
    for name, content in (("ttcw-stories", STORIES), ("ttcw-tests", [TEST]), ("ttcw-votes", votes)):
        put_stand_in(name, json.dumps(content))


def uses(*pairs: tuple[str, str], task: str = "AUT") -> str:
    prompts = (f"{task} Prompt:{thing}\nResponse:{use}\nScore:\n" for thing, use in pairs)
    return "".join(json.dumps({"prompt": prompt, "completion": str(15 + i)}) + "\n" for i, prompt in enumerate(prompts))


def test_stories_are_asked_about_in_the_authors_words() -> None:
    put_ttcw()
    found = load_exam_set("ttcw")
    (story,) = found.responses
    assert story.question.user == "Read.\nOnce [QUESTION] upon a time.\nKnow: Endings end.\nAnswer: Is it good?"
    assert (story.id, story.item, story.source) == ("0_Claude/1", "0", "Claude")
    assert story.ratings == {"expert 0": 1, "expert 1": 0, "expert 2": 1}
    assert found.skipped == {"about stories of which only the address is public": 1}


def test_released_replies_count_by_their_first_word() -> None:
    put_ttcw()
    replies = ("No. Yes would be wrong.", "**Yes**, it does", "It may be.")
    lines = (json.dumps({"id": f"story_0_Claude_test{i}", "response": reply}) for i, reply in enumerate(replies))
    put_stand_in("ttcw-replies-gpt4", "\n".join(lines))
    assert released_ratings("gpt4") == {"0_Claude/0": 0, "0_Claude/1": 1}


STUDIES = (
    "n_id,type,src,question,prompt,response,id,target,participant,response_num\n"
    "1,uses,s1,A use for a BRICK?,brick,doorstop,s1-1,1.0,s1a,1\n"
    "2,uses,s1,A use for a BRICK?,brick,doorstop,s1-2,1.5,s1b,\n"
    "3,uses,s2,A use for a BRICK?,brick,doorstop,s2-1,4.0,s2a,1\n"
    '4,instances,s2,A thing that is ROUND?,round,"a lie, told twice",s2-2,5.0,s2a,2\n'
)


def test_what_many_people_wrote_is_one_response_of_each_study() -> None:
    put_stand_in("organisciak-ratings", STUDIES)
    found = load_exam_set("organisciak")
    assert [
        (response.item, response.source, response.ratings["people"], response.fields["rows"])
        for response in found.responses
    ] == [("s1/brick", "s1", 1.25, "2"), ("s2/brick", "s2", 4.0, "1"), ("s2/round", "s2", 5.0, "1")]
    assert list(found.skipped.values()) == [1]
    assert "A thing that is ROUND?" in found.responses[2].question.user
    assert found.responses[2].question.rated == ("a lie, told twice",)


def test_studies_have_the_counts_that_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    use_real_files(monkeypatch, "organisciak-ratings")
    found = load_exam_set("organisciak")
    assert len(found.responses) + sum(found.skipped.values()) == 33112
    assert Counter(response.fields["task"] for response in found.responses) == {
        "uses": 19076,
        "instances": 3157,
        "consequences": 3037,
    }
    assert (
        len({response.item for response in found.responses}),
        len({response.source for response in found.responses}),
    ) == (28, 8)


def put_humour(comparisons: str, texts: str = '3\t0.5\tA pun.\n1\t-0.2\tA proverb.\n2\t0.0\tA "fact".\n') -> None:
    put_stand_in("humour-comparisons", comparisons)
    put_stand_in("humour-texts", texts)


def test_comparisons_of_two_texts_are_one_pair_in_an_order_that_a_seed_decides() -> None:
    put_humour("3,1\n1,3\n3,1\n2,3\n")
    pair, other = load_exam_set("humour_pairs").responses
    assert (pair.id, pair.item, other.id) == ("1/3", "1", "2/3")
    first, second = in_order(1, 3)
    votes = sorted(pair.ratings.values())
    assert votes == ([0, 1, 1] if first == 3 else [0, 0, 1])
    assert pair.text == {3: "A pun.\nA proverb.", 1: "A proverb.\nA pun."}[first]
    assert pair.question.user.index(pair.text[:8]) < pair.question.user.index("TEXT B")
    assert second in (1, 3)
    orders = {in_order(1, 3, seed) for seed in range(20)}
    assert orders == {(1, 3), (3, 1)}


def test_people_agree_on_humour_as_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    use_real_files(monkeypatch, *exam_cards()["humour_pairs"].requires)
    found = load_exam_set("humour_pairs")
    table = rated_responses(found, found.responses, [None] * len(found.responses)).people
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


def put_hanna(ratings: str = "[1, 5]") -> None:
    columns = [f"Human {rater} {criterion}" for criterion in criteria_of("hanna") for rater in (1, 2, 3)]
    cells = ['"[4, 2]"', '"[4, 3]"', f'"{ratings}"'] * len(criteria_of("hanna"))
    systems = "".join(f"{name},{','.join(cells)}\n" for name in ("Human", "GPT"))
    put_stand_in("hanna-scores", f"Model,{','.join(columns)}\n{systems}")
    names = ",".join(quality.partition(":")[0].title() for quality in criteria_of("hanna").values())
    rows = [
        f'{story},P{story % 2},"Once, {story}.",{("Human", "GPT")[story // 2]},{",".join([str(rating)] * 6)}\n'
        for story in range(4)
        for rating in ((4, 4, 1), (2, 3, 5))[story % 2]
    ]
    put_stand_in("hanna-stories", f"Story ID,Prompt,Story,Model,{names}\n{''.join(rows)}")


def test_stories_of_hanna_have_three_ratings_under_every_criterion() -> None:
    put_hanna()
    found = load_exam_set("hanna").responses
    assert [response.id for response in found] == [
        f"{story}/{criterion}" for story in range(4) for criterion in criteria_of("hanna")
    ]
    story = found[3 * 6 + 2]
    assert (story.id, story.item, story.group, story.source, story.text) == ("3/EM", "P1", "EM/P1", "GPT", "Once, 3.")
    assert story.ratings == {"rater 1": 2, "rater 2": 3, "rater 3": 5}
    assert "Rate the story's empathy: " in story.question.user


def put_confederacy(rating: object = 7) -> None:
    """Two stories as the raters' sheet has them, of which one is named by a number."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    names = list(criteria_of("confederacy"))
    blank = [None] * 4
    rows = [[], [], [], [*blank, *range(1, 11)], [*blank, *names, None, "Total", None, "Description", *names]]
    for name, group, first in (("EXAMPLE", None, 9), ("3V7S", 1, 2), (9189, 1, rating), ("Average", None, 4)):
        rows.append([name, "human", group, None, *[first] * 10, None, 0, None, None, *[3] * 10])
    for number, row in enumerate(rows, start=1):
        for column, cell in enumerate(row, start=1):
            book.active.cell(number, column, cell)
    source = find_source("confederacy-ratings")
    path = path_in_home(source)
    path.parent.mkdir(parents=True, exist_ok=True)
    book.save(path)
    assert source.bytes is not None
    path.write_bytes(path.read_bytes().ljust(source.bytes, b"\0"))
    put_stand_in("confederacy-3V7S", "It fell.\r\n\r\nIt rose.\r\n")
    put_stand_in("confederacy-9189", "He belched.")


def test_stories_of_the_confederacy_are_compared_within_group_and_criterion() -> None:
    put_confederacy()
    found = load_exam_set("confederacy").responses
    assert [response.id for response in found] == [
        f"{name}/{criterion}" for name in ("3V7S", "9189") for criterion in criteria_of("confederacy")
    ]
    story = found[10]
    assert story.ratings == {"rater 1.1": 7, "rater 1.2": 3}
    assert (story.item, story.group, story.source, story.text) == ("9189", "1/Readability", "human", "He belched.")
    assert found[9].text == "It fell.\n\nIt rose."
    assert "Rate the story's humour: " in found[9].question.user


def test_a_text_in_another_encoding_keeps_its_quotation_marks() -> None:
    for content in (b"\x93No,\x94 he said.\r\n", "\u201cNo,\u201d he said.".encode()):
        assert decode(content) == "\u201cNo,\u201d he said."


PARAGRAPHS = [
    {"id": "t-1", "original_id": "h-1", "source": "Ann", "paragraph1": "Rain.", "paragraph2": "Wet rain."}
    | {"reference_preference": "1"},
    {"id": "t-2", "original_id": "h-1", "source": "Ann", "paragraph1": "Wet rain.", "paragraph2": "Rain."}
    | {"reference_preference": "2"},
]


def test_paragraphs_are_compared_in_the_orders_of_the_file() -> None:
    put_stand_in("style-mimic-pairs", json.dumps(PARAGRAPHS))
    found = load_exam_set("style_mimic").responses
    assert [(response.id, response.item, response.ratings, response.fields) for response in found] == [
        ("t-1", "Ann", {"preference": 1}, {"pair": "h-1"}),
        ("t-2", "Ann", {"preference": 0}, {"pair": "h-1"}),
    ]
    assert "TEXT A\nWet rain.\n\nTEXT B\nRain.\n" in found[1].question.user
    assert read_one(load_exam_set("style_mimic").rubric, Response('{"answer": "B"}'), ())["better"].value == 0


def test_the_published_author_is_preferred_in_every_pair_and_in_both_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    use_real_files(monkeypatch, "style-mimic-pairs")
    found = load_exam_set("style_mimic").responses
    preferred, other, orders = Counter(), Counter(), Counter()
    for response in found:
        first, second = response.question.rated
        better, worse = (first, second) if response.ratings["preference"] == 1 else (second, first)
        preferred[better] += 1
        other[worse] += 1
        orders[response.fields["pair"], response.ratings["preference"]] += 1
    assert (len(preferred), set(preferred.values()), len(other), set(other.values())) == (50, {6}, 150, {2})
    assert not set(preferred) & set(other)
    assert (len(orders), set(orders.values())) == (300, {1})


STORY_ROWS = 'story_id,premise_id,premise,text,model_short\r\n7,3,Bees vanish,"Once, it\u2019s said",GPT-4\r\n'
COMPONENTS = criteria_of("psychdepth")
READERS = "participant_id,story_id," + ",".join(f"{component}_score" for component in COMPONENTS)


def put_psychdepth(ratings: str) -> None:
    put_stand_in("psychdepth-stories", STORY_ROWS)
    put_stand_in("psychdepth-ratings", f"{READERS}\n{ratings}")


def test_a_story_is_rated_component_by_component_by_every_reader() -> None:
    put_psychdepth("2,7,1,2,3,4,5\n3,7,5,4,3,2,1\n")
    found = load_exam_set("psychdepth").responses
    assert [response.id for response in found] == [f"7/{component}" for component in criteria_of("psychdepth")]
    assert found[1].ratings == {"reader 2": 2, "reader 3": 4}
    assert (found[1].item, found[1].source, found[1].text) == ("3", "GPT-4", "Once, it\u2019s said")
    assert "Rate the story's emotional force: " in found[1].question.user


@pytest.mark.parametrize(
    ("model", "kappa", "replies"),
    [
        ("cgpt", -0.020, 672),
        ("claude3-opus", 0.131, 672),
        ("claudev13", 0.047, 672),
        ("claudev2", -0.002, 671),
        ("claudev21", 0.033, 672),
        ("gemini-pro", -0.014, 608),
        ("gpt4", 0.068, 672),
    ],
)
def test_kappas_of_released_replies_with_the_majority_of_experts(
    monkeypatch: pytest.MonkeyPatch, model: str, kappa: float, replies: int
) -> None:
    use_real_files(monkeypatch, "ttcw-votes", "ttcw-stories", "ttcw-tests", "ttcw-question", f"ttcw-replies-{model}")
    given = released_ratings(model)
    matrix = np.zeros((2, 2))
    for response in load_exam_set("ttcw", keep_all=True).responses:
        if response.id in given:
            matrix[int(sum(response.ratings.values()) >= 2), int(given[response.id])] += 1
    assert matrix.sum() == replies
    assert cohen_kappa(matrix).value == pytest.approx(kappa, abs=0.0005)


@pytest.mark.parametrize("name", SIZES)
def test_real_sets_have_the_published_sizes(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    use_real_files(monkeypatch, *exam_cards()[name].requires)
    assert len(load_exam_set(name).responses) == SIZES[name]


def test_every_set_has_a_card_whose_files_can_be_fetched() -> None:
    assert [card.name for card in list_exam_sets()] == list(SIZES)
    for card in list_exam_sets():
        for name in card.requires:
            (source,) = find_bundle(name)
            assert source.commit
            assert source.sha256 or name == "hanna-stories"
            assert source.licence == card.licence
    assert (len(find_bundle("ttcw")), len(find_bundle("ttcw-replies"))) == (4, len(MODELS))


def hanna_alphas() -> list[float]:
    ratings = hanna_ratings(criteria_of("hanna"))
    assert len(ratings) == SIZES["hanna"]
    return [
        krippendorff_alpha(np.array([ratings[story, criterion] for story in range(1056)]), level="ordinal")
        for criterion in criteria_of("hanna")
    ]


def confederacy_alphas() -> list[float]:
    rows = [list(response.ratings.values()) for response in load_exam_set("confederacy").responses]
    ratings = np.array(rows).reshape(65, 10, 2)
    return [krippendorff_alpha(ratings[:, place], level="ordinal") for place in range(10)]


def psychdepth_alphas() -> list[float]:
    """From the released ratings; the paper prints .72 for all components."""
    found = load_exam_set("psychdepth")
    assert "is .06 to .21 by component" in found.notes[1]
    of = {name: [text for text in found.responses if text.fields["component"] == name] for name in COMPONENTS}
    tables = (np.array([list(text.ratings.values()) for text in some]) for some in of.values())
    return [krippendorff_alpha(table, level="ordinal") for table in tables]


def ttcw_alphas() -> list[float]:
    """Of the stories whose texts are public, and of all: the others are of professionals, and pass most tests."""
    exams = (load_exam_set("ttcw"), load_exam_set("ttcw", keep_all=True))
    tables = (rated_responses(exam, exam.responses, [None] * len(exam.responses)).people for exam in exams)
    return [krippendorff_alpha(table, "nominal") for table in tables]


@pytest.mark.parametrize(
    ("files", "alphas", "expected"),
    [
        (["hanna-scores"], hanna_alphas, [0.165, -0.054, 0.117, 0.015, 0.167, 0.266]),
        (
            exam_cards()["confederacy"].requires,
            confederacy_alphas,
            [0.361, 0.373, 0.385, 0.215, 0.492, 0.491, 0.000, 0.271, 0.605, 0.452],
        ),
        (["psychdepth-ratings", "psychdepth-stories"], psychdepth_alphas, [0.061, 0.118, 0.206, 0.162, 0.188]),
        (exam_cards()["ttcw"].requires, ttcw_alphas, [0.142, 0.426]),
    ],
    ids=["hanna", "confederacy", "psychdepth", "ttcw"],
)
def test_people_agree_as_the_page_says(monkeypatch, files, alphas, expected) -> None:
    use_real_files(monkeypatch, *files)
    assert alphas() == pytest.approx(expected, abs=0.0005)
