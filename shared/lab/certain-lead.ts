// Names the fastest of several settings only where that is certain: its rate over at least three repetitions is above
// that of the next one, and the 95 % interval of the difference excludes zero. Pure.
import { t } from '../strings/t';
import { groupBy, perSecond } from './grouping';
import type { Sample } from './run';
import { differenceInterval } from './statistics/bootstrap';
import { meanOf } from './statistics/summary';

const minRepetitions = 3;
const resampling = { seed: 20_100_401, resamples: 1000 };

export interface Rated {
  readonly label: string;
  readonly samples: readonly Sample[];
}

export type Lead = 'certain' | 'uncertain' | 'unrepeated';

/** @param column what its rate counts: `entities`, `fileBytes` */
export function leadOf(best: Rated, next: Rated, column: string): Lead {
  const [own, others] = [best, next].map(({ samples }) =>
    groupBy(samples, ['repetition']).map((one) => perSecond(one.samples, column)),
  );
  return leadOver(others ?? [], own ?? []);
}

/** Whether the mean of the one is certain to be above that of the other; a value for each repetition. */
export function leadOver(lower: readonly number[], higher: readonly number[]): Lead {
  if (Math.min(lower.length, higher.length) < minRepetitions) return 'unrepeated';
  return differenceInterval(lower, higher, meanOf, resampling).low > 0 ? 'certain' : 'uncertain';
}

/** @param rateText of the first of `ranked`, which are in the order of their rates */
export function leadSentence(ranked: readonly Rated[], column: string, rateText: string): string {
  const [best, next] = ranked;
  if (best === undefined) return '';
  const lead = next === undefined ? 'certain' : leadOf(best, next, column);
  switch (lead) {
    case 'certain':
      return t`${best.label} is fastest: ${rateText}.`;
    case 'uncertain':
      return t`${best.label} had the highest rate, ${rateText}, but no certain lead over ${next?.label ?? ''}.`;
    case 'unrepeated':
      return `${t`${best.label} had the highest rate, ${rateText}.`} ${repeatText()}`;
  }
}

export const repeatText = (): string => t`Three or more repetitions show whether that is certain.`;
