// The bounds that a filter's outermost `and` places on the two keys: the only statements that the service can use for a
// seek. Everything below `or` and `not` is ignored, so that no filter looks cheaper than it is.
import { ordinal } from './edm-value';
import type { FilterNode } from '../model/table-query';

export interface KeyEnd {
  readonly value: string;
  readonly inclusive: boolean;
}

/** The constraints on one key. `exact` takes precedence over the bounds; without either the key is unbounded. */
export interface KeyBounds {
  readonly exact: string | null;
  readonly from: KeyEnd | null;
  readonly to: KeyEnd | null;
  /** No key at all can satisfy every statement. */
  readonly impossible: boolean;
}

/** The parts of the outermost `and`; the node itself if it is none. */
export function conjuncts(node: FilterNode): readonly FilterNode[] {
  return node.kind === 'and' ? node.nodes : [node];
}

/** @param node in normal form */
export function keyBounds(node: FilterNode, key: 'PartitionKey' | 'RowKey'): KeyBounds {
  let exact: string | null = null;
  let from: KeyEnd | null = null;
  let to: KeyEnd | null = null;
  let impossible = false;
  for (const part of conjuncts(node)) {
    if (part.kind !== 'comparison' || part.property !== key || part.operand.type !== 'Edm.String') continue;
    const { value } = part.operand;
    switch (part.operator) {
      case 'eq':
        impossible ||= exact !== null && exact !== value;
        exact ??= value;
        break;
      case 'ge':
      case 'gt':
        from = tighter(from, { value, inclusive: part.operator === 'ge' }, 1);
        break;
      case 'le':
      case 'lt':
        to = tighter(to, { value, inclusive: part.operator === 'le' }, -1);
        break;
      case 'ne':
        break;
    }
  }
  impossible ||= exact === null ? isEmpty(from, to) : !contains(from, to, exact);
  return { exact, from, to, impossible };
}

/** Whether a bound excludes any row. Every key is at least the empty one, so that a bound there excludes none. */
export function isBounded(bounds: KeyBounds): boolean {
  return bounds.to !== null || (bounds.from !== null && bounds.from.value !== '');
}

/** Whether the bounds allow only one key, although the filter requests a range. */
export function isOneKey({ from, to, impossible }: KeyBounds): boolean {
  return !impossible && from !== null && from.value === to?.value;
}

/** -1 for the smaller, 1 for the greater value; at equal values the exclusive bound is tighter. */
function tighter(known: KeyEnd | null, found: KeyEnd, direction: 1 | -1): KeyEnd {
  if (known === null) return found;
  const order = ordinal(found.value, known.value) * direction;
  if (order === 0) return found.inclusive ? known : found;
  return order > 0 ? found : known;
}

function isEmpty(from: KeyEnd | null, to: KeyEnd | null): boolean {
  if (to === null) return false;
  if (to.value === '' && !to.inclusive) return true;
  if (from === null) return false;
  const order = ordinal(from.value, to.value);
  return order > 0 || (order === 0 && !(from.inclusive && to.inclusive));
}

function contains(from: KeyEnd | null, to: KeyEnd | null, value: string): boolean {
  return !isEmpty(from, { value, inclusive: true }) && !isEmpty({ value, inclusive: true }, to);
}
