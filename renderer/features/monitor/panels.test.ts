import { expect, it } from 'vitest';
import { fileColumns } from './file-columns';
import { operationsPanel, panels, throttlesPanel } from './panels';
import { cpuSeries } from './processes/process-rows';

it('shows requests, their axis and their figures in one unit, that of the greatest rate', () => {
  const max = 0.000693;
  const { unit, per } = operationsPanel.scaleFor(max, 250);
  expect(unit).toBe('requests/h');
  expect(max / per).toBeCloseTo(2.4948);
  expect(operationsPanel.formatValue('get', max / 2, max)).toBe('1.2/h');
  expect(operationsPanel.scaleFor(0, 250).unit).toBe('requests/s');
  expect(operationsPanel.formatValue('get', 0.25, 40)).toBe('0.25/s');
});

it('has each series in its file, both edges of a band, with the unit of the measuring', () => {
  const heads = [
    ...panels.map(({ id, series }) => fileColumns(id, series)),
    ...[operationsPanel, throttlesPanel].map(({ id }) => fileColumns(id, [{ key: 'operation:Get Entity' }])),
    fileColumns('cpu', cpuSeries),
    fileColumns('threads', [{ key: 'thread:0' }, { key: 'thread:1' }]),
  ];
  expect(heads.map((columns) => columns.map(({ label, unit }) => `${label} (${unit})`).join())).toEqual([
    'upload (bytes/s),download (bytes/s)',
    'p5 (ms),p95 (ms),p25 (ms),p75 (ms),p50 (ms),p90 (ms),p99 (ms)',
    'retries (in the step),throttled (in the step),failed (in the step)',
    'requests in flight (at once),open connections (at once)',
    'Get Entity (requests/s)',
    'Get Entity (in the step)',
    'main (% of a core),engine (% of a core),window (% of a core),embedded store (% of a core),others (% of a core)',
    'thread 1 (% busy),thread 2 (% busy)',
  ]);
});
