// What several machines did together: their rate while all were at work, their connections, and sentences about machines
// that did not load their target at the same time, or not the same one. Pure.
import { formatFixed } from '../strings/numbers';
import { t } from '../strings/t';
import { groupBy, levelsOf, overlapShare, perSecond, perSecondTogether, valuesOf } from './grouping';
import { chosenLine } from './line-settings';
import type { ParameterValues } from './parameters';
import type { Sample } from './run';

export const nodesIn = (samples: readonly Sample[]): number => levelsOf(samples, 'node').length;

/**
 * Of several machines only the time counts in which all of them were at work; null if there was none.
 * @param from `ends`: requests began before the time that is measured
 */
export function rateOfNodes(
  samples: readonly Sample[],
  column: string,
  from: 'starts' | 'ends' = 'starts',
): number | null {
  if (nodesIn(samples) <= 1) return perSecond(samples, column);
  return overlapShare(samples) === 0 ? null : perSecondTogether(samples, column, from);
}

/** The most at one time, machines added up. */
export function connectionsOf(samples: readonly Sample[]): number {
  const max = (own: readonly Sample[]): number => Math.max(0, ...valuesOf(own, 'connections'));
  return groupBy(samples, ['node']).reduce((sum, node) => sum + max(node.samples), 0);
}

/** Machines with a partition each do not load one partition. */
export function partitionsText(
  partitions: number,
  samples: readonly Sample[],
  values: ParameterValues | undefined,
): string {
  if (partitions !== 1) return t`many partitions`;
  return nodesIn(samples) > 1 && values?.partition !== 'shared' ? t`one partition per machine` : t`one partition`;
}

/** A simulated network ends at its machine: a partition that several write to is as many partitions there. */
export function ownNetworkSentence(samples: readonly Sample[], values: ParameterValues | undefined): readonly string[] {
  const target = values === undefined ? null : chosenLine(values).partitionEntitiesPerSecond;
  if (target === null || nodesIn(samples) <= 1 || values?.partition !== 'shared') return [];
  return [
    t`Each machine simulated a network of its own, so that each had the whole target of the partition: their rates add up beyond what one partition accepts.`,
  ];
}

/** Below that share of the time, what machines reached says nothing about what they share. */
const togetherShare = 0.8;

export const wereTogether = (samples: readonly Sample[]): boolean => overlapShare(samples) >= togetherShare;

/** Rates of machines are evidence about what they share only if they ran at the same time. */
export function apartSentence(
  settings: readonly { readonly label: string; readonly samples: readonly Sample[] }[],
): readonly string[] {
  const apart = settings
    .map(({ label, samples }) => ({ label, share: overlapShare(samples) }))
    .filter(({ share }) => share < togetherShare);
  const [lowest] = apart.sort((a, b) => a.share - b.share);
  if (lowest === undefined) return [];
  const percent = formatFixed(lowest.share * 100, 0);
  return [
    t`The nodes did not run together: in “${lowest.label}” all of them were at work for ${percent} % of the time. Give them the same seed and start them at the same time.`,
  ];
}
