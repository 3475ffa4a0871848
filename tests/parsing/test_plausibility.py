"""Texts that are no answer are found, and what people and models write is not taken for them."""

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import hostile
from support.published import SETS, USES, replies
from support.replies import cases

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.parsing.plausibility import ANYTHING, PHRASES, PROSE, implausible, letter_triples
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.turns import as_written

MCTB = os.environ.get("MCTB_REPOSITORY", "")
FORMS = {"anything": ANYTHING, "phrases": PHRASES, "prose": PROSE}
TIMES_SEEN = 5

GERMAN = """Im Schlafzimmer hängt noch der Schatten des Großvaters. Jeden Dienstag putzt er pünktlich um sechs seine
Schuhe, obwohl ihn niemand mehr abholt. Die Nachbarin sagt, das sei der Wind. Ich stelle ihm trotzdem Schuhcreme hin."""
WRITTEN = {
    "verse": "The fog\nhas left\nits shoes\nby the door again",
    "refrain": "Row on, row on, row on, said the river,\nand the boat said no.\n" * 4,
    "dialogue": '"No." "No?" "No!" "Oh." "So?" "So no." She put the stamp down. "Fine," he said. "No," she said.',
    "nonsense verse": "Twas brillig, and the slithy toves did gyre and gimble in the wabe: all mimsy were the "
    "borogoves, and the mome raths outgrabe.",
    "names": "Škrnkot and Vrzot met Eira of Aethereia, Nadia Szczepańska, Mr. Ng, Llanfair and O'Brien at the port.",
    "noises": "Bzzzt. Kchhh. Psst! The radio coughed, tsk, and then it sang: brrr, hmm, shh, pfft, and slept again.",
    "code in a story": "He typed `while alive: breathe()` and waited. The cursor blinked: `if x > 0: return home`.",
    "figures": "Step 1: Tie C1 to C2 with 3 m of rope (10 mm). Step 2: Lift both 20 cm. Step 3: Wait 15 min at 40 °C.",
    "German": GERMAN,
    "Finnish": "Vanha kalastaja istui laiturilla ja katseli, kuinka aurinko laski hitaasti järven taakse. Kala nauroi.",
    "Turkish": "Yaşlı balıkçı iskelede oturmuş, güneşin yavaşça batışını seyrediyordu. Balık ona güldü ve gitti.",
    "Polish": "W Szczebrzeszynie chrząszcz brzmi w trzcinie i Szczebrzeszyn z tego słynie, a listonosz się śmieje.",
    "Vietnamese": "Ông lão ngồi trên bến và nhìn mặt trời lặn xuống sau hồ. Con cá cười và bơi đi mất.",
    "Chinese": "邮局早已关门，老人仍留着最后一枚邮票。他给大海写了一封信。大海没有回信，只把潮水送到门口。",
    "Japanese": "郵便局はもう閉まっていたが、老人は最後の切手を持っていた。海に手紙を書くと、波が返事をした。",
    "Arabic": "جلس الصياد العجوز على الرصيف يراقب الشمس وهي تغرب خلف البحيرة، وضحكت السمكة ومضت.",
    "Hindi": "बूढ़ा मछुआरा घाट पर बैठा था और झील के पीछे डूबते सूरज को देख रहा था। मछली हँसी और चली गई।",
    "Greek": "Ο γέρος ψαράς καθόταν στην προβλήτα και κοίταζε τον ήλιο να δύει. Το ψάρι γέλασε κι έφυγε.",
    "Russian": "Старый рыбак сидел на пристани и смотрел, как солнце садится за озером. Рыба засмеялась и уплыла.",
    "list in Chinese": "1. 砖头\n2. 纸张\n3. 木头\n4. 花园\n5. 水\n6. 天空\n7. 鸟\n8. 鱼\n9. 石头\n10. 星星",
    "list in Korean": "1) 문\n2) 책\n3) 못\n4) 돌\n5) 화분\n6) 의자\n7) 무기\n8) 다리\n9) 벽\n10) 탑",
    "table": "| Use |\n|--------------------------------|\n| Hat |\n| Toy |",
    "JSON without an error": '{"error": null, "uses": ["doorstop", "a hat for a very small king"]}',
    "Thai": "ชาวประมงชรานั่งอยู่ที่ท่าเรือและมองดูดวงอาทิตย์ลับขอบฟ้า ปลาหัวเราะแล้วว่ายจากไป",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("kind", WRITTEN)
def test_what_is_written_passes(kind, form):
    """Whatever its kind, language and script."""
    assert implausible(WRITTEN[kind], form) is None


@pytest.mark.parametrize(
    "text",
    [
        *("42", "7", "Blue", "🦊", "Not possible.", "(╯°□°)╯︵ ┻━┻", "def f(x): return x * 2", "K7QX2M9Z", "Infinity"),
        *(
            "457",
            "404",
            "Not Found",
            "Error 404: Love Not Found",
            '{"title": "Error-correcting moss", "idea": "Moss."}',
        ),
        *("For sale: baby shoes, never worn.", "null hypothesis", "404 Not Found, said the letter, and I was home."),
        '["doorstop","paperweight","bookend","anchor","planter","nutcracker","hammer","doorbell","step"]',
        "```html\n<!DOCTYPE html><title>404 Not Found</title><h1>Our hamster ran away with this page</h1>\n```",
        '{"story": "The postmaster kept one stamp for a letter that nobody had written yet."}',
    ],
)
def test_short_answers_pass_where_anything_can_be_one(text):
    """So do lists and stories in JSON."""
    assert implausible(text, ANYTHING) is None


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("kind", hostile.everywhere())
def test_texts_that_are_no_answer_are_found(kind, form):
    """All of them; keys that were mashed by chance into syllables, four of five."""
    texts = hostile.everywhere()[kind]
    found = sum(implausible(text, form) is not None for text in texts)
    assert found >= (0.75 if kind == "mashed keys" else 0.99) * len(texts)


@pytest.mark.parametrize("form", [PHRASES, PROSE], ids=["phrases", "prose"])
@pytest.mark.parametrize("kind", hostile.without_words())
def test_signs_and_figures_are_no_words(kind, form):
    """Where an answer has some."""
    assert all(implausible(text, form) for text in hostile.without_words()[kind])


@pytest.mark.parametrize("kind", hostile.without_sentences())
def test_random_nouns_are_no_prose(kind):
    """But phrases they may be: the baselines' lists are."""
    texts = hostile.without_sentences()[kind]
    found = [implausible(text, PROSE) for text in texts]
    assert found.count("word salad") >= 0.95 * len(texts)
    assert not any(implausible(text, PHRASES) for text in texts if len(text.split()) < PHRASES.most)


def test_lengths_are_the_forms():
    """In words; two letters of a script without spaces count as one."""
    form = replace(PROSE, least=4, most=6)
    assert implausible("stamp letter send", form) == "too short"
    assert implausible("He sent the stamp.", form) is None
    assert implausible("He did not send the old stamp.", form) == "too long"
    assert implausible("他寄出了一封信", form) is None


def test_it_is_the_last_reason():
    """An answer that is cut off or declines has that reason; without a form the parser decides."""
    blob = hostile.everywhere()["base64"][0]
    assert unanswered(Response(blob, "stop"), form=ANYTHING) is FailureReason.IMPLAUSIBLE
    assert unanswered(Response(f"<think>A story.</think>{blob}"), form=PROSE) is FailureReason.IMPLAUSIBLE
    assert unanswered(Response(f"<think>{blob}</think>{GERMAN}"), form=PROSE) is None
    assert unanswered(Response(blob, "length"), form=ANYTHING) is FailureReason.TRUNCATED
    assert unanswered(Response(blob, "stop")) is None


@pytest.mark.parametrize(("shape", "form"), [("stories", PROSE), ("ideas", PROSE), ("uses", PHRASES)])
def test_no_reply_of_the_corpora_is_implausible(shape, form):
    """Real ones of a small model among them, which repeat themselves."""
    texts = [as_written(case["text"]) for case in cases(shape)]
    assert [text for text in texts if text and implausible(text, form)] == []


def test_the_triples_are_those_of_the_nouns():
    """Of the built-in table, five times at least."""
    counts = Counter(noun[i : i + 3] for noun in builtin().nouns for i in range(len(noun) - 2))
    assert letter_triples() == {triple for triple, count in counts.items() if count >= TIMES_SEEN}


@given(st.text(), st.sampled_from([*FORMS.values()]))
def test_every_text_has_an_outcome(text, form):
    """And white space around it changes nothing."""
    found = implausible(text, form)
    assert found is None or isinstance(found, str)
    assert implausible(f"\n {text}\n", form) == found


@given(st.lists(st.sampled_from(builtin().nouns), min_size=1, max_size=30), st.sampled_from([", ", "\n", "; "]))
def test_nouns_in_a_list_always_pass(nouns, separator):
    """As the baselines write them, unless they are one noun over and over."""
    if len(set(nouns)) > len(nouns) / 2 and len("".join(nouns)) > 20:
        assert implausible(separator.join(nouns), PHRASES) in (None, "data" if _is_odd(nouns) else None)


def _is_odd(nouns):
    """Whether hardly a triple of these nouns occurs in others."""
    triples = [noun[i : i + 3] for noun in nouns for i in range(len(noun) - 2)]
    return sum(triple in letter_triples() for triple in triples) < 0.5 * len(triples)


@pytest.mark.parametrize("unit", ["a", "ab ", "é", "{", '{"', "<html", "1 ", "\u0301a", "字", "error ", "x-'"])
def test_time_is_linear(unit):
    """In the length of what may be a megabyte."""
    assert implausible(unit * (300_000 // len(unit)), PROSE)


@pytest.mark.skipif(not (Path(MCTB) / "responses").is_dir() or not MCTB, reason="MCTB_REPOSITORY names no clone")
@pytest.mark.parametrize("benchmark", SETS)
def test_published_replies_are_plausible(benchmark):
    """At least 99.9 % of what seven models replied."""
    form = PHRASES if benchmark == USES else ANYTHING
    found = [implausible(as_written(reply.text), form) for reply in replies(Path(MCTB), benchmark)]
    assert sum(reason is not None for reason in found) <= 0.001 * len(found)
