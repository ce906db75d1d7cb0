(class_declaration "interface" name: (_) @name (class_body)? @body) @definition.interface
(class_declaration (modifiers (class_modifier) @_enum) name: (_) @name
  [(class_body) (enum_class_body)]? @body (#eq? @_enum "enum")) @definition.enum
(class_declaration name: (_) @name [(class_body) (enum_class_body)]? @body) @definition.class
(object_declaration name: (_) @name (class_body)? @body) @definition.object
(companion_object name: (_) @name (class_body)? @body) @definition.object
(function_declaration name: (_) @name (function_body)? @body) @definition.function
(type_alias type: (_) @name) @definition.type
(source_file (property_declaration (variable_declaration (identifier) @name)) @definition.constant)
(property_declaration (modifiers (property_modifier)) (variable_declaration (identifier) @name)) @definition.constant

(modifiers (annotation) @annotation)
(line_comment) @comment
(block_comment) @comment
(source_file (_) @statement)
(block (_) @statement)
(class_body (_) @statement)
(enum_class_body (_) @statement)

(import (qualified_identifier) @import . (identifier)? @alias)
(call_expression . [(identifier) (navigation_expression)] @call)
(annotation [(user_type) (constructor_invocation (user_type))] @reference)
(delegation_specifier [(user_type) (constructor_invocation (user_type))] @reference)
