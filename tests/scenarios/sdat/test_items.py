"""The languages of the S-DAT: its prompts, its nouns, and replies in each of them."""

import csv
import json
import re
import unicodedata
from pathlib import Path

import pytest

from helm_creativity import scenarios
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.parsing.lists import headword, parse_list
from helm_creativity.parsing.refusals import is_refusal
from helm_creativity.parsing.words import word_candidates

FOLDER = Path(next(iter(scenarios.__path__))) / "sdat"
LANGUAGES = ("en", "de", "es", "fr", "ja", "pt", "ar", "cs", "it", "ko", "nl", "zh")
CONSTRAINTS = ("edible", "tool", "under_ten_dollars", "sound")
with (FOLDER / "items" / "nouns.csv").open(encoding="utf-8", newline="") as file:
    READER = csv.DictReader(file)
    HEADER, ROWS = tuple(READER.fieldnames or ()), list(READER)

# How assistants of each language open a reply and close it, and the comma with which it parts words.
SMALL_TALK = {
    "en": ("Sure! Here are 10 words:", "I hope this helps!", ", "),
    "de": ("Gerne! Hier sind 10 Wörter:", "Ich hoffe, das hilft Ihnen weiter!", ", "),
    "es": ("¡Claro! Aquí tiene 10 palabras:", "Espero que le sea útil.", ", "),
    "fr": ("Bien sûr ! Voici 10 mots :", "N’hésitez pas à me demander autre chose.", ", "),
    "ja": ("承知しました。以下は10個の単語です。", "ご不明な点がございましたら、お知らせください。", "、"),
    "pt": ("Claro! Aqui estão 10 palavras:", "Espero que isso ajude!", ", "),
    "ar": ("بالتأكيد! إليك 10 كلمات:", "آمل أن يكون هذا مفيدًا لك.", "، "),
    "cs": ("Samozřejmě! Zde je 10 slov:", "Doufám, že vám to pomůže!", ", "),
    "it": ("Certo! Ecco 10 parole:", "Spero che questo elenco sia utile.", ", "),
    "ko": ("네, 알겠습니다. 다음은 10개의 단어입니다.", "도움이 되셨기를 바랍니다.", ", "),
    "nl": ("Natuurlijk! Hier zijn 10 woorden:", "Ik hoop dat dit helpt!", ", "),
    "zh": ("好的，以下是10个词语：", "希望这些词语符合您的要求。", "，"),
}
DIGITS = {"ar": "٠١٢٣٤٥٦٧٨٩", "ja": "０１２３４５６７８９"}


def nth(language, number):
    """A number in the figures of the language."""
    return str(number).translate({ord(str(i)): digit for i, digit in enumerate(DIGITS.get(language, "0123456789"))})


def numbered(mark):
    """Writes entries behind numbers and a mark."""
    return lambda words, language: "\n".join(f"{nth(language, i)}{mark}{word}" for i, word in enumerate(words, 1))


def bulleted(mark):
    """Writes entries behind bullets."""
    return lambda words, _: "\n".join(mark + word for word in words)


FORMS = {
    "lines": lambda words, _: "\n".join(words),
    "lines with blanks": lambda words, _: "\n\n".join(words),
    "numbers": numbered(". "),
    "wide numbers": numbered("．"),
    "brackets": numbered(") "),
    "wide brackets": numbered("）"),
    "dashes": numbered("- "),
    "circles": lambda words, _: "\n".join(chr(0x245F + i) + word for i, word in enumerate(words, 1)),
    "bullets": bulleted("• "),
    "middle dots": bulleted("・"),
    "hyphens": bulleted("- "),
    "emphasis": lambda words, _: "\n".join(f"* **{word}**" for word in words),
    "commas": lambda words, language: SMALL_TALK[language][2].join(words),
    "pauses": lambda words, _: "、".join(words),
    "wide commas": lambda words, _: "，".join(words),
    "Arabic commas": lambda words, _: "، ".join(words),
    "JSON": lambda words, _: json.dumps(words, ensure_ascii=False),
    "JSON escaped": lambda words, _: json.dumps(words),
    "fence": lambda words, _: "```\n" + "\n".join(words) + "\n```",
}


def samples(language):
    """The column ten words at a time, so that every word is read once; the last ten overlap."""
    words = [row[language] for row in ROWS]
    return [words[i : i + 10] for i in range(0, len(words) - 9, 10)] + [words[-10:]]


def read(text):
    """The words of a reply."""
    parsed = parse_list(text, 10)
    return None if parsed is None else [headword(item) for item in parsed.items]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_replies_are_read_in_every_language(language, form):
    """Exactly the words come out, alone and between courtesies, each in its turn, and no courtesy is a refusal."""
    opening, closing, _ = SMALL_TALK[language]
    for place, words in enumerate(samples(language)):
        body = FORMS[form](words, language)
        assert read(body) == words
        reply = (f"{opening}\n\n{body}", f"{body}\n\n{closing}", f"{opening}\n{body}\n\n{closing}")[place % 3]
        assert read(reply) == words
        assert not is_refusal(reply, 10)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_noun_is_a_word(language):
    """The word rule keeps each noun as it is written, but for capitals, and no two become one."""
    words = [row[language] for row in ROWS]
    assert [word_candidates(word) for word in words] == [(word.lower(),) for word in words]
    assert len({word.lower() for word in words}) == len(words)


def test_single_characters_are_words_in_three_languages():
    """The table has them, and only where one character writes a word."""
    short = {language: sum(len(row[language]) == 1 for row in ROWS) for language in LANGUAGES}
    assert {language for language, n in short.items() if n} == {"ja", "ko", "zh"}
    assert min(short["ja"], short["ko"], short["zh"]) >= 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_nouns_are_in_the_script_of_the_language(language):
    """No word of another language slipped into a column."""
    scripts = {
        "ja": r"[\u3041-\u30ff\u4e00-\u9fff]+",
        "ko": r"[가-힣]+",
        "zh": r"[\u4e00-\u9fff]+",
        "ar": r"[\u0621-\u064a]+",
        "de": r"[A-ZÄÖÜ][a-zäöüß]+",
        "en": r"[a-z]+",
        "cs": r"[a-záčďéěíňóřšťúůýž]+",
    }
    pattern = scripts.get(language, r"[a-zà-öø-ÿœ]+")
    assert [row[language] for row in ROWS if not re.fullmatch(pattern, row[language])] == []
    assert all(unicodedata.is_normalized("NFKC", row[language]) for row in ROWS)


def test_the_table_is_whole():
    """Every concept has its words and marks, every constraint enough nouns for a list of 25."""
    assert HEADER == LANGUAGES + CONSTRAINTS
    assert len(ROWS) >= 150
    assert {row[name] for row in ROWS for name in CONSTRAINTS} == {"0", "1"}
    assert all(sum(row[name] == "1" for row in ROWS) >= 30 for name in CONSTRAINTS)
    assert [row["en"] for row in ROWS if builtin().lemma(row["en"]) != row["en"]] == []
