"""How close an unedited mock of a real app comes to it: tour, draft, mock, other steps; see run.py."""
