// A file that the run before may have written is told of, too, when the next run is cancelled before it comes to it.
import { expect, it } from 'vitest';
import { createFakeClock } from '../../../testing/clock';
import { idlePorts, launcherOver } from '../fixtures/launcher-over';
import { oneDownload, stateAfter } from '../fixtures/one-download';
import { createTurnQueue } from '../pace/turn-queue';
import { type Entry, newEntry } from './job-entry';
import { createJobStops } from './job-stops';

const unanswered = { t: 'committing', f: 0, md5: '' } as const;
const paused = { t: 'state', state: 'paused', atMs: 1, note: '', waitsFor: 'person' } as const;
const jobState = (): Entry['state'] => stateAfter([...oneDownload('/target'), unanswered, paused]);

/** The job waits for its turn, behind another one. */
async function waiting() {
  const clock = createFakeClock();
  const turns = createTurnQueue(1);
  await turns.enter('other');
  const { launcher } = launcherOver(jobState, 0, { ...idlePorts, turns });
  const entry = newEntry(jobState());
  await launcher.relaunch(entry, null);
  const stop = createJobStops({ clock, turns, launcher, onChange: () => undefined });
  return { entry, cancel: () => stop(entry, 'cancel'), note: () => launcher.snapshot(entry).note };
}

it('with the whole job', async () => {
  const { cancel, note } = await waiting();
  await cancel();
  expect(note()).toBe('1 file: may be there all the same, because it was being written when it was stopped');
});

it('by itself', async () => {
  const { entry, cancel, note } = await waiting();
  await entry.job?.cancelFile(0);
  await cancel();
  expect(note()).toContain('1 file: may be there all the same');
});
