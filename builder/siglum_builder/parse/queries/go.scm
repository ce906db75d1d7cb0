(function_declaration name: (_) @name) @definition.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @scope))
  name: (_) @name) @definition.method
(type_spec name: (_) @name type: (struct_type (_) @body)) @definition.struct
(type_spec name: (_) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (_) @name) @definition.type
(type_alias name: (_) @name) @definition.type
(method_elem name: (_) @name) @definition.method
(source_file (const_declaration (const_spec name: (_) @name) @definition.constant))
(source_file (var_declaration (var_spec name: (_) @name) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (_) @name) @definition.variable)))
(type_declaration) @prefix
(const_declaration) @prefix
(var_declaration) @prefix

(comment) @comment
(source_file (_) @statement)
(statement_list (_) @statement)
(interface_type (method_elem) @statement)
(type_declaration (type_spec) @statement)
(const_declaration (const_spec) @statement)

(import_spec !name path: (_) @import)
(import_spec name: (_) @alias path: (_) @import)
(call_expression function: [(identifier) (selector_expression)] @call)
