(method name: (_) @name) @definition.function
(singleton_method name: (_) @name) @definition.function
(class name: (_) @name) @definition.class
(module name: (_) @name) @definition.module
(assignment left: (constant) @name) @definition.constant
(assignment left: (scope_resolution) @name) @definition.constant
(alias name: (_) @name) @definition.function
(call method: (identifier) @_define arguments: (argument_list . (simple_symbol) @name) [(block) (do_block)] @body
  (#any-of? @_define "define_method" "scope" "task" "factory")) @definition.function

(comment) @comment
(program (_) @statement)
(body_statement (_) @statement)
(do_block (_) @statement)
(then (_) @statement)

(call method: (identifier) @_require arguments: (argument_list . (string) @import)
  (#any-of? @_require "require" "require_relative" "load"))
(call !receiver method: (_) @call)
(call receiver: (_) @receiver method: (_) @call)
(superclass (_) @reference)
(call method: (identifier) @_include arguments: (argument_list [(constant) (scope_resolution)] @reference)
  (#any-of? @_include "include" "extend" "prepend"))
