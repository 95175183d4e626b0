// The columns that a table must have for a saved query to make sense there.
import type { QueryTerms } from '../model/saved-query';
import type { FilterNode } from '../model/table-query';
import { parseFilter } from './odata';

/** The properties that a table needs for the query, without keys and Timestamp; sorted. */
export function columnsOfTerms(terms: QueryTerms): readonly string[] {
  const names = new Set(terms.select);
  const node = terms.filterText === undefined ? terms.where : filterOfText(terms.filterText);
  if (node !== undefined) collectNames(node, names);
  for (const everywhere of ['PartitionKey', 'RowKey', 'Timestamp']) names.delete(everywhere);
  return [...names].sort();
}

function filterOfText(text: string): FilterNode | undefined {
  try {
    return text.trim() === '' ? undefined : parseFilter(text);
  } catch {
    return undefined;
  }
}

function collectNames(node: FilterNode, names: Set<string>): void {
  switch (node.kind) {
    case 'comparison':
    case 'starts-with':
    case 'truth':
      names.add(node.property);
      break;
    case 'not':
      collectNames(node.node, names);
      break;
    case 'and':
    case 'or':
      for (const inner of node.nodes) collectNames(inner, names);
  }
}
