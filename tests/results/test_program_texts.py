"""What an authors' program asks, evaluated from its source; on programs of our own."""

import pytest

from helm_creativity.core.claims import Recomputed
from helm_creativity.results.program_texts import count_in_program, program_texts

PROGRAM = '''
"""A docstring."""
class Test:
    def __init__(self, n_words):
        if n_words:
            self.prompts = [
                (f"Name {str(self.n_words)} words. "
                 f"No more than {str(self.n_words)}." + " " + self.more),
                f"Write {n!r} words",
                "A plain text. ",
            ]
        self.number = 3
'''


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return path


def test_texts_are_evaluated_with_the_values_of_what_varies(path):
    found = program_texts(path, {"str(self.n_words)": "10", "self.more": "Please."})
    assert "Name 10 words. No more than 10. Please." in found
    assert {"A plain text. ", "A docstring."} <= found
    assert not any("3" in text for text in found)


def test_a_text_with_something_else_that_varies_is_left_out(path):
    """Its parts without it are texts of their own, but never what is asked."""
    found = program_texts(path, {"str(self.n_words)": "10"})
    assert "Name 10 words. No more than 10. " not in found
    assert not any(text.startswith("Write ") and "words" in text for text in found)


@pytest.mark.parametrize(
    ("prompt", "n"),
    [("Name 10 words. No more than 10.", 1), ("Name 10 words. No more than 11.", 0), ("A plain text.", 1)],
)
def test_a_prompt_is_counted_if_it_is_a_text(path, prompt, n):
    """But for white space at the ends."""
    texts = program_texts(path, {"str(self.n_words)": "10", "self.more": ""})
    assert count_in_program([prompt], texts) == Recomputed(n, 1)


def test_nothing_is_run(tmp_path):
    path = tmp_path / "program.py"
    path.write_text("raise SystemExit(1)\nprompt = 'Say so.'\n")
    assert program_texts(path, {}) == {"Say so."}
