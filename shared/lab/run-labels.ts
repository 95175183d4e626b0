// The labels of runs that are shown side by side: their names, with the start time where several have the same one.
// Pure.
import { formatMoment } from '../strings/moments';
import { t } from '../strings/t';
import type { RunHead } from './run';

/** One for each run, in their order; no two are the same. */
export function runLabels(runs: readonly Pick<RunHead, 'name' | 'startedAtMs'>[]): readonly string[] {
  const names = runs.map(({ name }) => name);
  const labels = runs.map(({ name, startedAtMs }) =>
    isOnce(name, names) ? name : t`${name} (${formatMoment(startedAtMs, 'utc', 'second')} UTC)`,
  );
  return labels.map((label, index) => (isOnce(label, labels) ? label : `${label} (${index + 1})`));
}

function isOnce(text: string, all: readonly string[]): boolean {
  return all.indexOf(text) === all.lastIndexOf(text);
}
