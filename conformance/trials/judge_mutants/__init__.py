"""Mutation tests of the judge. They show whether its tests detect a change of one expression.

Mutation testers from the package index do not fit. mutmut 3 (version 3.8 was tried) makes no
mutants of decorated functions (properties, context managers, fixtures, commands), of constants, or
of other code at the top level of a module. It also identifies a module by its path, but the rooms
are linked together under a different package name. cosmic-ray (8.7) starts the whole test command
again for each mutant, which takes minutes here. In addition, half of the judge runs in processes
that its tests start, and a mutant must be active in these processes, too.

`operators.py` finds the mutants of a file, `targets.py` lists the files, and `mutant_tree.py` makes
the copy of the sources that is mutated. `traced` records which tests execute a line, and
`server.py` runs the tests. `mutant_record.py` and `mutant_page.py` store and show which mutants
survive.

The results of a run are compressed next to the record (`fates.jsonl.xz`, `executed.json.xz`), so
that a run in a different checkout continues from them. The result for a mutant is valid as long as
the text of the function around the mutant is unchanged (`mutant_places.py`), even if the function
moves to a different file. `nox -s record -- mutants` runs these tests.
"""
