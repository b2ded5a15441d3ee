"""Tasks, what their checkpoints say of an episode, and whether a task is fit to be used. See docs/guide/tasks.md."""
