(namespace_declaration name: (_) @name) @definition.module
(class_declaration name: (_) @name) @definition.class
(struct_declaration name: (_) @name) @definition.struct
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(record_declaration name: (_) @name) @definition.record
(delegate_declaration name: (_) @name) @definition.type
(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.method
(destructor_declaration name: (_) @name) @definition.method
(local_function_statement name: (_) @name) @definition.function
(property_declaration name: (_) @name) @definition.property
(field_declaration (modifier) @_modifier
  (variable_declaration (variable_declarator name: (_) @name))
  (#any-of? @_modifier "const" "readonly")) @definition.constant

(attribute_list) @annotation
(comment) @comment
(compilation_unit (_) @statement)
(declaration_list (_) @statement)
(block (_) @statement)
(switch_body (_) @statement)

(using_directive !name [(identifier) (qualified_name)] @import)
(using_directive name: (_) @alias [(identifier) (qualified_name)] @import)
(invocation_expression function: [(identifier) (member_access_expression) (generic_name)] @call)
(object_creation_expression type: (_) @call)
(attribute name: (_) @reference)
(base_list [(identifier) (qualified_name) (generic_name)] @reference)
