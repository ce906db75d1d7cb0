[(function_declaration name: (_) @name) (generator_function_declaration name: (_) @name)] @definition.function
(class_declaration name: (_) @name) @definition.class
(method_definition name: (_) @name) @definition.function
(variable_declarator name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)
    (generator_function body: (_) @body)]) @definition.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(expression_statement (assignment_expression left: [(identifier) (member_expression)] @name
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @definition.function
(expression_statement (assignment_expression left: [(identifier) (member_expression)] @name
  right: (class body: (_) @body))) @definition.class
(pair key: (property_identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function
(arguments (function_expression name: (identifier) @name body: (_) @body) @definition.function)
(return_statement (function_expression name: (identifier) @name body: (_) @body) @definition.function)
(program (lexical_declaration "const" (variable_declarator name: (identifier) @name) @definition.constant))
(export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))
[(lexical_declaration) (variable_declaration)] @prefix
(export_statement) @wrapper

(comment) @comment
(decorator) @attribute
[(program (_) @statement) (statement_block (_) @statement) (class_body (_) @statement)
  (switch_body (_) @statement)]

(import_statement . source: (string) @import)
(import_statement (import_clause (identifier) @alias) source: (string) @import)
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @import)
(import_statement (import_clause (named_imports
  (import_specifier name: (_) @member !alias))) source: (string) @import)
(import_statement (import_clause (named_imports
  (import_specifier name: (_) @member alias: (_) @alias))) source: (string) @import)
(export_statement source: (string) @import)
(variable_declarator name: (identifier) @alias value: (call_expression
  function: (identifier) @_require arguments: (arguments . (string) @import)) (#eq? @_require "require"))
(variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @member
    (pair_pattern key: (_) @member value: (identifier) @alias)]) value: (call_expression
  function: (identifier) @_require arguments: (arguments . (string) @import)) (#eq? @_require "require"))
(_ (call_expression
  function: (identifier) @_require arguments: (arguments . (string) @import)) (#eq? @_require "require"))
(call_expression function: [(identifier) (member_expression)] @call)
(new_expression constructor: [(identifier) (member_expression)] @call)
(decorator [(identifier) (member_expression)] @reference)
