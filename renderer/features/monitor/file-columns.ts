// The column names of a panel's figures in a file, with the unit of measurement: in English whatever the language.
// Pure.
import type { SeriesColumn } from '@shared/monitor/series-csv';
import type { Series } from '@renderer/charts/series';

const units = {
  throughput: 'bytes/s',
  latency: 'ms',
  trouble: 'in the step',
  'in-flight': 'at once',
  operations: 'requests/s',
  throttles: 'in the step',
  cpu: '% of a core',
  memory: 'bytes',
  delay: 'ms',
  threads: '% busy',
} as const;
export type PanelId = keyof typeof units;

/** For keys without a name. */
const names: Readonly<Record<string, string>> = {
  inFlight: 'requests in flight',
  connections: 'open connections',
  store: 'embedded store',
  other: 'others',
};

/** Each shown series, both edges of a band; what two of them share once. */
export function fileColumns(
  panelId: PanelId,
  shown: readonly Pick<Series<string>, 'key' | 'high'>[],
): readonly SeriesColumn[] {
  const keys = new Set(shown.flatMap((one) => (one.high === undefined ? [one.key] : [one.key, one.high])));
  return [...keys].map((key) => ({
    key,
    label: nameOf(key),
    unit: units[panelId],
  }));
}

/** If there are several of a kind, the key has the kind before a colon; it numbers threads from 0. */
function nameOf(key: string): string {
  const own = key.slice(key.indexOf(':') + 1);
  return key.startsWith('thread:') ? `thread ${Number(own) + 1}` : (names[own] ?? own);
}
