// What the first query of a link or file would read, known before anything is sent.
import type { QueryTerms } from '@shared/model/saved-query';
import { classify } from '@shared/query/cost-class';
import type { CostVerdict } from '@shared/model/table-query';
import { checkedFilter } from '@shared/query/key-filter';

export interface OpenCost {
  /** As it is sent; empty for none. */
  readonly filter: string;
  readonly verdict: CostVerdict;
}

/** @param terms undefined for every entity; what was read from a link or a file can be sent */
export function costOfTerms(terms: QueryTerms | undefined): OpenCost {
  if (terms === undefined) return { filter: '', verdict: classify(null) };
  const { node, text } = checkedFilter({ ...terms, table: 'T00', pageSize: 1000 });
  return { filter: text, verdict: classify(node) };
}
