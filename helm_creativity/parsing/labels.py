"""How replies say that a word is their answer: "Answer:", "the answer is", "I'd go with", "Here it is:"."""

from __future__ import annotations

import re

_IS = r"(?:is|was|would be|must be|should be|could be|has to be|will be|might be|may be|seems to be|appears to be)"
_JOIN = rf"(?:\s{{0,20}}[:=→]|\s{{1,20}}[-–—]{{1,3}}(?=\s)|\s?—|\s{{1,20}}{_IS}\b(?:\s?:)?|[*_`\s]{{0,20}}\n)"
_BETWEEN = r"[*_`\"]{0,3}(?:\s[^.!?:\n]{1,80}?)??[*_`\"]{0,3}"
_ABROAD = (
    r"(?:(?:antwort|lösung|réponse|respuesta|solución|risposta|soluzione|resposta|solução|ответ)"
    r"|(?:das|le|la|il|a|o)\s(?:\w{1,20}\s)?(?:wort|mot|palabra|parola|palavra)(?:\s[^.!?:\n]{1,40}?)??)"
    r"(?:[*_]{0,3}\s?:|\s(?:ist|lautet|est|es|è|é)(?=\W))\s?:?"
)
_ASIA = r"(?:答案|答え|回答|正解|정답|单词|單詞|这个词|個詞)[^\n。,.:a-z]{0,6}?(?:是|为|為|は|은|는|:)\s?:?"

ANSWER = re.compile(
    rf"\b(?:answer|solution){_BETWEEN}{_JOIN}|^[ \t>*_]*(?:(?:a|ans)[*_]{{0,3}}:|ans\.)|\[(?:final )?answer\]:?"
    rf"|\b{_ABROAD}|{_ASIA}",
    re.IGNORECASE | re.MULTILINE,
)
"""Behind which the answer stands, in some languages."""

IN_ASIA = re.compile(_ASIA)
"""The same in the languages that part it from the answer by no space, so that both together look like one word."""

CHOSEN = re.compile(
    r"\bi(?: would|['’]d| will|['’]ll)? (?:go with|choose|pick|propose|suggest|say)\b:?(?=\s)"
    r"|\bmy (?:\w{1,20} )?(?:choice|pick|guess|suggestion|proposal|vote|blend)(?:\s(?:is|would be)\b|\s?:)"
    r"|\bthe (?:common|linking|missing|single|connecting|blended|new|final|correct|right) word is\b:?"
    r"|\bbest(?: (?:one|option|choice|candidate|fit|blend|match))?(?:\s(?:is|would be)\b|\s?:)",
    re.IGNORECASE,
)
"""What a writer has settled on."""

_OTHER = ("compound", "first", "second", "third", "last", "next", "other", "given", "original", "each")
_NO_LABEL_BEHIND = "".join(f"(?<!{word} )" for word in _OTHER)
_NAMES = (
    rf"{_NO_LABEL_BEHIND}\b(?:word|link|connector|guess|response|result|output|blend|portmanteau|rhyme|opposite|antonym"
    r"|synonym|anagram)(?!s?\s?#?\d)"
)
NAMED = re.compile(_NAMES + _BETWEEN + _JOIN, re.IGNORECASE)
"""What may be the answer, or another word that is spoken of."""

_ABOUT = (
    r"(?:reason\w*|explanation|breakdown|hint|clues?|why|how|logic|analysis|thoughts?|approach|steps?|rules?|letters?"
    r"|examples?|definitions?|meaning|compounds?|phrases|process|input|task|parts?)"
)
HERE = re.compile(
    r"\b(?:here(?:['’]s| is| it is| you go| we go| you are)?|hier ist|voici|aquí está|ecco)\b"
    rf"(?![^.!?:\n]{{0,80}}\b{_ABOUT}\b)[^.!?:\n]{{0,80}}:",
    re.IGNORECASE,
)
"""What introduces something that is not about the answer."""

INTRODUCED = re.compile(
    r"(?:it['’]s|it is|that['’]s|that is|that would be|(?P<one>"
    r"i (?:think|believe|guess)(?: that)?(?: (?:it['’]s|it is))?"
    r"|i(?:['’]d| would)? (?:say|guess|choose|go with)|(?:how|what) about|i came up with|you could (?:use|say|try)"
    r"|you(?:['’]re| are) looking for))[\s:]{1,20}",
    re.IGNORECASE,
)
"""How a first line gives the answer; in the group "one", two words behind it are the start of a sentence."""

UNFINISHED = re.compile(r":[\s?_*\[\]….-]{0,20}\Z")
"""A label with nothing behind it."""
