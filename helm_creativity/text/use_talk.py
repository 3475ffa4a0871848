"""What a reply to a task of uses holds beside uses: talk, introductions, titles, names of fields of life."""

from __future__ import annotations

import re

from helm_creativity.text.lists import FIELDS, SENTENCE
from helm_creativity.text.one_use import BLANK, FINAL

_TALK = re.compile(
    r"(?:what an? )?(?:great|good|fun|interesting|nice|excellent|cool|lovely) (?:question|one|challenge|task|prompt)"
    r"(?:[!.,:]|\W*$)"
    r"|(?:sure|certainly|of course|absolutely|okay|ok|great|alright|yes)(?:[!.,:]|\s*$|\s+(?:thing|here))"
    r"|here(?:'s|\s+(?:are|is|you go))|below (?:are|is|you)|the following|(?:in )?(?:conclusion|summary)\b|overall\b"
    r"|(?:these|those|all(?: of)? these|such) (?:are|were|uses?|ideas|examples|suggestions|creative|unusual)\b"
    r"|(?:this|the|my) (?:list|uses|possibilities|ideas|answer)\b|(?:the )?possibilities\b|the only limit"
    r"|let me (?:know|think|try|list|see)|feel free|(?:i )?hope (?:this|these|that|it|you|they)\b"
    r"|i(?:'d| would) be (?:happy|glad)|i(?:'ll| will|'ve| have) (?:try|list|tried|listed|give|provide)"
    r"|would you like|do you (?:want|need|have)|if you(?:'d| would)? (?:like|need|want|prefer) (?:me|more|any|help)"
    r"|please (?:let|note|remember|be)|note(?::| that\b)|remember\b|keep in mind|be (?:sure|careful|creative)\b"
    r"|(?:always|make sure|ensure)\b|(?:safety|disclaimer|tip)\b:|thank you|thanks|enjoy[!.]|have fun"
    r"|good luck(?:\W*$| (?:and|on|to|with)\b)"
    r"|there (?:are|is) (?:many|so many|numerous|countless|endless|lots|several|tons|plenty|no (?:limit|end)|a lot)\b"
    r"|that(?:'s| is| makes) (?:all|it|about|\w+ uses)|i (?:don't|do not|can't|cannot) (?:know|think)\b"
    r"|\(?\d{1,3} (?:uses|ideas)\b\W*\Z|imagine that someone gives\b|(?:please )?list (?:the|as many)"
    r"|do not write any|(?:explanation|reasoning|rationale)s?[*_]{0,2}:|each (?:of these|use|idea)\b"
    r"|voici|aquí (?:tienes|hay|están)|ecco\b|hier (?:sind|ist)\b|以下|希望|好的|当然|はい|もちろん|إليك|آمل",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"(?:would|do|does|did|have|has|can|could|is|are|what|which|how|why|want|need|shall)\b", re.I)
