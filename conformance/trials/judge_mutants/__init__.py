"""Mutation tests of the judge: do its tests notice that one expression is changed?

Mutation testers from the package index do not fit. mutmut 3 (tried: 3.8) makes no mutants of
decorated functions (properties, context managers, fixtures, commands), of constants, or of other
code at the top of a module. It also knows a module by its path, but the rooms are linked together
under another name. cosmic-ray (8.7) starts the whole test command again for each mutant, which
takes minutes here. Half of the judge runs in processes that its tests start, and a mutant must be
active there, too.

`operators.py` finds the mutants of a file, `targets.py` names the files, and `mutant_tree.py` makes
the copy of the sources that is mutated. `traced` records which tests execute a line, and
`server.py` runs the tests. `mutant_record.py` and `mutant_page.py` store and show the fates of
mutants.

The findings of a run are packed next to the record (`fates.jsonl.xz`, `executed.json.xz`), so that
a run in another checkout continues from them. A fate is valid as long as the function around the
mutant has the same text (`mutant_places.py`), in whichever file the function is. `nox -s record --
mutants` runs it.
"""
