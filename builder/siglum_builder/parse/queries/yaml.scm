(document (block_node (block_mapping (block_mapping_pair
  key: (flow_node) @name value: (block_node (block_mapping))) @definition.key)))

(comment) @comment
(stream (_) @statement)
(block_mapping (_) @statement)
(block_sequence (_) @statement)
