"""The one word of a reply, and whether it is the word that counts."""

import json

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from support.ending import ends

from helm_creativity.parsing import parse_word, same_word
from helm_creativity.parsing.offered import VAGUE

FIRE = [
    "fire",
    "Fire",
    "FIRE",
    " fire.\n",
    '"fire"',
    "'fire'",
    "“Fire.”",
    "**fire**",
    "*fire*",
    "_fire_",
    "`fire`",
    "```\nfire\n```",
    "```text\nfire\n```",
    "the fire",
    "A fire",
    "> fire",
    "- fire",
    "1. fire",
    "Fire 🔥",
    "ｆｉｒｅ",
    "fire<|im_end|>\n<|im_start|>user\nice",
    "Answer: fire",
    "Answer: Fire.",
    "ANSWER - fire",
    "Answer = fire",
    "A: fire",
    "Solution: fire",
    "**Answer:** fire",
    "**Answer:** **fire**",
    "**Answer: fire**",
    "Answer:\n\nfire",
    "### Final Answer\n\n**Fire**",
    "The answer is fire.",
    'The answer is "fire" because each of them forms a compound word: firecracker, firefly, firefighter.',
    "The answer is the word “fire”.",
    "The answer is probably fire.",
    "The answer is quite simple: fire",
    "The answer would be fire (firecracker, firefly, firefighter).",
    "The single word is **fire**",
    "The word that connects all three is 'fire'.",
    'The word that can be combined with each of "cracker", "fly", and "fighter" is **fire**.',
    "The common word is: fire",
    "The missing word is FIRE!",
    "It's fire.",
    "Fire is the word that combines with each.",
    "**Fire** can be combined with all three.",
    'The word "fire" can be combined with each of these: firecracker, firefly, firefighter.',
    '{"answer": "fire"}',
    '```json\n{"answer": "Fire"}\n```',
    '{"explanation": "It forms firecracker, firefly and firefighter.", "final_answer": "fire"}',
    '{"word": "fire", "reason": "firecracker"}',
    '{"result": {"answer": ["fire"]}}',
    'Here you go:\n{"answer": "fire"}\nHope that helps.',
    'First {"answer": "ice"}, or better {"answer": "fire"}',
    '["fire"]',
    "['fire']",
    '[{"word": "fire"}]',
    "So the answer is $\\boxed{\\text{fire}}$.",
    "fire - firecracker, firefly, firefighter",
    "fire — firecracker, firefly, firefighter",
    "fire (firecracker, firefly, firefighter)",
    "fire: firecracker, firefly, firefighter",
    "fire → firecracker, firefly, firefighter",
    "fire, firecracker, firefly",
    "fire. It makes firecracker, firefly and firefighter.",
    "Fire\n\nExplanation: firecracker, firefly, firefighter",
    "Fire\n\nNote: all three are compounds.",
    "fire\n\n- firecracker\n- firefly\n- firefighter",
    "**fire**\n\n* cracker: firecracker\n* fly: firefly",
    "fire\n\nThis answer is correct.",
    "Answer: fire\n\nfire + cracker = compound word: firecracker",
    "<think>Maybe ice? The answer is ice.</think>\n\nfire",
    "<answer>fire</answer>",
    "cracker: firecracker\nfly: firefly\nfighter: firefighter\n\nSo the answer is: fire",
    "Maybe the answer is ice. No, ice fly is nothing. Final answer: fire",
    "Sure! Here is the word:\n\n**fire**",
    "Let me think about each of the words in turn.\n\nfire",
    "nut? nutcracker, but no nut fly. fire? firecracker, firefly. Yes.\n\nfire",
    "Cracker → Firecracker\nFly → Firefly\nFighter → Firefighter\n\nFire",
    "Cracker: safecracker, firecracker\nFly: firefly\n\nThe common word is fire.",
    "firecracker, firefly, firefighter → fire",
    "Stems: cracker, fly, fighter\nWord: fire",
    "**Fire**\n\nHere's how:\n- **Fire**cracker\n- **Fire**fly",
    "fire\nMeaning: flames",
    "Fire\n\nDefinition: what burns",
    "fire\n\nUser: another one please\nAssistant: ice",
    "fire\n\n### Instruction:\nName a drink.\n### Response:\nice",
    "My first thought was ice, but the answer is fire.",
]
SMOG = [
    *("Here it is: smog", "Here's my answer: **smog**", "Here you go: smog", "Here's a blend: smog", "OK: smog"),
    *("Sure! Smog.", "Sure, smog", "Sure! Here it is: smog", "Great question! Smog.", "Let me think... smog!"),
    *("Sure, here's a blend of smoke and fog: smog", "Perhaps smog?", 'Maybe "smog"?', "Easy: smog", "So: smog"),
    *("My pick: smog", 'My choice is "smog".', "My top pick is smog, though foke is fun as well.", "Best: smog"),
    *("I'd go with smog.", "I'll go with smog.", 'I propose "smog".', "I believe it's smog.", "I came up with smog."),
    *("How about smog?", 'How about "smog"? It shares the "o".', 'You\'re looking for the word "smog".'),
    *("I'm not sure, but I'd say smog.", "1. smog\n2. foke\n\nI would choose smog."),
    *("Candidates: foke, smog.\n\nI choose smog.", "Options: smofog, smog.\nBest: smog"),
    *("Blend: smog", "Blended word: smog", "**Blended word:** smog", "**Blend**: **smog**", "Portmanteau: smog"),
    *("New word: smog", "Word: smog", "Output: smog", "Result: smog", "Final: smog", "Ans. smog", "Assistant: smog"),
    *("The blend is smog.", 'The blend of "smoke" and "fog" is "smog".', "A good blend would be smog."),
    *("First word: smoke. Second word: fog. Blend: smog.", "First: smoke\nSecond: fog\nBlend: smog"),
    *("smoke + fog = smog", '"smoke" + "fog" = "smog"', "smoke and fog → **smog**", "smoke + fog -> smog"),
    *('Blending "smoke" and "fog" gives "smog".', "Smoke and fog blend into smog."),
    *("smog (smoke + fog)", "smog = smoke + fog", "Smog — a blend of smoke and fog", "Smog, a blend of smoke and fog."),
    *("Smog is a blend of smoke and fog.", '"Smog" blends smoke and fog.', "Smog: a blend of smoke and fog"),
    *("smoke: s-m-o-k-e\nfog: f-o-g\n\n**smog**", '**Smog**\n\n- **Smo**ke gives "smo"\n- f**og** gives "og"'),
    *("<word>smog</word>", "print('smog')", "$\\text{smog}$", "[Answer] smog", "(a) smog", "B. smog"),
    *("Antwort: Smog", "Die Antwort lautet: **Smog**", "Das gesuchte Wort ist „Smog“.", "Hier ist es: Smog"),
    *(
        "答案：smog",
        "答案是smog。",
        "这个单词是：**smog**",
        "答えは「smog」です。",
        "Réponse : smog",
        "La palabra es smog.",
    ),
]
NONE = [
    "",
    " \n",
    "...",
    "42",
    "None",
    "N/A",
    "Sure!",
    "I don't know.",
    "It is hard to say.",
    "There are many possibilities here.",
    "I am not sure what links them, since each has many partners.",
    "Combine each one with something hot and bright.",
    "Fire works well with cracker.",
    "The words are cracker, fly, and fighter.",
    "The answer is not obvious.",
    "Joining them gives a compound word: firecracker.",
    "fire burns wood",
    "The answer is ice. No: answer: fire or water",
    "fire, ice, water",
    "fire or ice",
    "fire and ice",
    "fire/ice",
    '"fire" / "ice"',
    "**fire** or **ice**",
    "fire\nice",
    "1. fire\n2. ice",
    "firecracker, firefly, firefighter",
    "cracker: firecracker\nfly: firefly\nfighter: firefighter",
    "Answer: fire or ice",
    "Answer: fire, ice",
    '["fire", "ice"]',
    '{"answer": ["fire", "ice"]}',
    '{"answer": null}',
    '{"answer": ""}',
    '{"answer": "fire',
    "<think>the answer is fire",
    *("Great question!", "Okay, ready.", "Maybe.", "Answer: ?", "[your answer]", "What a fun task: blending!"),
    *("I'd go with the first one.", "I'd go with that.", "I think so.", "How about another one?", "I am an AI."),
    *("I'd say fire works.", "Combining cracker and fly gives nothing.", "Cracker and fly need one more."),
    *("Hint: heat", "Note: each is a compound", "Task: blending", "Here are the compounds: firecracker"),
    *("fire + cracker = firecracker", "smoke + fog = smog\npenguin + engine = pengine", '"Fire" is not the answer.'),
    *("fire (or ice)", "Fire, or maybe ice.", "fire\n\nAlternatively: ice", "Word 1: fire\nWord 2: ice", "F-I-R-E"),
    *("fire: heat", "fire → ice", "Ответ: fire or ice"),
]
LONG = {
    "labels": "answer is " * 10_000,
    "colons": "answer: " * 10_000,
    "weak labels": "word " * 20_000,
    "blanks": "the answer" + " " * 100_000,
    "marks": "*'\"" * 30_000,
    "brackets": '{"answer":' * 10_000,
    "boxes": "\\boxed{" * 20_000,
    "sentences": ". fire is the " * 10_000,
    "lines": "a b c d\n" * 20_000,
    "stops": "!" * 100_000,
    "leads": "sure! " * 20_000,
    "picks": "my pick: " * 10_000,
    "sums": "a + b = c\n" * 10_000,
    "turns": "\nquestion: what is it" * 10_000,
}
WRAPPINGS = ['"{}"', "'{}'", "“{}”", "**{}**", "`{}`", "Answer: {}", "**Answer:** {}", "The answer is **{}**.", "{}."]

