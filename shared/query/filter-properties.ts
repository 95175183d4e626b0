// The properties that a filter refers to.
import type { FilterNode } from '../model/table-query';

/** Without duplicates; includes keys and Timestamp if they occur. Null means no filter. */
export function filterProperties(node: FilterNode | null): readonly string[] {
  return [...new Set(node === null ? [] : namesOf(node))];
}

function namesOf(node: FilterNode): readonly string[] {
  switch (node.kind) {
    case 'comparison':
    case 'starts-with':
    case 'truth':
      return [node.property];
    case 'and':
    case 'or':
      return node.nodes.flatMap(namesOf);
    case 'not':
      return namesOf(node.node);
  }
}
