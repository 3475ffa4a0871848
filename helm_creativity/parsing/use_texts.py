"""One use of an object as text: in one spelling, distinguished from talk about uses, and folded to find repetitions."""

from __future__ import annotations

import re

from helm_creativity.parsing.entries import unwrap
from helm_creativity.parsing.text import has_substance, is_clause, nfkc

_LABEL = re.compile(r"(?:use|usage|idea|way)[ \t]{0,3}#?\d{1,3}[ \t]{0,3}[:.)–-][ \t]{0,9}(?=\S)", re.IGNORECASE)
_BLANK = re.compile(
    r"(?:use|usage|item|idea|entry|example|your use)[ _#-]?(?:\d{1,3}|here)?"
    r"|(?:and )?(?:etc|so on|so forth|more|others?)|n/?a|none|nothing|null|idk|no idea|not sure"
    r"|(?:i )?(?:don't|do not|dont) know|no|yes|ok|okay|sure|thanks|thank you",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"(?:sure|certainly|of course|absolutely|okay|ok|great|alright|no problem|yes)(?:[!.,:]|\s*$|\s+(?:thing|here))"
    r"|here(?:'s|\s+(?:are|is|you go|we go|goes|come))|below (?:are|is|you)|the following"
    r"|(?:these|those|all(?: of)? these|such) (?:are|were|uses?|ideas|examples|suggestions|creative|unusual)\b"
    r"|(?:this|the|my) (?:list|uses|possibilities|ideas|answer)\b|(?:the )?possibilities\b|the only limit"
    r"|let me know|let me (?:think|try|list|see)|feel free|(?:i )?hope (?:this|these|that|it|you|i|they)\b"
    r"|i(?:'d| would) be (?:happy|glad)|i can (?:also )?(?:help|provide|give|suggest|think of|list|offer|come up)\b"
    r"|i(?:'ll| will) (?:try|list|give|provide|do my|think|come|help|write|start)\b"
    r"|i(?:'ve| have) (?:listed|tried|come|included|given|provided|aimed|focused)\b"
    r"|i (?:think|guess) (?:that's|that is|this is)\b"
    r"|would you like|do you (?:want|need|have)|if you(?:'d| would)? (?:like|need|want|have|prefer)"
    r" (?:me|more|any|another|further|additional|help|to (?:see|know|explore|hear)|ideas|a |some|specific)"
    r"|please (?:let|note|remember|be|do|keep)|note(?::| that\b)|remember\b|keep in mind|be (?:sure|careful|creative)\b"
    r"|(?:always|make sure|ensure)\b|(?:safety|disclaimer|bonus tip|pro tip|tip)\b:"
    r"|(?:in )?(?:conclusion|summary)\b|in short\b|overall\b|to sum\b|in the end\b"
    r"|with (?:a (?:little|bit|touch)|some|enough)(?: bit)?(?: of)? (?:creativity|imagination)"
    r"|thank you|thanks|enjoy[!.]|good luck|have fun|happy (?:brainstorming|crafting|creating|building|to help)"
    r"|there (?:are|is) (?:many|so many|numerous|countless|endless|lots|several|tons|plenty|no (?:limit|end)|a lot)\b"
    r"|as you can see|that(?:'s| is) (?:all|it|about)"
    r"|i (?:don't|do not|can't|cannot|could not|couldn't) (?:know|think|come)\b"
    r"|imagine that someone gives you\b|(?:please )?(?:list|write down|think of) (?:the uses|as many|alternate uses)\b"
    r"|do not write anything\b|write nothing but\b|give one use a line\b"
    r"|(?:explanation|reasoning|rationale)s?[*_]{0,2}:"
    r"|let's\b|each (?:of these|use|idea)\b|this (?:shows|demonstrates|was fun)|voici|aquí (?:tienes|hay|están)|ecco\b"
    r"|aqui estão|hier (?:sind|ist|einige)\b|(?:which|what) of these|now,? (?:i|let)\b|first, (?:i|let)\b",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"(?:the |an? |your )?[\w-]{1,30}(?: [\w-]{1,30}){0,4}"
    r" (?:is|are|can be|might be|may be|may seem|might seem|has|have|offers?)\b.{0,80}"
    r"\b(?:versatil(?:e|ity)|many (?:\w+ )?(?:uses|things)|endless|countless|possibilities|more than just)\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"(?:would|do|does|did|have|has|can|could|is|are|what|which|how|why|who|want|need|shall|should)\b", re.I
)
_CUE = re.compile(
    r"\b(?:use|uses|used|using|serves?|could|can|might|may|would|works?|turn|makes?|becomes?|as an?|as the|i'd|you'd"
    r"|maybe|perhaps|(?:good|great|useful|handy|perfect|ideal) (?:for|as|to)|an? (?:good|great|nice|perfect))\b",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"(?:it|they|this|that|these|those|which|so|because|since|then|when|while|but|however|just)\b(?!')", re.I
)
_MORE = re.compile(
    r"(?:it|they|one|these|this|that) (?:(?:can|could|may|might|would|will)(?: also| even| then)? (?:be|serve|work"
    r"|function|double|act|become|make|replace|help)\b|(?:also |even )?(?:makes?|works?|serves?|doubles?|functions?) )",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:(?:it|they|you|we|i|one|people|an? [\w-]+|the [\w-]+) )?(?:(?:can|could|may|might|would|will) )?(?:also )?"
    r"(?:(?:be )?(?:use|used|using|serve|serves|function|act|work)(?: (?:it|them|one|this))?(?: up)? )?as "
)
_ARTICLE = re.compile(r"\b(?:an?|the)\b(?=\s)")
_FINAL = " .,;:!?…。\"'"
_MOST_REMARK = 400
_LAYERS = 20


