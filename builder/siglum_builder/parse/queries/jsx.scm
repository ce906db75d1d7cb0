(jsx_opening_element name: (_) @call (#match? @call "^[A-Z]"))
(jsx_self_closing_element name: (_) @call (#match? @call "^[A-Z]"))
