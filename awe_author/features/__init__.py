"""What a user can do and see, tied to the state model: features, and their drafts from a recording (`discover`)."""
