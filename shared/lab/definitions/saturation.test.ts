// What limits a partition on a simulated network: its own rate, or the store behind it.
import { expect, it } from 'vitest';
import { checkParameters } from '../parameters';
import type { Sample } from '../run';
import { saturation } from './saturation';

/** Ten batches of 100, one in `seconds`, and five that were refused. */
const samplesOf = (seconds: number): readonly Sample[] =>
  Array.from({ length: 15 }, (_, index) => ({
    node: 'n',
    repetition: 1,
    step: 'one',
    operation: 'write',
    partitions: 1,
    batchSize: 100,
    concurrency: 10,
    entities: 100,
    retries: 0,
    ok: index < 10 ? 1 : 0,
    throttled: index < 10 ? 0 : 1,
    error: '',
    startMs: index < 10 ? index * seconds * 1000 : 0,
    durationMs: index < 10 ? seconds * 1000 : 1,
  }));
const findingsOf = (seconds: number): readonly string[] =>
  saturation.analyse(samplesOf(seconds), checkParameters(saturation.parameters, { line: 'lab-2010' })).findings;

it('says so where the store takes less than the network lets through', () => {
  expect(findingsOf(0.4)).toEqual([
    'One partition reached 250 of the 500 entities/s of the simulated network: the store behind it or this computer was the limit.',
  ]);
  expect(findingsOf(0.2)).toEqual([]);
});

it('has no rate for machines that were never at work together, and names those that were not', () => {
  const values = checkParameters(saturation.parameters, { line: 'lab-2010', partition: 'shared', table: 'Both' });
  const later = samplesOf(0.2).map((sample) => ({ ...sample, node: 'm', startMs: Number(sample.startMs) + 9000 }));
  const apart = saturation.analyse([...samplesOf(0.2), ...later], values);
  expect(apart.tables[0]?.rows[0]?.slice(0, 4)).toEqual(['one partition × 20', null, null, expect.any(Number)]);
  expect(apart.charts[0]?.series[0]?.points).toEqual([{ x: 20, y: null }]);
  expect(apart.findings.map((finding) => finding.slice(0, 30))).toEqual([
    'Each machine simulated a netwo',
    'The nodes did not run together',
  ]);
});
