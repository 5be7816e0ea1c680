"""From bytes to tables in which every row knows its line, or to an error that names it."""
