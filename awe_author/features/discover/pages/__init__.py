"""Features of server-rendered pages: their lists, their pages about one entity, their forms."""
