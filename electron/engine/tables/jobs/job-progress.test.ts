// How a job reports its pace: the current rate and the remaining time by it, and the mean over the time in which it
// moved.
import { StowageError } from '@shared/errors';
import german from '@shared/strings/de.json';
import { setLanguage, t } from '@shared/strings/t';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../ports';
import { adjustPace, startPace } from './pace';
import { importView } from './fixtures/import-view';
import { JobProgress } from './job-progress';

let atMs = 0;
const clock: Clock = { now: () => atMs, monotonic: () => atMs, sleep: () => Promise.resolve() };

function started(rowsTotal: number): JobProgress {
  const progress = new JobProgress(importView(), clock, () => undefined);
  progress.begin('running');
  progress.set({ rowsTotal });
  return progress;
}

/** So many rows each second. */
function write(progress: JobProgress, rows: number, seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    atMs += 1_000;
    progress.count({ rowsDone: rows });
  }
}

beforeEach(() => {
  atMs = 5_000;
});

describe('JobProgress', () => {
  it('estimates the remaining time from the current rate, and follows it when it slows down', () => {
    const progress = started(10_000);
    write(progress, 1_000, 4);
    expect(progress.view()).toMatchObject({ rowsPerSecond: 1_000, remainingMs: 6_000 });
    write(progress, 100, 5);
    expect(progress.view()).toMatchObject({ rowsPerSecond: 100, remainingMs: 55_000 });
  });

  it('shows no remaining time without responses, and reports for how long', () => {
    const progress = started(5_000);
    write(progress, 500, 4);
    atMs += 5_000;
    expect(progress.view()).toMatchObject({ note: '' });
    atMs += 29_000;
    expect(progress.view()).toMatchObject({ rowsPerSecond: 0, remainingMs: null, note: 'no response for 34 s' });
    write(progress, 500, 1);
    expect(progress.view()).toMatchObject({ note: '' });
    expect(progress.view().remainingMs).not.toBeNull();
    progress.dispatch({ type: 'paused', waitsFor: 'person' });
    atMs += 60_000;
    expect(progress.view()).toMatchObject({ note: '' });
  });

  it('groups failures of rows by cause, whatever value or column it quotes', () => {
    const progress = started(100);
    const rejectRow = (message: string, line: number): void =>
      progress.failed('invalid.entity', message, `line ${line}`);
    rejectRow('Quantity: “many” is not a whole number.', 3);
    rejectRow('PlacedAt: “1.9.” is not a UTC time.', 4);
    rejectRow('Quantity: “a ”few“, or "a few"” is not a whole number.', 9);
    expect(progress.view().failures).toMatchObject([
      { message: 'Quantity: “many” is not a whole number.', count: 2, examples: ['line 3', 'line 9'] },
      { message: 'PlacedAt: “1.9.” is not a UTC time.', count: 1, examples: ['line 4'] },
    ]);
    rejectRow('Quantity: “few” is not a whole number.', 11);
    rejectRow('Quantity: “2” is not a whole number.', 2);
    expect(progress.view().failures[0]?.examples).toEqual(['line 2', 'line 3', 'line 9', 'line 11']);
    for (let column = 0; column < 40; column += 1) rejectRow(`C${column}: wrong.`, 10 + column);
    const { failures } = progress.view();
    expect(
      failures.reduce((sum, { count }) => sum + count, 0),
      'no row is left out',
    ).toBe(45);
    progress.failed('conflict.exists', 'p / 1 exists.', 'p / 1');
    progress.failed('conflict.exists', 'p / 2 exists.', 'p / 2');
    expect(progress.view().failures.at(-1)).toMatchObject({ code: 'conflict.exists', count: 2 });
  });

  it('shows the current rate after a pause, excluding the pause', () => {
    const progress = started(10_000);
    write(progress, 500, 4);
    progress.dispatch({ type: 'paused', waitsFor: 'person' });
    atMs += 600_000;
    progress.begin('running');
    expect(progress.view()).toMatchObject({ rowsPerSecond: 0, remainingMs: null, note: '' });
    write(progress, 500, 2);
    expect(progress.view()).toMatchObject({ rowsPerSecond: 500, remainingMs: 14_000 });
  });

  it('is not called silent where each answer takes long, nor before the first could be there', () => {
    const progress = started(50);
    atMs += 5_000;
    expect(progress.view()).toMatchObject({ note: '' });
    for (let answer = 0; answer < 4; answer += 1) {
      atMs += 9_000;
      progress.count({ rowsDone: 1 });
    }
    atMs += 20_000;
    expect(progress.view()).toMatchObject({ note: '' });
    expect(progress.view().rowsPerSecond).toBeGreaterThanOrEqual(0);
  });

  it('shows the mean over the time in which it moved, also after the end', () => {
    const progress = started(2_000);
    expect(progress.view().meanRowsPerSecond).toBeUndefined();
    write(progress, 300, 2);
    progress.dispatch({ type: 'paused', waitsFor: 'person' });
    atMs += 60_000;
    progress.begin('running');
    write(progress, 100, 2);
    progress.cutOff(new StowageError('network.reset', 'The line was cut.'));
    atMs += 60_000;
    progress.count({});
    write(progress, 200, 4);
    progress.end({ type: 'finished', as: 'done' }, null);
    atMs += 60_000;
    expect(progress.view()).toMatchObject({ rowsPerSecond: 0, meanRowsPerSecond: 200 });
  });

  it('shows the reason of its pace, its action and its wait in the current language', () => {
    onTestFinished(() => setLanguage({ tag: 'en', catalogue: {} }));
    const progress = started(100);
    const wish = { batchSize: 'auto', concurrency: 'auto' } as const;
    const seen = { atMs: 500, rowsPerSecond: 10, saturated: true, throttled: 1, timeouts: 0 };
    progress.set({
      pace: adjustPace(startPace('auto', 'auto'), seen, wish).pace,
      facts: () => [{ name: 'a', value: t`all` }],
    });
    progress.cutOff(new StowageError('network.reset', 'The line was cut.'));
    setLanguage({ tag: 'de', catalogue: german });
    const { pace, note, facts } = progress.view();
    expect(pace?.reason).toBe('der Dienst drosselt: weniger gleichzeitig');
    expect(note).toMatch(/^wartet auf das Netz: /u);
    expect(facts).toEqual([{ name: 'a', value: 'alle' }]);
    progress.end({ type: 'finished', as: 'done' }, null);
    expect(progress.view().note).toBe('');
  });

  it('counts rejected rows as processed', () => {
    const progress = started(100);
    atMs += 2_000;
    progress.count({ rowsDone: 20, rowsRejected: 20 });
    expect(progress.view().meanRowsPerSecond).toBe(20);
  });
});
