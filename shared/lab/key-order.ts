// Whether keys arrive in ascending or descending order only. Pure.
import { rankCorrelation } from '../analysis/rank-correlation';

/**
 * `append` when each key is greater than those before, `prepend` when smaller: one range server then takes all writes.
 */
export function orderOfArrival(keys: readonly string[]): 'append' | 'prepend' | 'mixed' {
  const arrival = keys.map((_, index) => String(index).padStart(9, '0'));
  const correlation = rankCorrelation(arrival, keys) ?? 0;
  return correlation > 0.98 ? 'append' : correlation < -0.98 ? 'prepend' : 'mixed';
}