words = st.from_regex(r"[a-z]{3,10}([ -][a-z]{3,8})?", fullmatch=True)


@pytest.mark.parametrize("reply", FIRE)
def test_the_word_of_a_reply(reply):
    """A person sees one answer here, fire, and so does the reader."""
    assert parse_word(reply) == "fire"


@pytest.mark.parametrize("reply", SMOG)
def test_the_blend_of_a_reply(reply):
    """Leads, labels, sums and remarks in some languages are no part of the word, and not the word."""
    assert parse_word(reply) == "smog"


@pytest.mark.parametrize("reply", NONE)
def test_replies_without_one_word(reply):
    """Prose, several candidates and nothing at all are no word."""
    assert parse_word(reply) is None


@pytest.mark.parametrize(
    ("reply", "word"),
    [
        ("Ice-Cream", "ice-cream"),
        ("Answer: ice cream.", "ice cream"),
        ("The answer is “the merry-go-round”.", "merry-go-round"),
        ("Ice\u2010cream", "ice-cream"),
        ("lathe tool", "lathe tool"),
        ("STRAßE", "strasse"),
        ("Answer: right", "right"),
        ("note - footnote, grace note, noteworthy", "note"),
        ("word: crossword, password, wordplay", "word"),
        ("Well: stairwell, wellbeing, inkwell", "well"),
        ("Well.", "well"),
        ("working", "working"),
        ("robot + otter = robotter", "robotter"),
        ("What am I? An echo.", "echo"),
        ("I am an echo.", "echo"),
        ("答案是火。", "火"),
        ("The last one is ice. The answer: fire. Or rather, final answer: water", "water"),
    ],
)
def test_the_spelling_of_a_word(reply, word):
    """Folded, with its inner hyphen or space, and the last label wins."""
    assert parse_word(reply) == word