def tidy(entry: str) -> str:
    """A use without numbering, emphasis, quotes and final stop, its elaboration kept; "" for an empty entry.

    A placeholder ("use 1"), "etc." and what says that there is no use ("none", "idk") are nothing.
    """
    for _ in range(_LAYERS):
        before, entry = entry, unwrap(entry)
        label = _LABEL.match(entry)
        entry = entry[label.end() :] if label else entry
        if entry == before:
            break
    return "" if _BLANK.fullmatch(entry) else entry


def is_talk(sentence: str) -> bool:
    """Whether a line or sentence speaks of the answer, to its reader or of the object in praise, and names no use."""
    text = sentence.strip(" \t*_`#>\"'“”()").replace("’", "'")
    if text.endswith(":") or not has_substance(text) or _BLANK.fullmatch(text.rstrip(_FINAL)):
        return True
    if text.endswith("?") and _QUESTION.match(text):
        return True
    head = text[:_MOST_REMARK]
    return bool(_TALK.match(head) or (_PRAISE.match(head) and " as a" not in head))


def is_use(sentence: str) -> bool:
    """Whether a sentence that is no talk names a use: it has a word of using or no subject of its own."""
    return bool(_CUE.search(sentence)) or not is_clause(sentence)


def explains(sentence: str) -> bool:
    """Whether a sentence or part goes on about the use before it ("This keeps it warm", "when it is cold")."""
    text = sentence.strip(" \t*_`\"'“”").replace("’", "'")
    return bool(_POINTING.match(text)) and not _MORE.match(text) and not re.search(r"\buse[ds]? ", text, re.I)


def fold(use: str) -> str:
    """What two ways to write one use have in common.

    NFKC, case folded, without articles, without "use it as", "it can be used as", "as" and their like before it,
    without final punctuation and without the -s of a plural at the end.
    """
    text = " ".join(nfkc(use.casefold()).split()).rstrip(_FINAL)
    lead = _LEAD.match(text)
    text = (text[lead.end() :] if lead else text) or text
    text = " ".join(_ARTICLE.sub(" ", text).split()) or text
    plural = len(text) > 2 and text.endswith("s")
    return text[:-1] if plural else text
