// Describes which rows a stopped import has settled, so that a person can continue by hand. Pure.
import type { JobFact } from '@shared/model/table-job';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import type { DoneRows } from './done-rows';

const maxNamed = 5;

/**
 * Empty when no row is settled, or all are: `settledRows` of `rows`, including rejected ones. Blank rows of the input have
 * a number, but are never settled.
 */
export function settledFacts(done: DoneRows, settledRows: number, rows: number): JobFact[] {
  if (done.last < 0 || settledRows >= rows) return [];
  const stretches: string[] = [];
  for (const [first, last] of done.stretches()) {
    const [from, to] = [formatCount(first + 1), formatCount(last + 1)];
    stretches.push(first === last ? from : `${from}–${to}`);
    if (stretches.length > maxNamed) break;
  }
  return [{ name: t`Written or rejected`, value: messageOf(stretches, formatCount(done.last + 1)) }];
}

function messageOf(stretches: readonly string[], last: string): string {
  const named = stretches.slice(0, maxNamed).join(', ');
  if (stretches.length > maxNamed) return t`rows ${named} of the input, and some of the others up to ${last}`;
  return named === last ? t`row ${named} of the input` : t`rows ${named} of the input`;
}
