{# << written_for >>: a start, an end, and a form of answer like that of CREATE. #}
Connect "{{ start }}" with "{{ end }}" in five different ways. A way is a path of links, each a triple of a thing, a relation and the next thing: the first link begins with "{{ start }}", every other link begins where the one before it ends, and the last one ends with "{{ end }}". Each way leads through at least one thing in between, and no two ways share one.

Answer with JSON and nothing else: {"1": [["{{ start }}", "relation", "thing"], ["thing", "relation", "{{ end }}"]], "2": ...}
