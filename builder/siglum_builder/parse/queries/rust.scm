(function_item name: (_) @name) @definition.function
(function_signature_item name: (_) @name) @definition.function
(struct_item name: (_) @name) @definition.struct
(enum_item name: (_) @name) @definition.enum
(union_item name: (_) @name) @definition.union
(trait_item name: (_) @name) @definition.trait
(impl_item type: (_) @name) @definition.implementation
(mod_item name: (_) @name) @definition.module
(type_item name: (_) @name) @definition.type
(associated_type name: (_) @name) @definition.type
(const_item name: (_) @name) @definition.constant
(static_item name: (_) @name) @definition.constant
(macro_definition name: (_) @name "{"? @body) @definition.macro

(line_comment) @comment
(block_comment) @comment
(attribute_item) @attribute
(source_file (_) @statement)
(block (_) @statement)
(declaration_list (_) @statement)
(match_block (_) @statement)

(use_declaration argument: (_) @import)
(extern_crate_declaration name: (_) @import)
(call_expression function: [(identifier) (scoped_identifier) (field_expression)] @call)
(call_expression function: (generic_function function: [(identifier) (scoped_identifier) (field_expression)] @call))
(macro_invocation macro: (_) @call)
(impl_item trait: (_) @reference)
(attribute [(identifier) (scoped_identifier)] @reference)
