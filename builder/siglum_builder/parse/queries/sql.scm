(create_table (object_reference) @name) @definition.table
(create_view (object_reference) @name) @definition.view
(create_materialized_view (object_reference) @name) @definition.view
(create_function . (_)* . (object_reference) @name (function_body) @body) @definition.function
(create_procedure (object_reference) @name (procedure_body) @body) @definition.function
(create_type . (keyword_create) . (keyword_type) . (object_reference) @name) @definition.type
(create_schema (identifier) @name) @definition.module
(create_index column: (identifier) @name) @definition.index
(create_trigger (keyword_trigger) . (object_reference) @name) @definition.trigger
(create_sequence (object_reference) @name) @definition.sequence
(statement) @prefix

(comment) @comment
(marginalia) @comment
(program (_) @statement)
(column_definitions (_) @statement)

(invocation (object_reference) @call)
(relation (object_reference) @reference)

(ERROR . (keyword_create) . (keyword_or)? . (keyword_replace)? . [(keyword_function) (keyword_procedure)]
  . (object_reference) @name) @definition.function
(ERROR . (keyword_create) . (keyword_temporary)? . (keyword_table) . (object_reference) @name) @definition.table
(ERROR . (keyword_create) . (keyword_or)? . (keyword_replace)? . (keyword_view) . (object_reference) @name) @definition.view
(ERROR . (keyword_create) . (keyword_type) . (object_reference) @name) @definition.type
