(field_definition property: (_) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function
(class_heritage [(identifier) (member_expression)] @reference)
