"""Uses in prose: which sentences name one, and which name several."""

from __future__ import annotations

import re

from helm_creativity.parsing.use_texts import explains, is_talk, is_use

_SENTENCE = re.compile(
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bSt\.)(?<!\bvs\.)(?<!\betc\.)(?<!\bNo\.)(?<=[.!?])[\"'”’)*_]{0,3}\s+"
    r"|(?<=[。！？])\s*"
)
_PURPOSE = (
    r"(?:to [^\W\d_]|as (?:an?|the|your|my|part|extra|[^\W\d_]+s\b(?<!as)(?<!this)(?<!its))\b|for [^\W\d_]+ing\b)"
)
_BETWEEN = re.compile(
    r"(?:,?\s+(?:and|while) another(?: use)? (?:is|could be|would be|might be)\s+"
    rf"|,\s+(?:(?:and|or)\s+)?(?:even\s+)?|\s+or\s+)(?={_PURPOSE})",
    re.IGNORECASE,
)
_USING = re.compile(r"\b(?:uses?|used|using|serves?|functions?|acts?|works?|great|good|useful|handy)\b", re.IGNORECASE)
_FIRST = re.compile(rf"(?<!\w){_PURPOSE}", re.IGNORECASE)
_PLAIN_LEAD = re.compile(
    r"(?:(?:yes|well|first|firstly|also|second|secondly|finally|next|lastly|then|additionally|alternatively),? )?"
    r"(?:you|we|i|one|it|they|people|bricks?|an? [\w-]+|the [\w-]+|my [\w-]+|[\w-]+s)?"
    r"(?: ?(?:can|could|may|might|would|will|'d))?(?: also| even)? ?(?:be )?"
    r"(?:use|used|using|serve|serves|function|act|work|(?:is|are|be) (?:good|great|useful|handy))"
    r"(?: (?:it|them|one|an? [\w-]+|the [\w-]+|your [\w-]+|[\w-]+s))? ?",
    re.IGNORECASE,
)
_NOUNS = re.compile(r",\s+(?:(?:and|or)\s+(?:even\s+|also\s+)?)?|\s+(?:or|and)\s+(?=an? )", re.IGNORECASE)
_NOUN = re.compile(r"(?:an?|the|some) [^\W\d_][\w'’-]*(?: [\w'’-]+){0,6}", re.IGNORECASE)
_GERUND = re.compile(r"[^\W\d_]+ing\b[^,]{0,60}", re.IGNORECASE)
_AS = re.compile(r"\bas (?=an? |the |some )", re.IGNORECASE)
_FOR = re.compile(r"\bfor (?=[^\W\d_]+ing\b)", re.IGNORECASE)
_MOST_NAMED = 2000
_STOP = re.compile(r"[.!?。！？]")


def sentences(text: str) -> list[str]:
    """The sentences of a text on one line; the points of "e.g." and "etc." end none."""
    return [part.strip() for part in _SENTENCE.split(text) if part.strip()] if _STOP.search(text) else [text]


def blank_talk(text: str) -> list[str]:
    """The sentences of a text, with "" in the place of each that is talk."""
    return ["" if is_talk(sentence) else sentence for sentence in sentences(text)]


def prose_uses(prose: list[str]) -> list[str]:
    """The uses that sentences name, in order; what explains a use stays with it, and talk ("") ends it."""
    uses: list[list[str]] = []
    explained = False
    for sentence in prose:
        if sentence and explains(sentence):
            # An explanation of a use belongs to it; one of a remark is a remark.
            if explained:
                uses[-1].append(sentence)
            continue
        explained = bool(sentence) and is_use(sentence)
        if explained:
            uses.extend([use] for use in split_sentence(sentence))
    return [" ".join(parts) for parts in uses]


def split_sentence(sentence: str) -> list[str]:
    """The uses in one sentence: several where purposes or nouns stand in a row behind a word of using, else itself."""
    bare = sentence.rstrip(" .!?。")
    if len(bare) > _MOST_NAMED or not _USING.search(bare):
        return [sentence]
    parts = _BETWEEN.split(bare)
    parts = [part for piece in parts for part in _row(piece)]
    if len(parts) < 2 or not _FIRST.search(parts[0]) or not _USING.search(parts[0]):
        return [sentence]
    return [_without_lead(parts[0]), *parts[1:]]


def _row(text: str) -> list[str]:
    """Phrases like "as a doorstop, a paperweight, or a step" parted where every member is a noun with its article."""
    for opening, member in ((_AS, _NOUN), (_FOR, _GERUND)):
        starts = list(opening.finditer(text))
        if not starts:
            continue
        lead, members = text[: starts[0].end()], _NOUNS.split(text[starts[0].end() :])
        if len(members) > 1 and all(member.fullmatch(one) for one in members):
            return [lead + members[0], *(starts[0][0] + one for one in members[1:])]
    return [text]


def _without_lead(part: str) -> str:
    """The first purpose like the others: without "You could use a brick", where that is all that stands before it."""
    first = _FIRST.search(part)
    return part[first.start() :] if first and _PLAIN_LEAD.fullmatch(part[: first.start()]) else part
