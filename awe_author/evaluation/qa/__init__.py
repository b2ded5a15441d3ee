"""Is a task fit to be used? Mutants of the final state, alignment with the instruction, rubric, admission rules."""
