// The sentence about machines that did not load their target at the same time. Pure.
import { formatFixed } from '../strings/numbers';
import { t } from '../strings/t';
import { overlapShare } from './grouping';
import type { Sample } from './run';

/** Rates of machines are evidence about what they share only if they ran at the same time. */
export function apartSentence(
  settings: readonly { readonly label: string; readonly samples: readonly Sample[] }[],
): readonly string[] {
  const apart = settings
    .map(({ label, samples }) => ({ label, share: overlapShare(samples) }))
    .filter(({ share }) => share < 0.8);
  const [lowest] = apart.sort((a, b) => a.share - b.share);
  if (lowest === undefined) return [];
  const percent = formatFixed(lowest.share * 100, 0);
  return [
    t`The nodes did not run together: in “${lowest.label}” all of them were at work for ${percent} % of the time. Give them the same seed and start them at the same time.`,
  ];
}
