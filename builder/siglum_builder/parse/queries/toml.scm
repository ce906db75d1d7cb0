(table . [(bare_key) (dotted_key) (quoted_key)] @name) @definition.key
(table_array_element . [(bare_key) (dotted_key) (quoted_key)] @name) @definition.key

(comment) @comment
(document (_) @statement)
(table (pair) @statement)
(table_array_element (pair) @statement)
(array (_) @statement)
