"""The word rule for every script."""

import string
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from helm_creativity.parsing.words import olson_candidates, word_candidates


@pytest.mark.parametrize(
    ("entry", "candidates"),
    [
        # English
        ("  Cat. ", ("cat",)),
        ("cul de sac", ("cul-de-sac", "culdesac")),
        ("top-hat", ("top-hat", "tophat")),
        ("top\u2010hat", ("top-hat", "tophat")),
        ("non\u2011stop", ("non-stop", "nonstop")),
        ("cat2", ("cat",)),
        ("snake_case", ("snakecase",)),
        ("cul\tde\tsac", ("culdesac",)),  # a tab is deleted, not a space
        ("a", ()),
        ("", ()),
        ("---", ("---",)),  # as under the rule for English; no vocabulary holds it
        # German
        ("Straße", ("straße",)),  # lower case, not folded to "strasse"
        ("STRAẞE", ("straße",)),
        ("STRASSE", ("strasse",)),
        ("Übermut", ("übermut",)),
        ("U-Boot", ("u-boot", "uboot")),
        # Spanish
        ("Piñata", ("piñata",)),
        ("¡Árbol!", ("árbol",)),
        ("n\u0303u", ("ñu",)),  # typed as two characters
        # French
        ("L’Eau", ("l'eau",)),
        ("aujourd'hui", ("aujourd'hui",)),
        ("« œuf »", ("œuf",)),
        ("arc-en-ciel", ("arc-en-ciel", "arcenciel")),
        ("‘chat’", ("chat",)),
        ("y", ()),
        # Japanese
        ("水", ("水",)),
        ("木。", ("木",)),
        ("え", ()),
        ("エ", ()),
        ("ー", ()),
        ("コーヒー", ("コーヒー",)),
        ("ー猫", ("猫",)),  # a dash, where no kana precedes it
        ("猫ー", ("猫",)),
        ("いーだ", ("いーだ",)),
        ("ｶﾞﾗｽ", ("ガラス",)),
        ("アイス・クリーム", ("アイス・クリーム", "アイスクリーム")),
        ("・猫", ("猫",)),  # a bullet
        ("カ・ー", ()),
        ("人々", ("人々",)),
        ("１．水", ("水",)),
        # Portuguese
        ("Coração", ("coração",)),
        ("guarda-chuva", ("guarda-chuva", "guardachuva")),
        ("é", ()),
        # Arabic
        ("كِتَابٌ", ("كتاب",)),
        ("كـــتاب", ("كتاب",)),
        ("رَحْمٰن", ("رحمن",)),
        ("قهوة،", ("قهوة",)),
        ("أسد", ("أسد",)),  # a hamza is part of its letter
        ("\u0627\u0654سد", ("أسد",)),
        ("سى\u0654", ("سى\u0654",)),  # also where no single character has both
        ("ﻗﻂ", ("قط",)),  # presentation forms
        ("و", ()),
        # Czech
        ("Žába", ("žába",)),
        ("Z\u030ca\u0301ba", ("žába",)),
        ("déšť", ("déšť",)),
        # Italian
        ("Città", ("città",)),
        ("l'altro", ("l'altro",)),
        ("dell’arte ’", ("dell'arte",)),
        # Korean
        ("꽃", ("꽃",)),
        ("나 무", ("나-무", "나무")),
        (unicodedata.normalize("NFD", "산"), ("산",)),
        ("ㄱ", ()),
        # Dutch
        ("Zee-egel", ("zee-egel", "zeeegel")),
        ("coördinatie", ("coördinatie",)),
        ("ﬁets", ("fiets",)),
        # Chinese
        ("山", ("山",)),
        ("１、山", ("山",)),
        ("《书》", ("书",)),
        ("\U00020bb7", ("\U00020bb7",)),  # extension B
        ("\u3400", ("\u3400",)),  # extension A
        ("〇", ()),  # a figure
        ("山\ufe00", ("山",)),  # a variant of the glyph
    ],
)
def test_the_spellings_to_look_up(entry, candidates):
    """Words of every language keep their letters and lose what is not theirs."""
    assert word_candidates(entry) == candidates


@pytest.mark.parametrize(
    ("entry", "candidates"),
    [
        ("don't", ("don't",)),
        ("don''t", ("dont",)),  # neither of two touches a letter on both sides
        ("rock 'n' roll", ("rock-n-roll", "rocknroll")),
        ("a1'b", ("a'b",)),  # what is deleted stands between nothing
        ("x\u0304'y", ("x\u0304'y",)),  # a letter with its mark is a letter
        ("-\u0301ab", ("-ab", "ab")),  # a mark without a letter
        ("a1\u0301b", ("áb",)),
        ("माँ", ("माँ",)),
        ("ДОМ", ("дом",)),
    ],
)
def test_apostrophes_and_marks_need_their_letters(entry, candidates):
    """Signs stay only where they are part of a word."""
    assert word_candidates(entry) == candidates


@given(st.text(alphabet=string.ascii_letters + "- "))
def test_on_plain_letters_it_is_the_rule_for_english(entry):
    """The two rules part only where English ends."""
    assert word_candidates(entry) == olson_candidates(entry)


texts = st.text(
    alphabet=st.one_of(st.sampled_from("aZ- '’・ーアが水꽃كَـا\u0301\u3099\u0654\t1éßIİΣ"), st.characters(codec="utf-8"))
)


@given(texts)
@example("ΑΣ")
@example("İ")
@example("´a")
@example("ﹰب")
def test_a_candidate_is_its_own_first_candidate(entry):
    """What has been looked up can be looked up again."""
    for first in word_candidates(entry)[:1]:
        assert word_candidates(first)[0] == first


@given(texts)
def test_candidates_hold_nothing_but_words(entry):
    """Letters, marks, hyphens, apostrophes and middle dots; never a space, a capital or an empty text."""
    found = word_candidates(entry)
    assert len(found) <= 2
    for word in found:
        assert word
        assert word == word.lower()
        assert all(c in "-'・" or unicodedata.category(c)[0] in "LM" for c in word)


@given(st.text(alphabet="كتابحرب", min_size=2), st.data())
def test_vocalised_arabic_is_plain_arabic(word, data):
    """Vowel signs and stretching change no word."""
    signs = data.draw(
        st.lists(st.sampled_from(["", "َ", "ُ", "ِ", "ْ", "ٌ", "ّ", "ـ", "ّٰ"]), min_size=len(word), max_size=len(word))
    )
    vocalised = "".join(letter + sign for letter, sign in zip(word, signs, strict=True))
    assert word_candidates(vocalised) == word_candidates(word) == (word,)