_LEAD = re.compile(
    r"[^:;\n]{0,150}\b(?:uses?|usages?|ideas|ways|list|answers?|here|following|purposes|examples?|utilisations|idées"
    r"|voici|usos|aquí|aqui|verwendung\w{0,9}|ideen|hier|usi|ecco)\b[^:;\n]{0,80}:[*_]{0,2}\s+(?=\S)"
    r"|\*\*[^*:;\n]{1,40}(?::\*\*|\*\*:)\s*(?=[^;\n]+;)|[^:;\n]{0,40}(?:用途|使い方|アイデア)[^:;\n]{0,20}:\s*(?=\S)",
    re.IGNORECASE,
)
TITLE = re.compile(
    r"(?:\W{0,4}(?:\d{1,3}|top|ten|some|many|list of|my|creative|unusual|alternative|uncommon|different|other)\b){0,4}"
    r"\W{0,3}(?:[\w-]+ ){0,2}(?:uses|ideas|ways)(?: (?:for|of|to use) [^.;]{1,60})?\W{0,4}",
    re.IGNORECASE,
)
CLOSING = re.compile(
    r"\W*(?:conclusion|summary|final thoughts|explanations?|reasoning|rationale|notes?|(?:bonus )?tips?"
    r"|safety(?: (?:first|notes?|tips?))?|disclaimer|remember|references?|tags?)\W*",
    re.IGNORECASE,
)
# A heading of what stands before the uses, and is none where another heading follows.
BEFORE_USES = re.compile(
    r"\W*(?:(?:materials|supplies)(?: (?:needed|required))?|(?:what )?you(?:['’]ll| will)? need"
    r"|(?:physical |key )?(?:properties|characteristics)(?: of [\w -]{1,40})?)\W*",
    re.IGNORECASE,
)
TELLS = re.compile(
    r"\W*(?:how(?: to| it works)?|why(?: it works)?|description|explanation|materials?|steps?|examples?|instructions?"
    r"|benefits?|details?|method|note|tips?|purpose|reason|what you need|what|where|when)\b[^:]{0,30}:",
    re.IGNORECASE,
)
# The label of what can only be said of the use above it.
EXPLAINS_ABOVE = re.compile(
    r"\W*(?:how|why|tip|benefit|reason|method|materials|steps|you(?:['’]ll)? need)[*_]{0,3}:", re.IGNORECASE
)
_COUNT = re.compile(r"\(\d+[^()]*\)")
_SMALL = ("and", "or", "the", "in", "for", "at", "of", "a", "an", "your", "on", "&", "use", "uses", "ideas", "projects")
_MORE_FIELDS = """
animal baking beach bedroom bizarre car cleaning cooking crafting emergencies emergency everyday exercise exotic funny
gifts gym hobbies household humor magic parties pet pets prank pranks romance romantic serious silly unusual weapon
weapons weird wild wildlife work
"""
_KNOWN_IN_NAMES = FIELDS.union(_MORE_FIELDS.split(), _SMALL)
_SHORTENED = re.compile(r"\b(?:e\.g|i\.e|vs|approx|incl|no|ca|esp|resp|max|min)\.\Z", re.IGNORECASE)


def is_no_use(title: str) -> bool:
    """Whether a heading is no use itself: talk, the name of the list, or the heading of remarks."""
    bare = title.strip("*_ ").rstrip(":")
    plain = title.endswith(":") and not title.startswith(("*", "_"))
    return plain or _is_talk(bare) or bool(CLOSING.fullmatch(bare) or TITLE.fullmatch(bare))


def is_field(title: str) -> bool:
    """Whether a title is made of the names of places and fields of life."""
    words = [word.lower() for word in re.split(r"[^\w&-]+", _COUNT.sub("", title)) if word]
    return 0 < len(words) <= 5 and all(word in _KNOWN_IN_NAMES for word in words)


def _is_talk(sentence: str) -> bool:
    text = sentence.strip(" \t*_`#>\"'“”()").replace("’", "'")
    if text.endswith(":") or not any(map(str.isalnum, text)) or BLANK.fullmatch(text.rstrip(FINAL)):
        return True
    return bool(_TALK.match(text)) or (text.endswith("?") and bool(_QUESTION.match(text)))


def without_talks(lines: list[str]) -> list[str]:
    """The lines below a use that tell of it."""
    return [line for line in lines if not _is_talk(line) or EXPLAINS_ABOVE.match(line)]


def sentences(text: str) -> list[str]:
    """The sentences of a line; what ends in an abbreviation or inside parentheses goes on."""
    found: list[str] = []
    for part in filter(None, map(str.strip, SENTENCE.split(text))):
        before = found[-1] if found else ""
        if _SHORTENED.search(before) or before.count("(") > before.count(")"):
            found[-1] = f"{before} {part}"
        else:
            found.append(part)
    return found


def without_talk(row: str) -> str:
    """The line without sentences of talk at its start and end; "" for an introduction, which ends in a colon."""
    if row.rstrip("*_ ").endswith(":"):
        return ""
    found = sentences(row)
    kept = [i for i, sentence in enumerate(found) if not _is_talk(sentence)]
    return " ".join(found[kept[0] : kept[-1] + 1]) if kept else ""


def without_lead(row: str) -> str:
    """The line without "Uses for a brick:" before the uses; "" where remarks follow."""
    lead = _LEAD.match(row)
    if lead is None:
        return row
    return "" if CLOSING.fullmatch(lead[0]) else row[lead.end() :]
