// A day of metrics, on disk and in memory: the same after a restart, bounded, and complete except for a torn second.
import { appendFile, mkdtemp, readdir, rm, truncate, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../testing/clock';
import { encodeRecord } from '../../journal/record-line';
import { Aggregate } from '../aggregate';
import { MetricsRecorder } from '../recorder';
import { History, historyRetentionMs } from './history';
import { createHistoryFiles } from './history-files';
import { createRecordedHistory } from './recorded-history';

const hourMs = 3_600_000;
const nowMs = 500_000 * hourMs;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-history-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function busy(requests: number, ms = 20): Aggregate {
  const aggregate = new Aggregate();
  for (let request = 0; request < requests; request += 1) aggregate.latency.record(ms);
  aggregate.countOperation('PutBlock', requests);
  if (requests > 4) aggregate.countCause('503 ServerBusy, egress', 1);
  aggregate.uploadBytes = requests * 1_000;
  return aggregate;
}

async function readBack(now = nowMs): Promise<readonly { readonly atMs: number; readonly requests: number }[]> {
  const found: { atMs: number; requests: number }[] = [];
  await createHistoryFiles(folder, { now: () => now }).read((atMs, { requests }) => found.push({ atMs, requests }));
  return found;
}

describe('history', () => {
  it('returns the same after a restart', async () => {
    const files = createHistoryFiles(folder, { now: () => nowMs });
    const before = new History();
    for (let second = 0; second < 90; second += 1) {
      const aggregate = busy(1 + (second % 7), 3 + second);
      before.add(nowMs + second * 1_000, aggregate);
      await files.append(nowMs + second * 1_000, aggregate);
    }
    await files.close();
    const after = new History();
    await createHistoryFiles(folder, { now: () => nowMs + 90_000 }).read((atMs, aggregate) =>
      after.add(atMs, aggregate),
    );
    const request = [nowMs, nowMs + 90_000, 30] as const;
    expect(after.series(...request)).toEqual(before.series(...request));
    const { points, stepMs, operations } = after.series(...request);
    expect(stepMs).toBe(3_000);
    expect(points).toHaveLength(30);
    expect(points[0]?.requestsPerSecond).toBeCloseTo((1 + 2 + 3) / 3);
    expect(points[0]?.uploadBytesPerSecond).toBeCloseTo(2_000);
    expect(operations.map(({ operation }) => operation)).toEqual(['PutBlock']);
  });

  it('switches to minutes for a day without losing a request', () => {
    const history = new History();
    for (let minute = 0; minute < 24 * 60; minute += 1) history.add(nowMs + minute * 60_000 + 500, busy(2));
    const { points, stepMs } = history.series(nowMs, nowMs + historyRetentionMs, 600);
    expect(points.length).toBeLessThanOrEqual(600);
    const sum = points.reduce((total, { requestsPerSecond }) => total + (requestsPerSecond * stepMs) / 1_000, 0);
    expect(Math.round(sum)).toBe(24 * 60 * 2);
  });

  it('preserves its rate when a requested step is only partly known or over', () => {
    const history = new History();
    for (let second = 0; second < 100; second += 1) history.add(nowMs + second * 1_000, busy(2));
    const rates = (fromMs: number, toMs: number, points: number): readonly number[] =>
      history.series(nowMs + fromMs, nowMs + toMs, points).points.map(({ requestsPerSecond }) => requestsPerSecond);
    expect(rates(1_000, 98_000, 20)).toEqual(Array.from({ length: 20 }, () => 2));
    expect(rates(-600_000, 98_000, 10)).toEqual([2, 2]);
    // Minutes, as for a day.
    expect(rates(-historyRetentionMs, 90_000, 600).every((rate) => rate === 2)).toBe(true);
  });

  it('reports since when it is complete', () => {
    const history = new History();
    expect(history.series(nowMs, nowMs + 1_000, 10).completeFromMs).toBe(nowMs + 1_000);
    history.add(nowMs + 5_000, busy(1));
    expect(history.series(nowMs, nowMs + 10_000, 10).completeFromMs).toBe(nowMs + 5_000);
  });

  it('loses only the last second when a crash tore its line', async () => {
    const files = createHistoryFiles(folder, { now: () => nowMs });
    for (const second of [0, 1, 2]) await files.append(nowMs + second * 1_000, busy(1 + second));
    await files.close();
    const [name = ''] = await readdir(folder);
    const path = join(folder, name);
    await truncate(path, (await stat(path)).size - 7);
    expect(await readBack()).toEqual([
      { atMs: nowMs, requests: 1 },
      { atMs: nowMs + 1_000, requests: 2 },
    ]);
    await appendFile(path, 'not a line of ours');
    expect(await readBack()).toHaveLength(2);
  });

  it('drops data older than a day, and the oldest data beyond the size limit', async () => {
    const roomy = createHistoryFiles(folder, { now: () => nowMs });
    for (const hour of [-30, -3, -2, -1]) await roomy.append(nowMs + hour * hourMs, busy(50));
    await roomy.close();
    expect((await readBack()).map(({ atMs }) => (atMs - nowMs) / hourMs)).toEqual([-3, -2, -1]);

    const [name = ''] = await readdir(folder);
    const oneFile = (await stat(join(folder, name))).size;
    const tight = createHistoryFiles(folder, { now: () => nowMs, maxBytes: oneFile * 2 + 10 });
    const left: number[] = [];
    await tight.read((atMs) => left.push((atMs - nowMs) / hourMs));
    expect(left).toEqual([-2, -1]);
  });
});

describe('a clock that was ahead', () => {
  it('is not believed when the history is read', async () => {
    const files = createHistoryFiles(folder, { now: () => nowMs });
    for (const second of [0, 59, 61, 25 * 3_600]) await files.append(nowMs + second * 1_000, busy(1));
    await files.close();
    expect((await readBack()).map(({ atMs }) => (atMs - nowMs) / 1_000)).toEqual([0, 59]);
  });

  it('shows new requests after the clock was set back', async () => {
    const clock = createFakeClock(nowMs);
    const history = createRecordedHistory(folder, { clock, log: (line) => expect.unreachable(line) });
    await history.series(0, 1, 1);
    const work = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        const recorder = new MetricsRecorder();
        recorder.bytesMoved('up', 1_000);
        history.addInterval(recorder.takeInterval());
        await clock.advance(1_000);
      }
    };
    await work(5);
    clock.shiftWallTime(25 * hourMs);
    await work(2);
    clock.shiftWallTime(-25 * hourMs);
    const fromMs = clock.now();
    await work(60);
    const { points, completeFromMs } = await history.series(fromMs, clock.now(), 60);
    expect(points.length).toBeGreaterThanOrEqual(58);
    expect(points.every(({ uploadBytesPerSecond }) => uploadBytesPerSecond === 1_000)).toBe(true);
    expect(completeFromMs).toBeLessThanOrEqual(fromMs + 2_000);
    await history.dispose();
  });
});

it('history: yields to other work while a busy hour is read', async () => {
  const lat = Array.from({ length: 60 }, (_, slot) => [slot, 1]);
  const line = (s: number): string =>
    encodeRecord({ s, up: 1, down: 0, thr: 0, ret: 0, fail: 0, maxMs: 9, lat, ops: {} });
  const lines = Array.from({ length: 3_600 }, (_, second) => line((nowMs - hourMs) / 1_000 + second));
  await writeFile(join(folder, `${nowMs / hourMs - 1}.1.jsonl`), lines.join(''));
  let hasWorked = false;
  const workedAt: boolean[] = [];
  await createHistoryFiles(folder, { now: () => nowMs }).read(() => {
    if (workedAt.length === 0) setImmediate(() => (hasWorked = true));
    workedAt.push(hasWorked);
  });
  expect(workedAt).toHaveLength(3_600);
  expect(workedAt.at(-1)).toBe(true);
});
