(function_definition name: (_) @name) @definition.function
(program (declaration_command (variable_assignment name: (_) @name)) @definition.constant)
(program (variable_assignment name: (_) @name) @definition.constant (#match? @name "^[A-Z][A-Z0-9_]*$"))

(comment) @comment
(program (_) @statement)
(compound_statement (_) @statement)
(do_group (_) @statement)
(if_statement (_) @statement)
(case_statement (case_item) @statement)

(command name: (command_name) @_source . argument: (_) @import (#any-of? @_source "source" "."))
(command name: (command_name (word)) @call)
