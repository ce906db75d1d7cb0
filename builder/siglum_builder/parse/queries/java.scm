(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(record_declaration name: (_) @name) @definition.record
(annotation_type_declaration name: (_) @name) @definition.annotation
(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.method
(compact_constructor_declaration name: (_) @name) @definition.method
(annotation_type_element_declaration name: (_) @name) @definition.method
(field_declaration (modifiers "static" "final") declarator: (variable_declarator name: (_) @name)) @definition.constant
(field_declaration (modifiers "final" "static") declarator: (variable_declarator name: (_) @name)) @definition.constant
(constant_declaration declarator: (variable_declarator name: (_) @name)) @definition.constant

(modifiers [(annotation) (marker_annotation)] @annotation)
(line_comment) @comment
(block_comment) @comment
(program (_) @statement)
(block (_) @statement)
(constructor_body (_) @statement)
(class_body (_) @statement)
(interface_body (_) @statement)
(enum_body_declarations (_) @statement)
(annotation_type_body (_) @statement)
(switch_block (_) @statement)

(import_declaration (_) @import)
(method_invocation !object name: (_) @call)
(method_invocation object: (_) @receiver name: (_) @call)
(object_creation_expression type: (_) @call)
(marker_annotation name: (_) @reference)
(annotation name: (_) @reference)
(superclass (_) @reference)
(type_list (_) @reference)
