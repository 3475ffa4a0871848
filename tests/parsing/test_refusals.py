"""Refusals at the start of an answer, in twelve languages, and what only resembles one."""

import pytest
from support.ending import ends

from helm_creativity.parsing.refusals import is_refusal

REFUSALS = [
    "I'm sorry, but I can't help with that.",
    "I’m sorry, but I can’t assist with that request.",
    "I cannot assist",
    "As an AI language model, I am unable to generate random words.",
    "As a responsible AI assistant, I cannot do this.",
    "Sorry, I can't",
    "Sorry. I cannot do that.",
    "I won't",
    "I must decline",
    "I respectfully decline.",
    "I have to politely decline this request.",
    "Unfortunately, I'm not able to provide a list.",
    "I apologize, but I cannot fulfill this request.",
    "I apologize for any confusion, but as an AI, I don't have personal thoughts.",
    "I am so sorry for the inconvenience, but unfortunately I cannot.",
    "My apologies, but I am not able to comply.",
    "I'm afraid I can't do that.",
    "I regret to inform you that I am unable to answer.",
    "I'm just a language model, I can't do it.",
    "Hello! I'm sorry, but I can't do this.",
    "Thank you for your question. Unfortunately, I cannot provide that.",
    "I understand you want ten words, but I'm not able to help.",
    "No, I won't do that.",
    "I'd prefer not to.",
    "It is not possible for me to answer.",
    "This request violates my guidelines.",
    "Unable to comply.",
    "Cannot assist with that.",
    "**I'm sorry**, but I can't help with that.",
    '"I can\'t do that."',
    "> I cannot do that.",
    "I can't help with that. However, I can help with:\n- Writing\n- Editing\n- Coding\n- Planning\n- Cooking\n- Music",
    "I'm not able to help with that, but I can: write, edit, plan, cook, sing",
    "<think>hm</think>I can't help with that.",
    "Es tut mir leid, aber ich kann dabei nicht helfen.",
    "Leider kann ich diese Anfrage nicht beantworten.",
    "Ich kann dir dabei leider nicht helfen.",
    "Als KI-Sprachmodell kann ich keine eigenen Wörter erfinden.",
    "Ich bin nicht in der Lage, das zu tun.",
    "Lo siento, pero no puedo ayudarte con eso.",
    "No puedo ayudar con esa solicitud.",
    "Como modelo de lenguaje, no puedo hacerlo.",
    "Lamentablemente, no me es posible responder.",
    "Je suis désolé, mais je ne peux pas vous aider.",
    "Désolée, je ne peux pas.",
    "Je ne peux pas répondre à cette demande.",
    "En tant qu'IA, je ne suis pas en mesure de le faire.",
    "Mi dispiace, ma non posso aiutarti.",
    "Non posso aiutarti con questo.",
    "Purtroppo non sono in grado di farlo.",
    "Desculpe, mas não posso ajudar com isso.",
    "Não posso ajudar.",
    "Sinto muito, mas não consigo fazer isso.",
    "Het spijt me, maar ik kan u daar niet mee helpen.",
    "Sorry, daar kan ik niet bij helpen.",
    "Helaas ben ik niet in staat om dat te doen.",
    "Omlouvám se, ale nemohu vám s tím pomoci.",
    "عذراً، لا أستطيع المساعدة في ذلك.",
    "申し訳ありませんが、そのご要望にはお応えできません。",
    "すみません、それはできません。",
    "そのリクエストにはお応えできません。",
    "很抱歉，我无法满足您的请求。",
    "对不起，我不能回答这个问题。",
    "作为一个人工智能语言模型，我无法提供。",
    "我无法协助您。",
    "抱歉，無法提供協助。",
    "죄송합니다. 그 요청은 도와드릴 수 없습니다.",
    "죄송하지만 도와드릴 수 없습니다.",
]

