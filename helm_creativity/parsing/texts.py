"""A text that was asked for, such as a story or an idea, without what stands around it in a reply."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from helm_creativity.parsing.json_values import json_in, strings_in, without_fences
from helm_creativity.parsing.text import has_substance

_LONGEST_TITLE = 12  # words, of a title that is marked as one, and of a string in JSON that is no text
_LONGEST_BARE_TITLE = 8  # of a title that is a line of its own and nothing more
_LONGEST_LEAD_IN = 30  # of a line that announces the text
_LONGEST_LINE = 400  # characters

_OBJECT = re.compile(
    r"\[?\{\s{0,9}([\"'])[\w ]{1,30}\1\s{0,9}:\s{0,9}([\"'])(?P<text>.*)\2\s{0,9},?\s{0,9}\}\]?", re.DOTALL
)
_NEXT_KEY = re.compile(r"[\"']\s{0,9},\s{0,9}[\"'][\w ]{1,30}[\"']\s{0,9}:")
_RULE = re.compile(r"[ \t]*(?:[-*_=~][ \t]*){3,}")

_EDGES = " \t*_`"
_KIND = (
    r"(?:stor(?:y|ies)|ideas?|tales?|poems?|texts?|pieces?|proposals?|responses?|answers?|versions?|attempts?|takes?)"
)
_STORY = r"(?:stor(?:y|ies)|tales?|narratives?)"
_SURE = r"(?:sure|certainly|of course|absolutely|gladly|okay|ok|great|alright)(?: thing)?[!.,:]?"
_WITH_WORDS = (
    r"(?:with|using|based on|incorporating|including|containing|featuring"
    r"|(?:that|which) (?:uses|includes|incorporates|contains|features|combines|weaves))"
)
_MARKED = re.compile(
    r"[ \t]*(?:#{1,6}[ \t]+\S.*|(?P<mark>\*{1,3}|_{1,2})(?!\s)[^*_]+(?<!\s)(?P=mark)|[*_#\s]*title[*_]*\s*:.*)[ \t]*",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"[\s*_#]*(?:(?:my|short|creative|scientific|research|novel|proposed) ){0,2}"
    r"(?:story|idea|tale|poem|text|proposal|response|answer)(?: text)?[*_]{0,3}\s?:[ \t*_]*"
    rf"|(?:{_SURE} )?here(?:['’]s| is) (?:my|your|the|an?) (?:[\w-]{{1,20}} ){{0,4}}{_KIND}"
    rf"(?: (?:{_WITH_WORDS}|about|for|in|related)\b[^.!?:\n]{{0,200}})?:[ \t*_]*",
    re.IGNORECASE,
)
_HERE = r"here(?: is| are|'s)"
_SURE_IN_OTHERS = (
    r"(?:natürlich|gerne?|klar|selbstverständlich|bien sûr|avec plaisir|¡?claro(?: que sí)?|¡?por supuesto|con gusto"
    r"|certo|certamente|volentieri|com certeza|natuurlijk|graag|samozřejmě|jistě|oczywiście|конечно|elbette|tabii"
    r"|بالتأكيد|بالطبع|好的|好|当然(?:可以)?|没问题|もちろん(?:です)?|はい|네|물론입니다)"
)
_HERE_IN_OTHERS = (
    rf"(?:{_SURE_IN_OTHERS}[!.,，。！、\s]{{1,3}})?"
    r"(?:hier (?:ist|sind|is)|voici|aquí (?:está|tienes)|aqui está|ecco|tady je|zde je|oto|вот|işte|إليك|以下是|这是"
    r"|次の|以下の|다음은)"
)
_TAGGED = re.compile(
    r"<(?P<tag>(?:final_)?(?:story|idea|text|answer|response))>(?P<text>.{1,50000}?)</(?P=tag)>",
    re.DOTALL | re.IGNORECASE,
)
_QUOTES = {'"': '"', "“": "”", "«": "»", "„": "“"}
_ANNOUNCES = re.compile(
    rf"(?:{_SURE}\s*)+{_HERE}\b.*:|{_HERE} (?:my|your|the|an?) [^.!?]*\b{_KIND}\b.*:"
    rf"|{_SURE}(?: [^\s:]{{1,20}}){{0,3}}[!.]|great \w{{1,20}}!|{_HERE_IN_OTHERS}.*[:：]|[\[(]\d+ words[\])]"
    r"|by an? (?:ai|assistant|language model)\b.*"
    rf"|(?:{_SURE} )?here (?:it is|you go|we go)[:.!]"
    r"|(?!.*[\"“]).*\b(?:story|idea|submission)\b.*:|(?:key ?words?|topic)[*_ ]*:[^.!?]*",
    re.IGNORECASE,
)
_TO_WRITE = (
    r"(?:write|create|craft|compose|try to write|come up with) (?:you )?(?:an?|the|this|your|my)"
    rf" (?:[\w-]{{1,20}} ){{0,4}}{_STORY}"
)
_WILL = r"(?:let me|(?:now )?i(?:'ll| will| am going to|'m going to))"
_HAPPY = r"(?:i(?:'d| would)(?: be (?:happy|glad|delighted)| love) to (?:help|assist|try|write)\b[^.!?:\"“]{0,100}[.!])"
_OPENS = re.compile(
    rf"(?:{_SURE}\s?)?{_HAPPY}|{_SURE_IN_OTHERS}[!.！。]"
    rf"|(?:(?:{_SURE}|{_HAPPY})\s?){{1,2}}"
    rf"(?:{_WILL} (?:give (?:it|this) a (?:try|shot|go)|do my best)|{_WILL} {_TO_WRITE}"
    rf"|here(?:'s| is) (?:an?|my|your|the) (?:[\w-]{{1,20}} ){{0,4}}{_STORY})\b[^.!?:]*[.!:]"
    rf"|(?:{_WILL} {_TO_WRITE}|here(?:'s| is) (?:an?|my|your|the) (?:[\w-]{{1,20}} ){{0,4}}{_STORY}) {_WITH_WORDS}\b"
    r"[^.!?:]*\bwords\b[^.!?:]*[.!:]"
    rf"|{_WILL} {_TO_WRITE} {_WITH_WORDS} [^.!?:\s]{{1,30}},[^.!?:]*[.!:]"
    r"|(?:my )?(?:final|first|second|revised) (?:answer|draft|version|story|response):|draft(?: \d)?:",
    re.IGNORECASE,
)
"""What assistants write in a paragraph of its own before a story."""
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_TELLS_ON = re.compile(r"[.!?…][\"'”’]?.$", re.DOTALL)
_SENTENCE_END = re.compile(r"[.!?…][\"'”’*_)]{0,3}\s*$")
_ABOUT = re.compile(r":|\b(?:words|stor(?:y|ies)|ideas?|sentences|prompt)\b", re.IGNORECASE)
_COUNT = re.compile(
    r"(?:(?:total|approximate|final)[ ])?(?:words?|sentences?|characters?)"
    r"(?:[ ](?:count|used|included)[*_ ]*:.*|[*_ ]*:[*_ ]*(?:about |approximately |~)?\d.*)"
    r"|(?:(?:about|approximately|~)[ ]?)?\d+(?:/\d+)?[ ](?:words|sentences|characters)\.?"
    r"|(?:✅|✓|✔️?|(?:[-•] )?[*_]{0,3}[\w'’-]{1,30}[*_]*:?[*_]* [✓✅✔]).*"
    r"|(?:[-•] \*{1,2})?[\w'’-]{1,30}(?:\*{1,2}:|:\*{1,2}) (?:yes|used|included)\b.*"
    r"|(?:required|given|prompt|target) words?(?: used)?[*_ ]*:.*|<(?:end|eos|stop)>"
    rf"|this (?:[\w-]{{1,20}} )?{_KIND} (?:uses|includes|contains|incorporates)\b.*\bwords?\b.*"
    r"|(?:key ?words?|note)[*_ ]*:(?:[^.!?]*|.*\b(?:words?|story|idea|prompt|sentences?)\b.*)",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"(?:please )?(?:just )?let me know (?:if|whether|what|when|how)"
    r" (?:you(?:'d| would| want| need| have| like| think| prefer)|there|this|it|any)\b.*"
    r"|(?:please )?feel free to (?:ask|let me know|reach out)\b.*"
    rf"|(?:i )?hope (?:you|this|it|that|the)\b.*\b(?:{_KIND}|helps?|like it|enjoy(?:ed)? it|compelling|useful)\b.*"
    rf"|in this {_KIND},? (?:i|the)\b.*\b(?:used?|words?|incorporated?)\b.*|(?:explanation|notes?)[*_]*:.*|希望.*"
    r"|(?:would you like|do you want|if you(?:'d| would) like|shall i|should i)\b"
    rf".*\b(?:{_KIND}|rewrit\w+|revis\w+|refine\w*|adjust\w*|expand\w*"
    r"|me to (?:write|change|make|add|try|continue|elaborate))\b.*"
    r"|is there anything else (?:i can (?:help|assist|do)|you(?:'d| would) like (?:me|to)|you need help)\b[^,.!?]*\?"
    rf"|(?:the|this|my) (?:short |brief )?{_STORY}"
    r" (?:explores?|highlights|incorporates|delves|illustrates|emphasizes|conveys)\b.*"
    r"|i aimed (?:for|to)\b.*\b(?:tone|narrative|theme|originality|story|twist|prompt)\b.*"
    r"|i (?:aimed|tried|wanted|attempted|sought) to (?:use|include|incorporate|weave|combine|connect|integrate|fit)\b"
    r".*\b(?:the|all|these|your|required|given) (?:\w{1,20} )?words\b.*",
    re.IGNORECASE,
)
"""What assistants write when they have responded; a person in a story who says it in a line of its own has quotes."""
_OVER = re.compile(
    r"[#*_ \t]{0,9}(?:(?:explanation|breakdown|analysis) of (?:how|the|my)\b[^.!?]{0,100}:"
    r"|(?:\*\*|#{1,6} )(?:explanation|analysis|reflection|themes?|commentary|word usage)(?::\*\*|\*\*:|:)"
    r"|(?:\*\*explanation\*\*|#{1,6} explanation)\s{0,9}$"
    r"|\*\*how (?:the|my|your) words are used(?::\*\*|\*\*:)|the words are used as follows:"
    rf"|(?:now,? )(?:please )?write (?:me )?an?(?:other)? (?:[\w-]{{1,20}} ){{0,4}}{_STORY}\b.{{0,60}}\bwords\b).*",
    re.IGNORECASE,
)
"""What is about the story, or asks for another, with all that stands below it."""
_MARKED_LABEL = re.compile(r"#{1,6} |\*\*[^*:]{1,60}(?::\*\*|\*\*:)")


def text_alone(text: str) -> str:
    """The text that was asked for.

    No part of it is, where something is left without it:

    * the code fence, the block quote, the quotes, the tags (``<story>``) or the JSON object that is the whole reply; of
      an object the one string that is no title;
    * before the text: a line that announces it ("Here is a story with all three words:"), a paragraph that says no more
      than that it will come ("Okay, I'll give it a try."), rules (``---``), its label
      ("Story:", "**Idea:**"), and one title: a line of 12 words at most that is a heading, is emphasised as a whole or
      begins with "Title:", and is no sentence; or a bare line of 8 words at most that ends without a punctuation mark,
      has a blank line behind it and does not go on there in small letters;
    * behind it: lines that count or list words ("Word count: 85"), offer something ("Let me know if you would like
      more.") or tell of the story ("The story explores themes of ..."); rules; a last paragraph in brackets, unless it
      is a sentence that is not about words, sentences, prompt or text; and all from a paragraph on that discusses it
      ("**Reflection:** ...") or asks for another. Whatever else stands below a rule is part of the text: the rule is a
      scene break.

    Everything else keeps its spelling. Takes time linear in the length of the text.
    """
    text = _in_json(_in_tags(_in_fence(text.strip()))).strip()
    lines = _without_remarks(_before_discussion(_without_head(text.split("\n"))))
    return _in_quotes(_without_label("\n".join(lines).strip()))


def _in_fence(text: str) -> str:
    bare = without_fences(text).strip()
    lines = text.split("\n")
    return bare if bare.count("\n") + 3 <= len(lines) and lines[0][:3] == lines[-1].strip() and bare else text


def _in_tags(text: str) -> str:
    tagged = list(_TAGGED.finditer(text)) if "</" in text else []
    return tagged[0]["text"].strip() if len(tagged) == 1 and has_substance(tagged[0]["text"]) else text


def _in_quotes(text: str) -> str:
    lines = text.split("\n")
    if all(line.startswith(">") for line in lines if line.strip()):
        text = "\n".join(line.lstrip(">").removeprefix(" ") for line in lines).strip()
    inner, closes = text[1:-1], _QUOTES.get(text[:1])
    whole = closes is not None and text[-1:] == closes and text[0] not in inner and closes not in inner
    return inner.strip() if whole and has_substance(inner) else text


def _in_json(text: str) -> str:
    """The string of the object that is the whole reply, but for lines around it that announce or offer."""
    found = json_in(text) if "{" in text else None
    if found is None or found.half or len(found.values) != 1:
        return text
    rest = found.rest(text).split("\n")
    if not all(_announces(line) or _is_remark(line.strip(_EDGES)) for line in rest if line.strip()):
        return text
    value, start, end, mended = found.values[0]
    if mended:  # a string with quotes that are not escaped is mended to a part of it
        written = _OBJECT.fullmatch(text, start, end)
        clear = written is not None and not _NEXT_KEY.search(written["text"])
        return re.sub(r"\\([\"'])", r"\1", written["text"].replace("\\n", "\n")) if written and clear else text
    strings = [string for string in strings_in(value) if has_substance(string)]
    if len(strings) > 1:
        strings = [string for string in strings if _SENTENCE_END.search(string) or len(string.split()) > _LONGEST_TITLE]
    return strings[0] if len(strings) == 1 else text


def _without_label(text: str) -> str:
    label = _LABEL.match(text)
    rest = text[label.end() :].strip() if label else ""
    return rest if has_substance(rest) else text


def _without_head(lines: Sequence[str]) -> Sequence[str]:
    last = max((i for i, line in enumerate(lines) if has_substance(line)), default=0)
    titled = False
    for i in range(last):
        if lines[i].strip() and not (_RULE.fullmatch(lines[i]) or _announces(lines[i]) or _only_announces(lines, i)):
            if titled or not (_is_marked(lines[i]) or _is_bare_title(lines, i)):
                return lines[i:]
            titled = True
    return lines[last:]


def _only_announces(lines: Sequence[str], i: int) -> bool:
    alone = not lines[i + 1].strip() and (i == 0 or not lines[i - 1].strip())
    return alone and len(lines[i]) <= _LONGEST_LINE and _OPENS.fullmatch(_without_marks(lines[i])) is not None


def _without_marks(line: str) -> str:
    return _without_emoji(line).strip(" \t*_#").replace("’", "'")


def _without_emoji(line: str) -> str:
    start, end = 0, len(line)
    while start < end and (line[start].isspace() or _is_emoji(line[start])):
        start += 1
    while start < end and (line[end - 1].isspace() or _is_emoji(line[end - 1])):
        end -= 1
    return line[start:end]


def _is_emoji(character: str) -> bool:
    return character in "\u200d\ufe0f" or unicodedata.category(character) == "So"


def _announces(line: str) -> bool:
    plain = _without_marks(line)
    label = _LABEL.match(plain)
    if label and label.end() == len(plain):
        return True
    return (
        len(plain) <= _LONGEST_LINE
        and len(plain.split()) <= _LONGEST_LEAD_IN
        and _ANNOUNCES.fullmatch(plain) is not None
    )


def _is_marked(line: str) -> bool:
    line = _without_emoji(line)
    marked = _MARKED.fullmatch(line) is not None
    return marked and len(line.split()) <= _LONGEST_TITLE and not line.rstrip(" \t*_").endswith((".", "…"))


def _is_bare_title(lines: Sequence[str], i: int) -> bool:
    line = _without_emoji(lines[i]).strip('"“”')
    alone = not lines[i + 1].strip()
    if not line or not alone or len(line.split()) > _LONGEST_BARE_TITLE or not line[-1].isalnum():
        return False
    behind = next((line for line in lines[i + 1 :] if line.strip()), "")
    return not behind.lstrip()[:1].islower()


def _before_discussion(lines: Sequence[str]) -> Sequence[str]:
    told = False
    for i, line in enumerate(lines):
        if told and not lines[i - 1].strip() and _OVER.fullmatch(line):
            return lines[:i]
        if line.startswith(("**", "#")) and _MARKED_LABEL.match(line) and not _LABEL.match(line):
            break  # a text in parts with a label each
        told = told or has_substance(line)
    return lines


def _without_remarks(lines: Sequence[str]) -> Sequence[str]:
    first = next((i for i, line in enumerate(lines) if has_substance(line)), len(lines))
    end = len(lines)
    while end > first + 1:
        last = lines[end - 1]
        if not last.strip() or _RULE.fullmatch(last) or _is_remark(last.strip(_EDGES)):
            end -= 1
            continue
        start = end - 1  # a line in brackets is a paragraph by itself
        while start and lines[start - 1].strip() and not _is_aside(last):
            start -= 1
        if start <= first or not _is_aside("\n".join(lines[start:end])):
            break
        end = start
    return lines[:end]


def _is_remark(line: str) -> bool:
    return _COUNT.fullmatch(line) is not None or _OFFER.fullmatch(line.replace("’", "'")) is not None


def _is_aside(text: str) -> bool:
    bare = text.strip(_EDGES)
    if not _BRACKETED.fullmatch(bare):
        return False
    return not _TELLS_ON.search(bare) or _ABOUT.search(bare) is not None