@given(st.text())
@example("\ud800")
@example("Answer: \ufeff‍")
@example("{[(\\boxed{")
@example("a\u0301" * 50)
def test_any_text_gives_a_word_or_none(text):
    """The reader never raises, and what it returns is short, folded, and read as itself."""
    word = parse_word(text)
    if word is not None:
        assert word == word.casefold().strip()
        assert 1 <= len(word.split()) <= 2
        assert parse_word(word) == word


@given(words, st.sampled_from(WRAPPINGS))
@example("answer", "Answer: {}")
@example("note", "**{}**")
def test_wrapping_a_word_changes_nothing(word, wrapping):
    """Quotes, emphasis, a label and a full stop are no part of the word."""
    bare = parse_word(word)
    assume(bare is not None and bare not in VAGUE)
    assert parse_word(wrapping.format(word)) == bare
    assert parse_word(wrapping.format(word).upper()) == bare


@given(words)
def test_json_gives_the_word_itself(word):
    """JSON of one word is that word."""
    assert parse_word(json.dumps({"answer": word})) == parse_word(json.dumps([word])) == parse_word(word)


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_long_replies_are_read_to_an_end(text):
    """Hostile ones of a hundred thousand characters."""
    with ends():
        assert parse_word(text) in (None, "answer")


@pytest.mark.parametrize(
    ("given_word", "accepted", "same"),
    [
        ("fire", "fire", True),
        ("Fire", "fire", True),
        ("fire", "FIRE", True),
        ("ice cream", "ice-cream", True),
        ("icecream", "ice cream", True),
        ("court", "school|court", True),
        ("school", "school | court", True),
        ("ｆｉｒｅ", "fire", True),
        ("fires", "fire", False),
        ("cou", "school|court", False),
        ("schoolcourt", "school|court", False),
        ("", "", False),
        ("-", "fire|", False),
    ],
)
def test_the_same_word(given_word, accepted, same):
    """Case, hyphens and spaces do not count; letters do; nothing is never right."""
    assert same_word(given_word, accepted) is same
