"""The 50 cue words."""

from pathlib import Path

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.lexicon import word_files
from helm_creativity.lexicon.word_files import CUE_WORDS

# The cues of Schapiro et al. 2026, in their order.
WORDS = """
    rock rain fire ocean shadow eagle spider whale butterfly wolf bread pepper honey salt wine heart bone blood skin
    eye anger joy fear grief hope dawn winter midnight decay rhythm crown prison market temple bridge silence chaos
    truth dream memory needle mirror wheel candle bell forest river storm dust crystal
"""


def test_the_cue_words_are_the_papers():
    """Fifty, each once."""
    assert tuple(WORDS.split()) == CUE_WORDS
    assert len(set(CUE_WORDS)) == len(CUE_WORDS) == 50


def test_they_are_nouns_of_the_builtin_table():
    """So that what needs them runs offline."""
    assert all(builtin().lemma(word) == word for word in CUE_WORDS)


def test_the_file_names_its_source():
    """Its first line."""
    path = Path(word_files.__file__).parent / "cue_words.txt"
    assert path.read_text("utf-8").startswith("# ")
    assert "Schapiro" in path.read_text("utf-8").splitlines()[0]


def test_words_of_a_file(tmp_path):
    """One a line; blank lines and the lines of the source are none."""
    path = tmp_path / "words.txt"
    path.write_text("# mine\n\n  rock \n#fire\nsupply chain\r\nrock\n", "utf-8")
    assert word_files.read_words_file(path) == ("rock", "supply chain", "rock")


def test_a_byte_order_mark_is_no_letter(tmp_path):
    """Spreadsheets write one."""
    path = tmp_path / "words.txt"
    path.write_text("rock\nfire\n", "utf-8-sig")
    assert word_files.read_words_file(path) == ("rock", "fire")
