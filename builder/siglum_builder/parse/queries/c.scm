(function_definition declarator: [
  (function_declarator declarator: (_) @name)
  (_ (function_declarator declarator: (_) @name))
  (_ (_ (function_declarator declarator: (_) @name)))]) @definition.function
(declaration declarator: [
  (function_declarator declarator: (identifier) @name)
  (_ (function_declarator declarator: (identifier) @name))
  (_ (_ (function_declarator declarator: (identifier) @name)))]) @definition.function
(struct_specifier name: (_) @name body: (_)) @definition.struct
(union_specifier name: (_) @name body: (_)) @definition.union
(enum_specifier name: (_) @name body: (_)) @definition.enum
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition declarator: [(type_identifier) @name (_ (type_identifier) @name)
  (function_declarator declarator: (_ (_ (type_identifier) @name)))]) @definition.type
(preproc_function_def name: (_) @name) @definition.macro
(preproc_def name: (_) @name value: (_)) @definition.constant

(comment) @comment
(translation_unit (_) @statement)
(compound_statement (_) @statement)
(preproc_ifdef (_) @statement)
(preproc_if (_) @statement)
(preproc_else (_) @statement)
(preproc_elif (_) @statement)

(preproc_include path: (_) @import)
(call_expression function: [(identifier) (field_expression)] @call)
