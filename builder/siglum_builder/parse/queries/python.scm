(function_definition name: (_) @name) @definition.function
(class_definition name: (_) @name) @definition.class
(expression_statement . (assignment left: (identifier) @name
  (#match? @name "^_{0,2}[A-Z][A-Z0-9_]*$"))) @definition.constant
(type_alias_statement left: (type) @name) @definition.type
(decorated_definition) @wrapper

(function_definition body: (block . (comment)* . (expression_statement . (string) @documentation))) @documented
(class_definition body: (block . (comment)* . (expression_statement . (string) @documentation))) @documented
(comment) @comment
(module (_) @statement)
(block (_) @statement)

(import_statement name: (dotted_name) @import)
(import_statement name: (aliased_import name: (_) @import alias: (_) @alias))
(import_from_statement module_name: (_) @import name: (dotted_name) @member)
(import_from_statement module_name: (_) @import name: (aliased_import name: (_) @member alias: (_) @alias))
(import_from_statement module_name: (_) @import (wildcard_import))
(call function: [(identifier) (attribute)] @call)
(decorator [(identifier) (attribute)] @reference)
(class_definition superclasses: (argument_list [(identifier) (attribute)] @reference))
