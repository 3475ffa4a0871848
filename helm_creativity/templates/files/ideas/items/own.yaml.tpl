# What is to be achieved.
- {id: bread, problem: less bread is thrown away at home}
- {id: stairs, problem: people take the stairs more often}
- {id: library, problem: teenagers spend their afternoons in the library}
- {id: queue, problem: waiting in a queue is less dull}
- {id: neighbours, problem: neighbours in a large house get to know each other}
- {id: night, problem: a city is darker at night and just as safe}