ANSWERS = [
    "",
    "cat, dog, tree",
    "Sorry for the delay! 1. cat 2. dog",
    "I am sorry for the wait. Cat, dog, tree.",
    "I can't wait to help: cat, dog, tree",
    "I can’t wait to share these with you!",
    "I won't bore you with an introduction: cat, dog",
    "sorrow, can, table",
    "Sorry\nCannon\nTable",
    "sorry, cannot, table",
    "Sorry, I, cannot, table",
    "Cannot\nSorry\nWont",
    "Unable, table, cat",
    "cat, sorry, I cannot, dog",
    "Here are ten words. I cannot do more than that.",
    "1. I cannot\n2. I won't",
    "Unfortunately, cats",
    "As an AI language model, I think of: cat, dog, tree",
    "I'm sorry, I cannot think of technical words, but here are ten: cat, dog, tree, lamp, sky, ship, idea, salt, war",
    "Sorry, I can't do it perfectly, but here goes:\n1. cat\n2. dog\n3. tree\n4. sun\n5. moon",
    "I cannot look around, so these are from memory.\n\n- cat\n- dog\n- tree\n- sun\n- moon",
    "I can't do more than five 1. cat 2. dog 3. tree 4. sun 5. moon",
    'Sorry, I can\'t be sure. ["cat", "dog", "tree", "sun", "moon"]',
    "No puedo esperar para ayudarte: gato, perro",
    "Leiter, Katze, nicht",
    "Entschuldigung für die Wartezeit! Katze, Hund",
    "Es tut mir leid, dass es länger gedauert hat. Hier sind die Wörter.",
    "猫、犬、木",
    "抱歉、无法、桌子",
    "Je suis, tu es, il est",
    # The words of a refusal in a relative clause, in a list, in what a thing says.
    "Silence is a door that says I can't answer.",
    "She stood against the policy of silence. The letter burned.",
    "doorstop; a note saying I can't help",
    "A brick thrown against the housing policy",
    "Grief is a clerk who tells you we cannot help you today.",
    "The stamp was flagged by policy, and the postman wept.",
    "My hands are clocks; I cannot write without losing an hour.",
    "Hope: the thing we cannot produce and cannot buy",
    "Memory is a letter; I have to pass it on.",
    "Use it as a sign: we cannot assist you",
    "Doorstop. I can't help smiling at it. Bookend.",
    "A wall is a sentence that I will not continue",
]


@pytest.mark.parametrize("text", REFUSALS)
def test_refusals_are_recognised(text):
    """An answer that opens by declining is a refusal."""
    assert is_refusal(text)
    assert is_refusal(text, 10)


@pytest.mark.parametrize("text", ANSWERS)
def test_answers_are_not_taken_for_refusals(text):
    """Apologies, exclamations and words of refusal elsewhere do not make a refusal."""
    assert not is_refusal(text)


@pytest.mark.parametrize("text", REFUSALS)
def test_no_phrase_behind_the_start_makes_a_refusal(text):
    """The same words behind an answer leave it an answer."""
    assert not is_refusal(f"kelp, verdict, trombone, cement, orbit\n\n{text}")


def test_a_list_has_to_be_half_as_long_as_asked():
    """Five of ten entries behind an apology are the writer's own list, four are not."""
    words = ["cat", "dog", "tree", "sun", "moon"]
    assert not is_refusal(f"I cannot think of more: {', '.join(words)}", 10)
    assert is_refusal(f"I cannot think of more: {', '.join(words[:4])}", 10)


@pytest.mark.parametrize(
    "text", ["as an ai ", "i'm sorry for ", "no, ", "thank you ", "i ", "kann ich ", "抱歉", "죄송 ", "申し訳", "que "]
)
def test_openings_without_end_are_no_refusals(text):
    """Nothing backtracks over their combinations."""
    with ends():
        assert not is_refusal(text * 200)


@pytest.mark.parametrize("data", ["[", "{", "1. kelp\n2. ", "7) "])
def test_data_is_no_refusal(data):
    """Whatever stands behind the sign that a sentence cannot begin with, in any language."""
    for refusal in REFUSALS:
        assert not is_refusal(data + refusal)


@pytest.mark.parametrize("letter", ["a", "私"])
def test_what_cannot_be_done_stands_within_90_characters(letter):
    """In whatever script it is written."""
    assert is_refusal(f"{letter * 90}できません。")
    assert not is_refusal(f"{letter * 91}できません。")


@pytest.mark.parametrize(
    "text",
    [
        "For safety reasons, I can't write this story.",
        "That sounds like an interesting challenge! However, I'm not able to take part in it.",
        "I'm going to have to pass on this one.",
        "My guidelines do not allow me to produce this type of content.",
        "К сожалению, я не могу ответить на этот вопрос.",
        '{"error": "I cannot comply with this request."}',
    ],
)
def test_a_short_reply_may_decline_in_its_second_clause(text):
    """Or in JSON, or in other languages."""
    assert is_refusal(text)
