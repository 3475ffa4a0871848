"""The spellings under which a vocabulary test looks an entry up."""

from __future__ import annotations

import re
import unicodedata

from helm_creativity.parsing.text import nfkc

_FOREIGN = re.compile("[^A-Za-z -]")
_SPACES = re.compile(" +")

# Without the bar that only stretches an Arabic word, Arabic vowel signs, and the signs that choose variants of a glyph.
_ARABIC, _VARIANTS = [0x0640, *range(0x064B, 0x0653), 0x0670], [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
_ONE_SPELLING = str.maketrans("‘’ʼ\u2010", "'''-", "".join(map(chr, [*_ARABIC, *_VARIANTS])))
_PLAIN = dict(zip("‘’ʼ\u2010\u2011øØłŁđĐ", "'''--oOlLdD", strict=True))
_PLAIN |= {"ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE"}
_LOOSE = re.compile(r"(?<![^- '・])['・]|['・](?![^- '・])")
# A Han ideograph (with its compatibility forms and all extensions from A and B on) or a Hangul syllable.
_WORD_BY_ITSELF = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af]")


def olson_candidates(entry: str) -> tuple[str, ...]:
    """Spellings to look up, best first, by the word rule of the authors' program (Olson et al. 2021).

    All but ASCII letters, hyphens and spaces is deleted (a tab or an accented letter too, so "café" is "caf"), then
    spaces are trimmed and letters lower-cased. With a space inside, the words are joined by hyphens, then without: "cul
    de sac" gives "cul-de-sac", "culdesac". Otherwise the word itself comes first and, if it has hyphens, then the form
    without: "top-hat" gives "top-hat", "tophat".
    """
    if entry.isascii() and entry.isalpha():
        return (entry.lower(),) if len(entry) > 1 else ()
    word = _ascii_word(entry)
    if len(word) < 2:
        return ()
    return _joined(word, word.replace("-", ""))


def _joined(word: str, joined: str) -> tuple[str, ...]:
    if " " in word:
        return _SPACES.sub("-", word), _SPACES.sub("", word)
    return (word,) if joined in (word, "") else (word, joined)


def plain_spelling(entry: str) -> str:
    """The entry without accents, and with straight apostrophes: "naïve" is "naive", "façade" is "facade".

    Letters of other scripts stay as they are.
    """
    if entry.isascii():
        return entry
    # One character at a time: the standard library sorts a run of combining marks in quadratic time.
    return "".join(_PLAIN.get(character) or _without_accents(character) for character in entry)


def _without_accents(character: str) -> str:
    if "\u0300" <= character <= "\u036f":
        return ""
    decomposed = unicodedata.normalize("NFKD", character)
    return decomposed[0] if decomposed[0].isascii() and all(map(unicodedata.combining, decomposed[1:])) else character


def nakajima_candidates(entry: str) -> tuple[str, ...]:
    """The one spelling under which the program of Nakajima et al. 2026 looks an entry up.

    It is cleaned as ``olson_candidates`` has it, and nothing else is tried: "well-being" and "ice cream" stay so.
    """
    word = _ascii_word(entry)
    return (word,) if len(word) > 1 else ()


def _ascii_word(entry: str) -> str:
    return _FOREIGN.sub("", entry).strip(" ").lower()


def word_candidates(entry: str) -> tuple[str, ...]:
    """Spellings to look up, best first: the rule of ``olson_candidates`` for the letters of any script.

    In this order: NFKC; "’" becomes "'"; Arabic loses vowel signs and stretching bars, so that vocalised and plain
    spelling are one. Then everything is deleted but letters, the marks combined with them, hyphens, spaces, and inside
    words the apostrophe and the katakana middle dot; the prolonged sound mark stays behind kana. Spaces are trimmed and
    letters put in lower case, each by itself rather than folded: "Straße" is "straße" and not "strasse". Other
    spellings of a word are kept apart: accents, and the forms of alef.
    """
    kept = _LOOSE.sub("", _word_characters(nfkc(entry).translate(_ONE_SPELLING)))
    word = nfkc(kept.strip(" ").lower())
    if len(word) < 2 and not _WORD_BY_ITSELF.match(word):
        return ()
    return _joined(word, word.replace("-", "").replace("・", ""))


def _word_characters(text: str) -> str:
    """The characters that belong to words; marks only with their letter, the prolonged sound mark only behind kana."""
    kept = [" "]
    for character in text:
        before, kind = kept[-1], unicodedata.category(character)[0]
        letter = kind == "L" and (character != "ー" or ("ぁ" <= before <= "ー" and before != "・"))
        if character in "- '・" or letter or (kind == "M" and unicodedata.category(before)[0] in "LM"):
            kept.append(character)
    return "".join(kept)
