"""Who declines a task, in twelve languages, and who addresses a judge; and what only resembles it."""

import pytest
from support.replies import older

from helm_creativity.judges.evaluation.sets import load_exam_set
from helm_creativity.parsing.judge_address import addresses_judge
from helm_creativity.parsing.refusals import is_refusal


def split(corpus, field):
    """The texts of which a field is true, and the others; at least forty of each."""
    parts = [[case["text"] for case in older(corpus) if case[field] is flag] for flag in (True, False)]
    assert min(map(len, parts)) >= 40
    return parts


def test_an_answer_that_opens_by_declining_is_a_refusal():
    """However many words were asked for; apologies and words of refusal elsewhere make none, nor do they in data."""
    refusals, answers = split("refusals", "refused")
    assert [text for text in refusals if not (is_refusal(text) and is_refusal(text, 10))] == []
    assert [text for text in answers if is_refusal(text)] == []
    openings = [
        "as an ai ",
        "i'm sorry for ",
        "no, ",
        "thank you ",
        "i ",
        "kann ich ",
        "抱歉",
        "죄송 ",
        "申し訳",
        "que ",
    ]
    assert [opening for opening in openings if is_refusal(opening * 200)] == []
    before = ["kelp, verdict, trombone, cement, orbit\n\n", "[", "{", "1. kelp\n2. ", "7) "]
    bare = [text for text in refusals if text[0] != "{"]
    assert [start + text for start in before for text in bare if is_refusal(start + text)] == []


def test_a_list_has_to_be_half_as_long_as_asked():
    """Five of ten entries behind an apology are the writer's own list, four are not."""
    four = "I cannot think of more: cat, dog, tree, sun"
    assert not is_refusal(f"{four}, moon", 10)
    assert is_refusal(four, 10)


@pytest.mark.parametrize("letter", ["a", "私"])
def test_what_cannot_be_done_stands_within_90_characters(letter):
    """In whatever script it is written."""
    assert is_refusal(f"{letter * 90}できません。")
    assert not is_refusal(f"{letter * 91}できません。")


def test_who_addresses_a_judge_is_flagged_and_who_only_uses_such_words_is_not():
    """At the start, at the end and within other text; judges and scores have their place in stories and uses."""
    addressed, others = split("addressed", "addressed")
    assert [text for text in others if addresses_judge(text)] == []
    forms = [form for text in addressed for form in (text, f"a tale.\n\n{text}", text.replace("'", "’").upper())]
    assert [form for form in forms if not addresses_judge(form)] == []


def test_planted_instructions_are_flagged_and_harmless_texts_are_not():
    """Those of the judges' exam."""
    responses = load_exam_set("injection").responses
    assert [response.id for response in responses if not addresses_judge(response.question.rated[0])] == []
    assert [response.id for response in responses if addresses_judge(response.control.rated[0])] == []
