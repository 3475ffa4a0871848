"""What judges are asked of a path, and that a reply is one value with a part for each triple."""

import pytest

from helm_creativity.core.ratings import MissingReason
from helm_creativity.core.types import Response
from helm_creativity.judges.readings import readings
from helm_creativity.scenarios.create.parse import Triple, text_for_judges
from helm_creativity.scenarios.create.rubrics import FACTUALITY, FACTUALITY_BY_PROGRAM, SPECIFICITY

PATH = (Triple("Airplane!", "directed by", "Jim Abrahams"), Triple("Jim Abrahams", "member of", "an academy"))
ALL = (SPECIFICITY, FACTUALITY, FACTUALITY_BY_PROGRAM)
SIZES = '[{"explanation": "a", "judgment": 3}, {"explanation": "b", "judgment": 250}]'
LABELS = '{"explanation": "a", "judgments": ["cannot tell", "hallucinated"]}'


def question(rubric):
    return rubric.question(path=text_for_judges(PATH), triples=PATH)


@pytest.mark.parametrize("rubric", ALL)
def test_the_question_shows_the_path_and_rates_its_triples(rubric):
    """As one text without a system part; the triples are what the judgements are about."""
    asked = question(rubric)
    path = "[('airplane!', 'directed by', 'jim abrahams'), ('jim abrahams', 'member of', 'an academy')]"
    assert asked.system == ""
    assert asked.user.endswith(f"Path: {path}")
    assert len(asked.rated) == 2
    assert not rubric.rates_each


def test_replies_are_read_by_the_instrument():
    """Two of three triples' worth of size, labels by the paper's words and by the program's."""

    def read(rubric, text):
        (found,) = readings(rubric, Response(text, "stop"), question(rubric).rated)
        (reading,) = found.readings.values()
        return list(found.readings), reading.value, reading.missing, found.parts

    assert read(SPECIFICITY, SIZES) == (["specificity"], 3.0, None, (3.0, 250.0))
    assert read(FACTUALITY, LABELS) == (["factuality"], None, MissingReason.UNPARSABLE, ())
    assert read(FACTUALITY_BY_PROGRAM, LABELS) == (["factuality"], 0.5, None, (1.0, 0.0))


def test_the_names_differ():
    """Annotations of both protocols can be distinguished, and the two questions about facts are one text."""
    assert len({known.name for known in ALL}) == 3
    assert question(FACTUALITY) == question(FACTUALITY_BY_PROGRAM)
