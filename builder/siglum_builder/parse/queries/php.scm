(namespace_definition name: (_) @name body: (_)) @definition.module
(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(trait_declaration name: (_) @name) @definition.trait
(enum_declaration name: (_) @name) @definition.enum
(function_definition name: (_) @name) @definition.function
(method_declaration name: (_) @name) @definition.method
(const_declaration (const_element . (name) @name)) @definition.constant

(attribute_list) @annotation
(comment) @comment
(program (_) @statement)
(compound_statement (_) @statement)
(declaration_list (_) @statement)
(enum_declaration_list (_) @statement)

(namespace_use_declaration) @import
(include_expression (string) @import)
(include_once_expression (string) @import)
(require_expression (string) @import)
(require_once_expression (string) @import)
(function_call_expression function: [(name) (qualified_name)] @call)
(member_call_expression object: (_) @receiver name: (name) @call)
(nullsafe_member_call_expression object: (_) @receiver name: (name) @call)
(scoped_call_expression scope: (_) @receiver name: (name) @call)
(object_creation_expression [(name) (qualified_name)] @call)
(attribute [(name) (qualified_name)] @reference)
(base_clause [(name) (qualified_name)] @reference)
(class_interface_clause [(name) (qualified_name)] @reference)
(use_declaration [(name) (qualified_name)] @reference)
