"""What becomes of the state when an app is asked to create, change or delete something."""
