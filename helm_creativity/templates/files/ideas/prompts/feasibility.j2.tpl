{# << written_for >>: a question about each idea of an answer by itself. #}
People were asked what could be done so that {{ problem }}. Rate the feasibility of each idea as a whole number from 1 to 5. 1 means: nobody could do it. 5 means: it could be done tomorrow with what is there. Rate the idea, not its wording or its length, and each idea by itself.

{% for idea in ideas %}
{{ loop.index }}. {{ idea }}
{% endfor %}

Reply with one line for each idea and nothing else: its number, a colon, a space and your rating.
