(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.object
(trait_definition name: (_) @name) @definition.trait
(enum_definition name: (_) @name) @definition.enum
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(type_definition name: (_) @name) @definition.type
(given_definition name: (_) @name) @definition.constant
(template_body (val_definition pattern: (identifier) @name) @definition.constant)
(compilation_unit (val_definition pattern: (identifier) @name) @definition.constant)
(package_object name: (_) @name) @definition.object

(annotation) @annotation
(comment) @comment
(block_comment) @comment
(compilation_unit (_) @statement)
(template_body (_) @statement)
(enum_body (_) @statement)
(block (_) @statement)
(indented_block (_) @statement)
(case_block (_) @statement)

(import_declaration) @import
(call_expression function: [(identifier) (field_expression)] @call)
(call_expression function: (generic_function function: [(identifier) (field_expression)] @call))
(instance_expression (type_identifier) @call)
(annotation name: (_) @reference)
(extends_clause type: (_) @reference)
