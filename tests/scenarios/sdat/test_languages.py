"""The languages of the S-DAT: its prompts, its nouns, replies in each of them, and vectors that know them."""

import json
import re
from unicodedata import is_normalized

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from support.process import python
from support.tongues import LETTERS, directions, nouns, write_vectors

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.embeddings.registry import fetch_embedding
from helm_creativity.errors import BadArguments
from helm_creativity.parsing.lists import headword, parse_list
from helm_creativity.parsing.refusals import is_refusal
from helm_creativity.parsing.words import word_candidates

BENCHMARK = get_benchmark("sdat")
LANGUAGES = tuple(BENCHMARK.options["items"].allowed)
ROWS = nouns()
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


def marked(mark):
    """Writes entries on lines behind a mark, in which a number in the figures of the language may stand."""

    def write(words, language):
        figures = {ord(str(i)): digit for i, digit in enumerate(DIGITS.get(language, "0123456789"))}
        numbers = [str(number).translate(figures) for number in range(1, len(words) + 1)]
        return "\n".join(mark.format(number) + word for number, word in zip(numbers, words, strict=True))

    return write


FORMS = {
    **{mark: marked(mark) for mark in ("", "{}. ", "{}．", "{}) ", "{}）", "{}- ", "• ", "・", "- ")},
    **{sign: (lambda words, _, sign=sign: sign.join(words)) for sign in ("\n\n", "、", "，", "، ")},
    "circles": lambda words, _: "\n".join(chr(0x245F + i) + word for i, word in enumerate(words, 1)),
    "emphasis": lambda words, _: "\n".join(f"* **{word}**" for word in words),
    "commas": lambda words, language: SMALL_TALK[language][2].join(words),
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


SCRIPTS = {
    "ja": r"[\u3041-\u30ff\u4e00-\u9fff]+",
    "ko": r"[가-힣]+",
    "zh": r"[\u4e00-\u9fff]+",
    "ar": r"[\u0621-\u064a]+",
    "de": r"[A-ZÄÖÜ][a-zäöüß]+",
    "en": r"[a-z]+",
    "cs": r"[a-záčďéěíňóřšťúůýž]+",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_noun_is_a_word_in_the_script_of_the_language(language):
    """The word rule keeps each as it is written, but for capitals; in three languages a character may be a word."""
    words = [row[language] for row in ROWS]
    assert [word_candidates(word) for word in words] == [(word.lower(),) for word in words]
    assert len({word.lower() for word in words}) == len(words) == 238
    pattern = SCRIPTS.get(language, r"[a-zà-öø-ÿœ]+")
    assert [word for word in words if not re.fullmatch(pattern, word) or not is_normalized("NFKC", word)] == []
    assert (sum(len(word) == 1 for word in words) >= 30) is (language in {"ja", "ko", "zh"})


@pytest.mark.parametrize("name", ["edible", "tool", "under_ten_dollars", "sound"])
def test_every_constraint_has_enough_nouns_for_a_list_of_25(name):
    marks = [row[name] for row in ROWS]
    assert set(marks) == {"0", "1"}
    assert marks.count("1") >= 30


def sdat(embedding, **items):
    return get_run_spec_function("creativity_sdat")(prompts="own", embedding=embedding, **items)


@pytest.mark.parametrize(
    ("ways", "named"),
    [
        ([{"items": "de+zh+en"}, {"items": "en+de+zh"}, {"items": "zh+de+en"}], ",items=en+de+zh,"),
        ([{}, {"items": "+".join(LANGUAGES)}, {"items": "+".join(reversed(LANGUAGES))}], ""),
    ],
)
def test_languages_are_one_choice_however_they_are_written(many_tongues, ways, named):
    """In the order of the report; all of them are ``all``."""
    (name,) = {sdat(many_tongues, **items).name for items in ways}
    assert named in name


def test_vectors_without_a_language_are_refused(home, tmp_path, many_tongues):
    """119 of 238 common nouns are enough, 118 are too few; in an ensemble every member must know them."""
    numbers = directions()
    known = [noun[language] for language, n in (("ja", 118), ("ko", 119), ("en", 238)) for noun in ROWS[:n]]
    path = tmp_path / "halves.txt"
    write_vectors(path, {word: numbers[word] for word in [*known, *LETTERS]})
    fetch_embedding("halves", origin=path)
    require = BENCHMARK.reference.require_languages
    for embedding, languages in (("halves", ["ko", "en"]), ("builtin+halves", ["en"]), (many_tongues, LANGUAGES)):
        require(embedding, list(languages))
    with pytest.raises(BadArguments, match=r"halves does not know the languages ja \(118 of 238 common nouns\)"):
        require("halves", ["ko", "ja", "en"])
    with pytest.raises(BadArguments, match=r"builtin does not know the languages ko \(0 of 238"):
        require("halves+builtin", ["en", "ko"])
    others = ", ".join(f"{language} [(][0-9]+ of 238 common nouns[)]" for language in LANGUAGES if language != "en")
    with pytest.raises(BadArguments, match=f"does not know the languages {others}; choose others by items="):
        sdat("builtin")


def test_an_encoder_knows_every_language_and_is_not_loaded():
    """It has a vector for any text; torch would take seconds at every start."""
    code = (
        "import json, sys\n"
        "from helm_creativity.benchmark.loading import get_benchmark\n"
        "get_benchmark('sdat').reference.require_languages('granite-278m', ['ja', 'zh'])\n"
        "print(json.dumps(['torch' in sys.modules, 'transformers' in sys.modules, 'helm' in sys.modules]))"
    )
    assert python(code) == [False, False, False]
