(namespace_definition name: (_) @name) @definition.module
(class_specifier name: (_) @name body: (_)) @definition.class
(concept_definition name: (_) @name) @definition.concept
(alias_declaration name: (_) @name) @definition.type
(field_declaration declarator: [
  (function_declarator declarator: (_) @name)
  (_ (function_declarator declarator: (_) @name))
  (_ (_ (function_declarator declarator: (_) @name)))]) @definition.method
(declaration declarator: (function_declarator
  declarator: [(destructor_name) (operator_name)] @name)) @definition.method
(declaration declarator: (operator_cast) @name) @definition.method
(field_declaration declarator: (operator_cast) @name) @definition.method
(function_definition declarator: (operator_cast) @name) @definition.method
(translation_unit (declaration (type_qualifier) @_const declarator: (init_declarator declarator: (identifier) @name))
  @definition.constant (#match? @_const "^const"))
(declaration_list (declaration (type_qualifier) @_const declarator: (init_declarator declarator: (identifier) @name))
  @definition.constant (#match? @_const "^const"))
(template_declaration) @prefix

(declaration_list (_) @statement)
(field_declaration_list (_) @statement)

(using_declaration (qualified_identifier) @import)
(call_expression function: [(qualified_identifier) (template_function)] @call)
(new_expression type: (_) @call)
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @reference)
