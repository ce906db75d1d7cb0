(class_declaration declaration_kind: "class" name: (_) @name) @definition.class
(class_declaration declaration_kind: "actor" name: (_) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (_) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (_) @name) @definition.enum
(class_declaration declaration_kind: "extension" name: (_) @name) @definition.implementation
(protocol_declaration name: (_) @name) @definition.interface
(function_declaration name: (simple_identifier) @name) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.function
(init_declaration "init" @name) @definition.function
(deinit_declaration "deinit" @name) @definition.function
(subscript_declaration "subscript" @name) @definition.function
(typealias_declaration name: (type_identifier) @name) @definition.type
(source_file (property_declaration name: (pattern bound_identifier: (_) @name)) @definition.constant)
(property_declaration (modifiers (property_modifier)) name: (pattern bound_identifier: (_) @name)) @definition.constant

(modifiers (attribute) @annotation)
(comment) @comment
(multiline_comment) @comment
(source_file (_) @statement)
(statements (_) @statement)
(class_body (_) @statement)
(enum_class_body (_) @statement)
(protocol_body (_) @statement)

(import_declaration (identifier) @import)
(call_expression . [(simple_identifier) (navigation_expression)] @call)
(attribute (user_type) @reference)
(inheritance_specifier inherits_from: (_) @reference)
