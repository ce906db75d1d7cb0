"""Programs that print a table: every claim of quality or speed is made by one of them."""
