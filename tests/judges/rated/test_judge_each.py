"""How the lexical judge rates several texts one by one."""

from support.uses import RATE

from helm_creativity.baselines.lexical_judge import reply_to
from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rubrics import Rubric

PLAIN, ODD = "It is a big red car.", "Perpendicular daydreams rehearse tomorrow's archipelago."


def test_each_text_has_a_line():
    """Numbered as the question numbers them, the odder the higher."""
    lines = reply_to(RATE, RATE.question(uses=[PLAIN, ODD, PLAIN]).user).splitlines()
    assert [line.partition(": ")[0] for line in lines] == ["1", "2", "3"]
    plain, odd, again = (int(line.partition(": ")[2]) for line in lines)
    assert 1 <= plain < odd <= 5
    assert again == plain


def test_the_ends_of_the_scale_are_reached():
    """By a hundred different long words, and by one short word after itself."""
    long = " ".join(f"{first}{second}nconceivably" for first in "abcdefghij" for second in "abcdefghij")
    assert reply_to(RATE, RATE.question(uses=[long, "a " * 100]).user) == "1: 5\n2: 1"


def test_the_other_variables_of_a_template_may_be_anything(tmp_path):
    """And are not rated."""
    (tmp_path / "prompts").mkdir()
    template = "For {{ goal }}:\n{% for one in few %}\n{{ loop.index }}. {{ one }}\n{% endfor %}\nEnd."
    (tmp_path / "prompts" / "ask.j2").write_text(template)
    halves = Rubric("halves", tmp_path, "ask", ("worth",), scale=Scale(0, 2, 0.5), each="few")
    reply = reply_to(halves, halves.question(goal="peace", few=[ODD]).user)
    assert reply in {f"1: {step:g}" for step in (0, 0.5, 1, 1.5, 2)}
    assert float(reply[3:]) > 0.5
