import { expect, it } from 'vitest';
import { StowageError, cancelled } from '@shared/errors';
import { maxRejections } from '../azure/failures/rejection-tally';
import { createFakeClock } from '../../testing/clock';
import { changeEachBlob } from './each-blob';

const denied = new StowageError('auth.denied', 'No.');
type Work = (name: string, done: { deleted: number }, signal: AbortSignal) => Promise<void>;
const refusing =
  (isRejected: (name: string) => boolean): Work =>
  (name, done) => {
    if (isRejected(name)) return Promise.reject(denied);
    done.deleted += 1;
    return Promise.resolve();
  };
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

/** The reported progress, and how it ends. */
function change(names: readonly string[], work: Work, rejected: 'stop' | 'to the end' = 'stop') {
  const clock = createFakeClock();
  const stop = new AbortController();
  const reports: unknown[] = [];
  const done = { deleted: 0 };
  const ended = changeEachBlob(
    (async function* pages() {
      yield await Promise.resolve(names);
    })(),
    { nameOf: (name) => name, done, work: (name, signal) => work(name, done, signal) },
    { clock, signal: stop.signal, rejected, push: (progress) => void reports.push(progress) },
  );
  return { clock, stop, report: reports, ended };
}
async function changed(names: readonly string[], isRejected: (name: string) => boolean): Promise<unknown> {
  const { report: reports, ended } = change(names, refusing(isRejected));
  await ended;
  return reports.at(-1);
}

it('eachBlob: reports a denied blob by name when others are accepted', async () => {
  expect(await changed(['a', 'b', 'c'], (name) => name === 'b')).toMatchObject({
    state: 'complete',
    deleted: 2,
    failedCount: 1,
    failed: [{ name: 'b', code: 'auth.denied' }],
  });
});

it('eachBlob: fails as a whole when none is accepted, however few there are', async () => {
  await expect(changed(['a', 'b'], () => true)).rejects.toThrow(denied);
});

it('eachBlob: continues past many denied blobs to those that are not', async () => {
  expect(await changed(numbered(900), (name) => Number(name) < 899)).toMatchObject({
    state: 'complete',
    deleted: 1,
    failedCount: 899,
  });
});

it('eachBlob: stops after very many denials in a row and names them, unless all are to be attempted', async () => {
  const names = numbered(maxRejections + 500);
  const isRejected = (name: string): boolean => Number(name) < maxRejections + 400;
  const stopped = change(names, refusing(isRejected));
  await expect(stopped.ended).rejects.toThrow(denied);
  const last = stopped.report.at(-1) as { readonly failedCount: number; readonly failed: readonly unknown[] };
  expect(last.failed[0]).toMatchObject({ name: '0', code: 'auth.denied' });
  expect(last).toMatchObject({
    state: 'stopped',
    deleted: 0,
  });
  expect(last.failedCount).toBeGreaterThanOrEqual(maxRejections);
  expect(last.failedCount).toBeLessThan(maxRejections + 64);

  const whole = change(names, refusing(isRejected), 'to the end');
  await whole.ended;
  expect(whole.report.at(-1)).toMatchObject({ state: 'complete', deleted: 100, failedCount: maxRejections + 400 });
});

it('eachBlob: completes when everything is denied and the user wants all of it attempted', async () => {
  const { report: reports, ended } = change(
    ['a', 'b'],
    refusing(() => true),
    'to the end',
  );
  await ended;
  expect(reports.at(-1)).toMatchObject({ state: 'complete', deleted: 0, failedCount: 2 });
});

it('eachBlob: counts the requests in progress when the user stopped it, and reports those without an answer', async () => {
  const answers: (() => void)[] = [];
  const {
    clock,
    stop,
    report: reports,
    ended,
  } = change(numbered(100), (_name, done, signal) => {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(cancelled()));
      answers.push(() => {
        done.deleted += 1;
        resolve();
      });
    });
  });
  ended.catch(() => undefined);
  await clock.advance(0);
  expect(answers).toHaveLength(64);
  stop.abort();
  for (const answer of answers.slice(0, 60)) answer();
  await clock.advance(1000);
  await expect(ended).rejects.toMatchObject({ kind: 'cancelled' });
  expect(answers).toHaveLength(64);
  expect(reports.at(-1)).toMatchObject({ state: 'stopped', deleted: 60, unanswered: 4 });
});
