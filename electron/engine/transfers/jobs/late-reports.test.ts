// Requests of which a busy thread reports only after the run was recorded: the next run counts them, so that the number
// of requests never shrinks.
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { endedRequest } from '../../metrics/fixtures/ended-request';
import { launcherOver } from '../fixtures/launcher-over';
import { oneDownload, stateAfter } from '../fixtures/one-download';
import type { JobReport } from '../worker/messages';
import { type Entry, newEntry } from './job-entry';
import type { LauncherPorts } from './job-launcher';

const sent = { requests: 5, retries: 1, throttled: 0, operations: [] };
const paused = { t: 'state', state: 'paused', atMs: 1, note: '', waitsFor: 'person', ranMs: 10, sent } as const;
const jobState = (): Entry['state'] => stateAfter([...oneDownload('/target'), paused]);

/** Of the timetable. */
let held: { readonly at: 'pause'; readonly untilMs: null } | null = null;

/** Its runs end at once, because the key is refused. */
const ports = {
  accounts: { open: () => Promise.reject(new StowageError('auth.key-rejected', 'No.')) },
  pool: {
    startThreads: () => undefined,
    closeJob: () => Promise.resolve(),
    threadUse: () => 0,
  },
  timetable: { now: () => held, capOf: () => ({ bytesPerSecond: () => null }) },
  holdSweeps: () => () => undefined,
  startOf: () => null,
} as unknown as Partial<LauncherPorts>;

it.each(['at once', 'after a pause of its timetable'])(
  'are counted by the run that follows %s, and until then by none',
  async (when) => {
    held = null;
    const { launcher } = launcherOver(jobState, 0, ports);
    const entry = newEntry(jobState());
    const counts = () => {
      const { requests, retries } = launcher.snapshot(entry);
      return { requests, retries };
    };
    const run = async (): Promise<void> => {
      await launcher.relaunch(entry, null);
      await entry.ended;
    };
    await run();
    expect(counts()).toEqual({ requests: 5, retries: 1 });
    const late = { ended: [endedRequest({}), endedRequest({})], retried: ['503'], slowdownMs: 0 };
    entry.job?.report({ uploadBytes: 0, downloadBytes: 0, ...late } as unknown as JobReport);
    expect(counts()).toEqual({ requests: 5, retries: 1 });
    if (when !== 'at once') {
      held = { at: 'pause', untilMs: null };
      await run();
      held = null;
    }
    await run();
    expect(counts()).toEqual({ requests: 7, retries: 2 });
  },
);
