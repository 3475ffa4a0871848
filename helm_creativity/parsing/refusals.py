"""Refusals, recognised by how a response opens and never by a phrase somewhere in it.

A refusal is what the writer cannot or will not do, at the start of the response or behind courtesies and apologies
alone. Patterns are in lower case, with straight apostrophes. "…" stands for at most 90 characters of the sentence.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator

from helm_creativity.parsing.lists import parse_list, usual_list
from helm_creativity.parsing.text import enough, unspaced_letters
from helm_creativity.parsing.turns import own_turn

_HEAD = 400
_OWN_LIST, _SURE_LIST = 3, 5
_ANNOUNCED_LIST = re.compile(r"[:\n][\W\d]*\Z")
_PARTS = re.compile(r"[,;\n]")
_EMPHASIS = re.compile(r"\*\*|__|`")
_APOSTROPHE = str.maketrans("’‘ʼ´`", "'''''")
_SENTENCE_END = re.compile(r"[.!?:。]\s|[:。]|\n|(?=(?<!\w)1[.)])")
_OFFER = re.compile(
    r"\b(?:i|we)(?: can|'d be| could|'m able| am able|'m happy| am happy| would be)\b(?! not)"
    r"|\b(?:would you like|you could|you can|you might|feel free|instead(?!:)|alternatives?|alternatively)\b"
)

_GAP = r"[^.!?\n;。]{0,90}"
_REST = re.compile(_GAP)
# Spares a search behind each character of a text in Latin letters for what is in others.
_NOT_ALL_ASCII = r"(?![\x00-\x7f]{91})"
_BREAK = re.compile(r"[\s,.!:;。—–-]*")
_WORD_START = re.compile(r"(?<![a-zà-ÿ0-9'])(?=[^\s,])")
_ADVERBS = r"((simply|really|just|truly|also|currently|still|honestly|unfortunately|respectfully|therefore|politely) )*"
_AI = r"(ai|a\.i\.|artificial intelligence|(large )?language model|llm|assistant|chatbot)"
# What stands around the reply of a model that was asked for a form.
_WRAPPING = re.compile(
    r"\A[\s#*>]*(?:(?:answer|response|output|reply|result)\W{0,4}[:\n]\s*|1[.)] (?!.*\n\s*2[.)]))", re.IGNORECASE
)
# A speaker in a story: what is said in quotation marks or behind "he wrote" is nobody's refusal.
_SPOKEN = re.compile(
    r"\A[\"“«„][^\"”»“\n]{1,200}[\"”»“],?\s*[a-zà-ÿ]"
    r"|\A[^.!?\n]{1,120}, (?:said|dit|(?:the |my )?[\w'-]+(?: [\w'-]+)? (?:said|told|wrote|decided"
    r"|announced|thought|cried|replied|whispered))\b"
    r"|\A[^.!?\n]{1,120}, dit-",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"[^.!?\n]{0,160}?[,;:.—–-]\s*(?:(?:but|however|still|yet|though|so|and so|instead|aber|mais|pero|ma|mas|maar)\b"
    r"|不过|不過|但是?)[,:]?\s?"
)
_TASK_VERB = re.compile(
    r"\b(?:help|assist|comply|provide|fulfil\w*|answer|complete|generate|write|produce|create|respond"
    r"|continue|decline)\b"
)
# What the writer of a refusal goes on to say of it.
_OF_THE_TASK = re.compile(
    r"\b(?:you|your|help\w*|assist\w*|requests?|guidelines?|polic(?:y|ies)|content|please|sorry|apolog\w*"
    r"|understand\w*|designed|ai|model|purposes?|promot\w*|respectful\w*|responsib\w*|happy to|glad to|feel free"
    r"|can(?:no|')t|cannot|unable|won't|decline|something else|else|ihnen|dir|vous|usted|te|ayud\w*|aider"
    r"|helfen|您|你)\b|您|你"
)
# An inability of a person's in a few words, such as "I can't move", and what these name where a task is declined.
_OWN_INABILITY = re.compile(r"(?:i|we) (?:can ?not|can't|cant|couldn't|won't|wont)(?P<act>(?: [\w'-]+){1,3})[.!]*\Z")
_DECLINED = re.compile(
    r"\b(?:do|this|that|these|those|it|so|any\w*|all|more|one|think|know|say|tell|give|list|make|name|suggest|offer"
    r"|share|discuss|engage|support|proceed|process|participate|accept|agree|perform|describe|come|go on)\b"
)
# At the start of a clause, and so not what a door says in a metaphor.
_CLAUSE = r"(?:\A|[.!?\n]\s*|\b(?:but|so|however|therefore|afraid|reasons?),?\s+)"
_DECLINES = re.compile(
    rf"{_CLAUSE}(?:i|we)(?:'m| am|'re| are| will|'ll)?(?: \w+){{0,2}} (?:can(?:not|'t| not)|not able to"
    rf"|unable to|won't)"
    r"(?: \w+){0,2} (?:help(?! but| \w+ing)|assist|provide|produce|write|answer|discuss|proceed|continue|comply|respond"
    r"|take part|create|generate)\b"
    r"|\b(?:a topic|something) (?:i|we)(?:'m| am|'re| are)? (?:can(?:not|'t)|not able to|unable to)"
    r" (?:assist|discuss|help)\b"
    rf"|{_CLAUSE}(?:i|we)(?:'m going to| will| am going to)? ?(?:must|have to) (?:decline|refuse|pass(?= on\b|[.!]|\Z))"
    r"|\bbeyond what i can do\b|\b(?:violates?|against|flagged)\b[^.!?\n]{0,40}\b(?:content|use case|usage|safety|our"
    r"|my) (?:\w+ )?(?:polic(?:y|ies)|guidelines?)\b"
    r"|\b(?:my|our) (?:polic(?:y|ies)|guidelines?)\b[^.!?\n]{0,20}\b(?:do(?:es)? not|don't|doesn't) (?:allow|permit)\b"
    r"|\bassistant and therefore cannot (?:help|assist|produce|provide|write|answer)\b"
    r"|\bkann ich (?:leider )?nicht (?:beantworten|schreiben|machen|helfen)\b|\bkan ikke hjelpe\b"
    r"|\bkan inte hjälpa\b|\bnie mogę\b"
    r"|не могу (?:помочь|ответить|выполнить)|\byardımcı olamam\b|\btidak dapat membantu\b|không thể (?:giúp|trả lời)"
)
# What people say they "can't" do when they do not decline anything.
_EXCLAIMED = (
    r"(?! (wait|help (but|feeling|thinking)|stop|resist|believe|emphasi[sz]e|imagine|promise|guarantee|thank|bore|keep"
    r"|waste|take long|go into|repeat|explain|elaborate|bother|lie)\b)"
)
# What people turn down for themselves, as a task may ask ("Decline an invitation"): an act that writes nothing, right
# behind the words that decline, or a thing that is offered.
_OWN_ACT = re.compile(
    r"\b(?:i|we)(?:'m| am|'re| are|'d| would|'ll| will)?(?: \w+ly)? (?:can ?not|can't|could ?n[o']t|won't|not|unable"
    r"|rather not|not able|prefer not)(?: \w+ly)?,? (?:to )?(?:be able to )?"
    r"(?:attend(?! to)|make it (?:to|on|at)"
    r"|come(?= (?:to (?:the|your|dinner|work)|along|over|this|on|with)\b|[.,!;])"
    r"|join (?:you(?! in\b)|us(?! in\b)|the (?:party|dinner|celebration|wedding|team))|stay (?:for|longer|late)"
    r"|be (?:there(?! for\b)|with you|joining|coming|attending|renewing|running for|returning|moving"
    r"|(?:a )?part of (?:the|your) (?:\w+ )?(?:day|wedding|event|celebration|party|trip))"
    r"|lend (?:you|him|her|them) (?:the |any |my |that )?(?:\w+ )?(?:money|car|cash|book|keys?|bike|tools?)"
    r"|babysit|go (?:out (?:with|to|tonight)|skydiving|camping|swimming|dancing)"
    r"|work (?:this|late|overtime|tonight|tomorrow)|give you (?:an? |the )?(?:extension|money|loan|lift|ride|raise)"
    r"|offer you (?:the|a) (?:position|job|role|place|refund)|issue (?:a|the) refund|refund (?:the|your)"
    r"|accept (?:the|your) (?:\w+ )?(?:offer|invitation|proposal|position|job|manuscript|paper|award|gift)(?!'s)"
    r"|take (?:the (?:\w+ )?(?:position|job|role)(?! of\b)|on (?:another|any more)))\b"
)
_OFFER_DECLINED = re.compile(
    r"\b(?:i|we) (?:must|have to|will have to|am going to|will)(?: \w+ly)? (?:decline|refuse)"
    r"(?: (?:the|your|this)(?: \w+){0,2} (?:invitation|offer|award|position|job|proposal|gift|nomination|honou?r)\b"
    r"(?! to\b)"
    r"|(?=[.,]? with (?:\w+ ){0,3}(?:regards?|regrets?|gratitude|thanks|love|heart)\b))"
)
_OF_A_MODEL = re.compile(
    rf"\b(?:{_AI}|assist\w*|requests?|prompts?|generat\w+|comply|content|guidelines?|polic(?:y|ies)|tasks?)\b"
)
_CHINESE_NO = "(无法|無法|不能|不可以|没办法|没有办法|沒辦法|不便|拒绝|拒絕|不会提供|不被允许)"


def _any_line(lines: str) -> re.Pattern[str]:
    return re.compile("|".join(line.strip() for line in lines.strip().split("\n")).replace("…", _GAP + "?"))


# A courtesy or apology that ends, so that the refusal has to follow at once.
_CLOSED = _any_line(r"""
    (hi|hello|hey|oh|no|well|okay|ok|hmm)\b[^.!?,\n]{0,40}[.!?,]|(thanks|thank you)\b[^.!?\n]{0,80}[.!]
    (but|however|and|that|so|at this time|currently)\b
    (so |very )?sorry\b(?! (for|about|if)\b)|(unfortunately|regrettably)\b
    (i'?m|i am|we're|we are) ((so|very|really|truly|deeply) )*(sorry(?! (for|about|if|to)\b)|afraid)\b
    ((my )?(sincere )?apologies|(i|we) (sincerely |do |must )?apologi[sz]e)\b(?! (for|about|if)\b)
    i regret( to (say|inform you))?\b|(pero|sin embargo|mais|ma|mas|maar|ale)\b
    (我)?(很|非常|十分|真的)?(抱歉|对不起|對不起|遗憾|遺憾|不好意思)|但是|但
    """)
# One behind which the refusal may stand anywhere in the sentence, or at the start of the next.
_OPEN = _any_line(rf"""
    (while |although )?i (understand|appreciate|realize|realise|know)\b
    (as|being|i am|i'm)( just| only)? an? ([\w-]+ ){{0,3}}{_AI}\b
    ((i'?m|i am|we're|we are) )?((so|very|really|truly|deeply) )*sorry (for|about|if|to)\b
    ((my )?(sincere )?apologies|(i|we) (sincerely |do |must )?apologi[sz]e) (for|about|if)\b
    (es )?tut (mir|uns) (sehr |wirklich )?leid|entschuldigung|entschuldige|verzeihung|leider
    als (eine? )?(ki|künstliche|sprachmodell|ai)\b|(het spijt me|sorry, (?=daar|dit|dat|hier|maar)|helaas)
    (lo siento|lamento|lamentablemente|desafortunadamente|perdón|perdona|disculpa|disculpe)
    com[oe] (un |una |um |uma )?(modelo|modello|ia|inteligencia|inteligência|intelligenza|asistente|assistente)
    (je suis (vraiment |sincèrement )?)?désolée?|(malheureusement|je regrette|je m'excuse|excusez-moi)
    en tant qu(e|')|mi dispiace|mi spiace|(sono )?spiacente|purtroppo|mi scuso|desculp[ae](-me)?|sinto muito
    omlouvám se|je mi líto|bohužel|promiňte|jako (jazykový|ai|umělá)
    (أنا )?(آسف|أعتذر|عذرا|عذرًا|عذراً|للأسف)
    (大変|誠に|本当に)?(申し訳|すみません|すいません|ごめんなさい|残念|恐れ入ります)|(ai|人工知能)…として
    (作为|作為|身为)[^。!?\n、;]{{0,40}}?(ai|人工智能|人工智慧|模型|助手)
    (정말 |대단히 )?(죄송|미안|유감|안타깝게도)|(저는 )?(인공지능|ai|언어 모델)
    """)
_INABILITY = _any_line(rf"""
    (i|we) {_ADVERBS}(can ?not|can't|cant|could not|couldn't|won't|wont|will not)\b{_EXCLAIMED}
    (i am|i'm|im|we are|we're) {_ADVERBS}(unable|not (able|allowed|permitted|comfortable|capable|willing|going) )
    (i am|i'm|im|we are|we're) {_ADVERBS}(incapable|unwilling|prohibited|not (programmed|designed))\b
    (i|we) {_ADVERBS}((must|have to|need to|will have to|am going to) {_ADVERBS})?decline\b
    (i|we) {_ADVERBS}((must|have to|need to) {_ADVERBS})?refuse\b(?! to (believe|accept|give up|die|be)\b)
    (i'd|i would|we would) (rather|prefer) not\b|request (denied|declined|refused)\b
    (i|we) (don't|do not) (have (the (ability|capability|capacity)|access|personal)|feel comfortable|want to)
    (it is|it's|it would be) (not possible|impossible|against my|inappropriate|not appropriate)\b
    (this|that|your) (request|prompt|task) (violates|goes against|is (not|inappropriate|against)|cannot|can't)\b
    (that's|that is|this is) not something (i|we) (can|am|could)\b
    (can ?not|can't|unable to|won't) (help(?! but\b)|assist|comply|provide|fulfill?|answer|complete|process|continue)\b
    (can ?not|can't|unable to|won't) (do (that|this)|generate|respond)\b
    (ich )?(kann|darf|werde) ich …\b(nicht|keine?[nmrs]?)\b
    (ich )?bin (ich )?(leider )?nicht (in der lage|fähig|imstande)
    ich (kann|darf|werde) (dir|ihnen|dabei|damit|dazu|diese[nrsm]?|das|leider)…\b(nicht|keine?[nmrs]?)\b
    ich (kann|darf|werde) (nicht(?! warten)|keine?[nmrs]?)\b|ich muss (das |dies )?(leider )?ablehnen
    no (puedo|podré|podemos|soy capaz)\b(?! esperar)|no (me )?es posible|debo (rechazar|negarme)|me niego
    je ne (peux|pourrai|saurais|suis) (malheureusement )?(pas|donner suite|vous|répondre)\b(?! attendre)
    je n'ai pas (la|accès)|je (dois )?(refuser?|décliner?)\b|il m'est impossible
    non (posso|potrò|riesco|sono in grado)\b(?! aspettare)|non (mi )?è possibile|devo (rifiutare|declinare)|mi rifiuto
    não (posso|poderei|consigo|sou capaz)\b(?! esperar)|não (me )?é possível|(devo|tenho de) recusar|recuso-me
    (kan|mag|zal) ik …\b(niet|geen)\b|(ik )?ben (ik )?niet in staat|ik moet (dit )?weigeren
    ik (kan|mag|zal|wil) (je |u |hier |daar |helaas |dit |deze |dat |hiermee |daarmee )*(niet(?! wachten)|geen)\b
    nemohu|nemůžu|nejsem schop|nedokážu|nesmím|musím odmítnout|odmítám
    لا (أستطيع|يمكنني|أقدر)|لن أتمكن|لست قادر
    {_NOT_ALL_ASCII}(その|この|ご|お|私は|私には)?…(できません|出来ません|できかねます|いたしかねます|お断りします|応じられません)
    (我|这个请求|您的请求)[^。!?\n、;,]{{0,20}}?{_CHINESE_NO}
    {_CHINESE_NO}(提供|回答|完成|满足|滿足|协助|協助|帮助|幫助|处理|生成)
    {_NOT_ALL_ASCII}(저는|요청하신|해당 요청|그 요청|이 요청|그|이)?…(할|드릴|답할|응할) 수 (가 )?없
    """)


def is_refusal(text: str, expected: int | None = None, *, prose: bool = True) -> bool:
    """Whether the response declines the task, and nothing that could be scored follows.

    The first sentence or two say, in one of twelve languages, that the writer cannot or will not; or a short response
    says anywhere that it declines. It is a response all the same where a list of the writer's own follows: one behind
    the sentence or colon that ends the refusal, with half of the `expected` entries (three, where `expected` is None),
    and not offered as other help ("I can help with: ..."); where the sentence goes on with "but" and something else
    than help; where somebody in a story says it; where it turns down an invitation or an offer; and where sentences
    follow that say nothing of the task. An apology alone is no refusal.
    """
    own = own_turn(text)
    if usual_list(own):
        return False
    own = _WRAPPING.sub("", _only_string(own), count=1)
    if own.startswith(("[", "{", *"0123456789")):  # no sentence in any language begins so
        return False
    body = _EMPHASIS.sub("", own)
    if _SPOKEN.match(body.lstrip().translate(_APOSTROPHE)):
        return False
    body = body.lstrip(" \t\n\"'`*_#>“‘«")
    plain = body.lower().translate(_APOSTROPHE)
    end = _refusal_end(plain[:_HEAD])
    if end is None and len(plain) <= 250 and (declines := _DECLINES.search(plain)):
        lists = len(_PARTS.findall(plain[: declines.start()])) > 2
        end = None if lists else declines.end()
    if end is None or _is_own_inability(plain):
        return False
    if prose and expected is None and (_goes_on(plain, end) or _turns_down(plain, end)):
        return False
    return not _own_list_follows(body, end, expected)


def _only_string(own: str) -> str:
    """The one string of a reply that is a JSON object; any other reply as it is."""
    if not own.startswith("{") or len(own) > 600:
        return own
    from helm_creativity.parsing.json_values import json_in, strings_in

    values = json_in(own).values
    strings = list(strings_in(values[0].value)) if len(values) == 1 else []
    return strings[0] if len(strings) == 1 else own


def _goes_on(plain: str, end: int) -> bool:
    contrast, stop = _CONTRAST.match(plain, end), _SENTENCE_END.search(plain, end)
    of_task = _TASK_VERB.search(plain, max(0, end - 60), end + 14)
    for place, fewest in ((contrast, 3), (stop, 12 if of_task else 6)):
        rest = plain[place.end() :] if place else ""
        long = len(rest.split()) >= fewest or unspaced_letters(rest) >= fewest
        offered = place is not None and _OFFER.search(plain[end : place.end()])
        if long and not offered and not _OF_THE_TASK.search(rest) and not _OFFER.search(rest):
            return True
    return False


def _is_own_inability(plain: str) -> bool:
    own = _OWN_INABILITY.match(plain.rstrip())
    return own is not None and not any(pattern.search(own["act"]) for pattern in (_TASK_VERB, _OF_THE_TASK, _DECLINED))


def _turns_down(plain: str, end: int) -> bool:
    """Whether the words that decline, which end at ``end``, turn down an invitation, an offer or a favour."""
    declined = (match for pattern in (_OWN_ACT, _OFFER_DECLINED) for match in pattern.finditer(plain[:_HEAD]))
    return any(match.start() < end <= match.end() for match in declined) and not _OF_A_MODEL.search(plain[:_HEAD])


def _refusal_end(head: str) -> int | None:
    """Where the first inability ends that can be reached over courtesies and apologies, or None."""
    waiting, seen = [0], {0}
    while waiting:  # every position is looked at once, so that no opening takes long
        start = heapq.heappop(waiting)
        if match := _INABILITY.match(head, start):
            return match.end()
        for following in {*_followers(head, start)} - seen:
            seen.add(following)
            heapq.heappush(waiting, following)
    return None


def _followers(head: str, start: int) -> Iterator[int]:
    for closed, pattern in ((True, _CLOSED), (False, _OPEN)):
        if match := pattern.match(head, start):
            rest = None if closed else _REST.match(head, match.end())
            end = rest.end() if rest else match.end()
            yield from (word.start() for word in _WORD_START.finditer(head, match.end(), end))
            skipped = _BREAK.match(head, end)
            yield skipped.end() if skipped else end


def _own_list_follows(body: str, start: int, expected: int | None) -> bool:
    end = _SENTENCE_END.search(body, start)
    if end is None:
        return False
    rest = body[end.end() :]
    parsed = parse_list(rest, expected)
    if parsed is None or len(parsed.items) < (_OWN_LIST if expected is None else enough(expected)):
        return False
    if len(parsed.items) == expected:
        return True
    before_list = body[start : end.end()] + rest[: max(rest.find(parsed.items[0]), 0)]
    if expected is None and len(parsed.items) < _SURE_LIST and not _ANNOUNCED_LIST.search(before_list):
        return False
    return not _OFFER.search(before_list.lower().translate(_APOSTROPHE))
