"""Replies to an instruction that asks for several responses with their probabilities, and what is read in them.

Where a case names texts alone, their probabilities are another's business.
"""

import json

from helm_creativity.parsing.candidates import PLACEHOLDER, in_tags

STORY = "1. A fox\n2. met a hen.\n\nThey left."
READ = {
    "as asked": (
        "<response>\n<text>a lamp\na door</text>\n<probability>0.1</probability>\n</response>\n"
        "<response>\n<text>a sea</text>\n<probability>0.3</probability>\n</response>",
        [("a lamp\na door", 0.1), ("a sea", 0.3)],
    ),
    "any case, spaces, numbers": (
        "<RESPONSE 1>< Text >lamp</TEXT><Probability>.2</probability></Response 1>\r\n<Response_2><text>sea</text>",
        [("lamp", 0.2), ("sea", None)],
    ),
    "no end of responses": ("<response>lamp\n<response>sea\n\nfoam\n<response>ink", ["lamp", "sea\n\nfoam", "ink"]),
    "no end of texts": ("<response><text>lamp<probability>0.5<response><text>sea", [("lamp", 0.5), ("sea", None)]),
    "no tag around": (
        "<text>lamp</text><probability>5</probability><text>sea</text><probability>15</probability>",
        [("lamp", 0.05), ("sea", 0.15)],
    ),
    "no tag inside": (
        "<response>lamp<probability>40 %</probability></response>\n"
        "<response><probability>1/4</probability>sea</response>",
        [("lamp", 0.4), ("sea", 0.25)],
    ),
    "probability behind the text": (
        "<response><text>lamp</text>\nProbability: 0.1\n</response>\n<response>sea\n**Probability:** 12%</response>\n"
        "<response>ink</response>\nprobability = 0,05",
        [("lamp", 0.1), ("sea", 0.12), ("ink", 0.05)],
    ),
    "probability in the tag": ('<response probability="0.4"><text>lamp</text></response>', [("lamp", 0.4)]),
    "probability in words": (
        "<response>lamp<probability>high</probability></response><response>sea<probability>0.1 or so</probability>",
        [("lamp", None), ("sea", 0.1)],
    ),
    "probability before the tag": (
        "".join(
            f"<probability>{p}</probability>\n<response>{t}</response>\n" for t, p in [("lamp", 0.7), ("sea", 0.3)]
        ),
        [("lamp", 0.7), ("sea", 0.3)],
    ),
    "probability not quite said": (
        "".join(
            f"<response>{word}<probability>{said}</probability></response>"
            for word, said in [
                ("lamp", "<0.1"),
                ("sea", "about 30%"),
                ("ink", "`p=0.2`"),
                ("fox", "Approximately .05 (low)"),
                ("hen", "above 0.1"),
            ]
        ),
        [("lamp", 0.1), ("sea", 0.3), ("ink", 0.2), ("fox", 0.05), ("hen", None)],
    ),
    "out of range": (
        "<text>lamp</text><probability>150%</probability><text>sea</text><probability>-0.1</probability>"
        "<text>ink</text><probability>0.1-0.3</probability>",
        ["lamp", "sea", "ink"],
    ),
    "a sentence about the tag": (
        "Each is in a <response> tag.\n<response>lamp</response>\n<response>sea</response>",
        ["lamp", "sea"],
    ),
    "a sentence about several tags": (
        f"Each <response> has a <text> and a <probability> from 0 to 1.\n{in_tags(['lamp', 'sea'])}",
        [("lamp", 0.5), ("sea", 0.5)],
    ),
    "a sentence before tags without an end": (
        "Here: <response><text>lamp<probability>0.1\n<response><text>sea<probability>0.2",
        [("lamp", 0.1), ("sea", 0.2)],
    ),
    "the form repeated": (f"<response><text>{PLACEHOLDER.title()}</text></response><response>lamp", ["lamp"]),
    "thoughts": ("<think><response>no</response></think>\n<response>lamp</response>", ["lamp"]),
    "a fence": ("```xml\n<response>\n<text>lamp</text>\n<response>\n<text>sea\n```", ["lamp", "sea"]),
    "no text in one": ("<response><text></text></response><response><text>lamp</text></response>", ["lamp"]),
    "lists inside": (in_tags([STORY, "- a\n- b"]), [(STORY, 0.5), ("- a\n- b", 0.5)]),
    "JSON": (
        '```json\n[{"text": "lamp", "probability": 0.1}, {"Text": ["sea", "ink"], "probability": "20%"}]\n```',
        [("lamp", 0.1), ("sea\nink", 0.2)],
    ),
    "JSON in an object": (
        'Here: {"responses": [{"response": "lamp", "probability": 0.1}, {"response": "sea"}]}',
        [("lamp", 0.1), ("sea", None)],
    ),
    "JSON, loose": ("[{'text': 'lamp', 'probability': 0.1,}, {'text': 'sea', 'probability': 2},]", ["lamp", "sea"]),
    "a list": (
        "Five:\n\n1. lamp (probability: 0.08)\n2. **sea** [Probability 0.2]\n\nI drew these at random.",
        [("lamp", 0.08), ("**sea**", 0.2)],
    ),
    "a list of several lines": (
        "1. (probability: 0.1)\n- lamp\n- door\n2. (probability: 0.3)\n- sea\n- ink",
        [("- lamp\n- door", 0.1), ("- sea\n- ink", 0.3)],
    ),
    "bullets": ("- lamp, probability: 0.1\n- sea, probability: 0.2", ["lamp", "sea"]),
    "labels": (
        "**Response 1** (probability: 0.08):\n1. lamp\n2. door\n\n**Response 2** (probability: 0.2):\n1. sea\n2. ink",
        [("1. lamp\n2. door", 0.08), ("1. sea\n2. ink", 0.2)],
    ),
    "markup inside": (
        "<response><text>a <b>bold</b> <text>wall</text> stands</text><probability>.2</probability></response>",
        [("a <b>bold</b> <text>wall</text> stands", 0.2)],
    ),
    "a drawing": (
        "<response>a sign <text>SEA</text> there<probability>.2</probability></response>",
        [("a sign <text>SEA</text> there", 0.2)],
    ),
    "CDATA": (
        "<response><text><![CDATA[a <text> & b]]></text><probability>.2</probability></response>",
        [("a <text> & b", 0.2)],
    ),
    "escaped tags": (
        "&lt;response&gt;&lt;text&gt;lamp &amp; sea&lt;/text&gt;"
        "&lt;probability&gt;.2&lt;/probability&gt;&lt;/response&gt;",
        [("lamp &amp; sea", 0.2)],
    ),
    "JSON in tags": ('<response>{"text": "lamp", "probability": 0.2}</response>', [("lamp", 0.2)]),
    "code inside": (in_tags(["```\nx\n```", "sea"]), [("```\nx\n```", 0.5), ("sea", 0.5)]),
    "tags that were cut": (f"{in_tags(['lamp', 'sea'])}\n<response>\n<text>an in", [("lamp", 0.5), ("sea", 0.5)]),
    "a probability that was cut": (
        f"{in_tags(['lamp'])}<response><text>sea</text><probability>0.",
        [("lamp", 1.0)],
    ),
    "JSON that was cut": (
        '[{"text": "lamp", "probability": 0.1}, {"text": "sea", "probability": 0.2}, {"text": "in',
        [("lamp", 0.1), ("sea", 0.2)],
    ),
    "JSON in an object that was cut": (
        '```json\n{"responses": [{"text": "lamp", "probability": 0.1}, {"text": "in',
        [("lamp", 0.1)],
    ),
    "numbers in brackets": ("1. a brick wall (0.2)\n2. **a sea (20%)**", [("a brick wall", 0.2), ("**a sea**", 0.2)]),
    "numbers in front": ("1. [20%] lamp\n2. [5%] sea", [("lamp", 0.2), ("sea", 0.05)]),
    "dashes": ("- lamp — 0.2\n- sea - 0.3", [("lamp", 0.2), ("sea", 0.3)]),
    "lines": ("Five:\nlamp (0.2)\nsea (0.3)", [("lamp", 0.2), ("sea", 0.3)]),
    "a line below": (
        "Here are two:\n\nlamp\n\nfoam\nProbability: 0.2\n\nsea\n**Probability:** 30%\n\nI hope they help.",
        [("lamp\n\nfoam", 0.2), ("sea", 0.3)],
    ),
    "named texts": ("Text: lamp\nProbability: 0.2\n\nText: sea\nProbability: 0.3", [("lamp", 0.2), ("sea", 0.3)]),
    "German": (
        "**Antwort 1** (Wahrscheinlichkeit: 0,2)\nLampe\n\n**Antwort 2** (Wahrscheinlichkeit: 0,3)\nMeer",
        [("Lampe", 0.2), ("Meer", 0.3)],
    ),
    "French": ("1. lampe (probabilité : 0,2)\n2. mer (probabilité : 30 %)", [("lampe", 0.2), ("mer", 0.3)]),
    "Spanish": ('[{"text": "mar", "probabilidad": 0.2}]', [("mar", 0.2)]),
    "Chinese": ("1. 灯（概率：0.2）\n2. 海（概率：0.3）", [("灯", 0.2), ("海", 0.3)]),
    "fractions": (
        "1. lamp (probability: 1/5)\n2. sea (probability: 50/50)\n3. ink (probability: 1 in 4)"
        "\n4. fox (probability: 80/20)",
        [("lamp", 0.2), ("sea", None), ("ink", 0.25), ("fox", None)],
    ),
    "fractions that count": (
        "<text>lamp</text><probability>1/2</probability><text>sea</text><probability>2/2</probability>",
        [("lamp", None), ("sea", None)],
    ),
    "labels alone": ("### Response 1\nlamp\n\n### Response 2\nsea", ["lamp", "sea"]),
}
READ |= {
    "bullets with a margin": ("  - lamp (probability: 0.1)\n  - sea (probability: 0.3)", [("lamp", 0.1), ("sea", 0.3)]),
    "rules between": (
        "Response 1\nlamp\nProbability: 0.1\n---\nResponse 2\nsea\n---\nProbability: 0.3",
        [("lamp", 0.1), ("sea", 0.3)],
    ),
    "shares in front": ("1. [10%] lamp\n2. [30%] sea", [("lamp", 0.1), ("sea", 0.3)]),
    "shares and colons in front": ("1. 0.1: lamp\n2. 0.3: sea", [("lamp", 0.1), ("sea", 0.3)]),
}
_TWO = (
    "<response><text>{}</text><probability>0.1</probability></response>"
    "<response><text>{}</text><probability>0.3</probability></response>"
)
_ACTED = "A robot woke.\n\n\n Human: Who are you?\n\n**User:** And I?\nRobot: I forget."
_FLAT = "A robot woke.\nHuman: Who are you?\n**User:** And I?\nRobot: I forget."
READ |= {
    "a dialogue in a text": (_TWO.format(_ACTED, "sea"), [(_FLAT, 0.1), ("sea", 0.3)]),
    "a dialogue in a text without a tag": (
        f"<response>{_ACTED}</response><probability>0.1</probability>\n<response>sea</response><probability>0.3</probability>",
        [(_FLAT, 0.1), ("sea", 0.3)],
    ),
    "a dialogue in escaped tags": (
        _TWO.format(_ACTED, "sea").replace("<", "&lt;").replace(">", "&gt;"),
        [(_FLAT, 0.1), ("sea", 0.3)],
    ),
    "a dialogue in JSON": (
        json.dumps([{"text": _ACTED, "probability": 0.1}, {"text": "sea", "probability": 0.3}]),
        [(_FLAT, 0.1), ("sea", 0.3)],
    ),
    "words struck out": (_TWO.format("a <s>dull</s> lamp", "sea"), [("a  dull  lamp", 0.1), ("sea", 0.3)]),
    "words struck out in JSON": (
        '{"them": [{"Text": "a \\"<s>dull</s>\\" lamp", "probability": 0.1}, {"text": "sea", "probability": 0.3}]}',
        [('a " dull " lamp', 0.1), ("sea", 0.3)],
    ),
    "a control token in a text": (_TWO.format("lamp<|im_end|>", "sea"), [("lamp", 0.1), ("sea", 0.3)]),
    "a turn behind the texts": (
        _TWO.format("lamp", "sea") + "</s>\n\nHuman: More.\n\n" + _TWO.format("ink", "fox"),
        [("lamp", 0.1), ("sea", 0.3)],
    ),
    "a labelled turn behind the texts": (
        _TWO.format("lamp", "sea") + "\n\nHuman: More.\n\n" + _TWO.format("ink", "fox"),
        [("lamp", 0.1), ("sea", 0.3)],
    ),
    "a turn behind a text that was cut": (
        "<response><text>lamp</text><probability>0.1</probability></response><response><text>se</s>\n\nHuman: More.\n\n"
        + _TWO.format("ink", "fox"),
        [("lamp", 0.1)],
    ),
}
NONE = {
    "a list without probabilities": "1. lamp\n2. sea\n3. ink",
    "a list in which one has none": "1. lamp (probability: 0.1)\n2. sea",
    "a list within a list": "1. lamp\n1. door (probability: 0.1)\n2. sea (probability: 0.2)",
    "coats": "1. paint it (2 coats)\n2. sand it (3 passes)",
    "years and steps": "1. a lamp (1999)\n2. a sea (2)\n3. a door - 4",
    "a list in which one is above all": "1. lamp (0.2)\n2. sea (150%)",
    "a story with two lines": "Probability: 0.1\nThe robot rose.\nProbability: 0.2\nIt fell.\n\nIt slept.",
    "a table without probabilities": "| Use | Coats |\n|---|---|\n| paint | 0.2 |",
    "one response": "lamp, sea, ink",
    "prose about chance": "The probability: 0.5 of rain fell.\nProbability: 0.1 of snow stayed.",
    "JSON without probabilities": '[{"text": "lamp"}, {"text": "sea"}]',
    "JSON of texts": '["lamp", "sea"]',
    "JSON whose names repeat": '{"text": "lamp", "probability": 0.1, "text": "sea", "probability": 0.2}',
    "tags without text": "<response></response><probability>0.1</probability>",
}
