(document (object (pair key: (string) @name value: (object)) @definition.key))

(comment) @comment
(document (_) @statement)
(object (_) @statement)
(array (_) @statement)
