// What is done with the journal of a resting job: opened and closed for it, one after another, whatever happens.
import { beforeEach, expect, it } from 'vitest';
import { launcherOver } from '../fixtures/launcher-over';
import { oneDownload, stateAfter } from '../fixtures/one-download';
import { type Entry, newEntry } from './job-entry';
import type { LauncherPorts } from './job-launcher';

const paused = { t: 'state', state: 'paused', atMs: 1, note: '', waitsFor: 'person' } as const;
const jobState = (): Entry['state'] => stateAfter([...oneDownload('/target'), paused]);
let entry: Entry;
beforeEach(() => {
  entry = newEntry(jobState());
});
const pace = { t: 'pace', pace: { kind: 'limit', bytesPerSecond: 1000 } } as const;

it('waits for what was asked for before', async () => {
  const { launcher, released } = launcherOver(jobState, 0);
  const order: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name} ends`);
  };
  await Promise.all([launcher.whileOpen(entry, work('one')), launcher.whileOpen(entry, work('two'))]);
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  expect(released()).toBe(2);
});

it('leaves the job free where it could not be recorded', async () => {
  const { launcher, released } = launcherOver(jobState, 1);
  await expect(launcher.whileOpen(entry, (journal) => journal.commit(pace))).rejects.toThrow('The disk is full.');
  expect(released()).toBe(1);
  await launcher.whileOpen(entry, (journal) => journal.commit(pace));
  expect(entry.state.pace).toEqual(pace.pace);
});

it('leaves the job free where what it noted could not be written at the end', async () => {
  const { launcher, released } = launcherOver(jobState, 1);
  await expect(launcher.whileOpen(entry, (journal) => journal.note(pace))).rejects.toThrow('The disk is full.');
  expect(entry.journal).toBeNull();
  expect(released()).toBe(1);
});

it('leaves the job free where it is put aside by a timetable, which cannot be recorded', async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown): number => unhandled.push(reason);
  process.on('unhandledRejection', listen);
  const timetable = { now: () => ({ at: 'pause' }), capOf: () => ({ bytesPerSecond: () => null }) };
  const { launcher, released } = launcherOver(jobState, 1, {
    timetable: timetable as unknown as LauncherPorts['timetable'],
    startOf: () => null,
  });
  expect(await launcher.relaunch(entry, null)).toBe('launched');
  // Rejections that nobody handles are told of between two turns of the loop.
  for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', listen);
  expect(unhandled).toEqual([]);
  await expect(entry.ended).rejects.toThrow('The disk is full.');
  expect([entry.journal, released()]).toEqual([null, 1]);
});
