// What ends a whole job is reported as an item of it, which has no size.
import type { AccountSource } from '../../azure/account';
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { idlePorts, launcherOver } from '../fixtures/launcher-over';
import { oneDownload, stateAfter } from '../fixtures/one-download';
import { type Entry, newEntry } from './job-entry';

const jobState = (): Entry['state'] => stateAfter(oneDownload('/target'));

it('tells of it by its title, without a size', async () => {
  const gone = new StowageError('not-found.container', 'There is no such container.');
  const accounts = { open: () => Promise.reject(gone) } as unknown as AccountSource;
  const { launcher } = launcherOver(jobState, 0, { ...idlePorts, accounts });
  const entry = newEntry(jobState());
  const items: unknown[] = [];
  entry.listeners.add((event) => {
    if (event.event === 'item') items.push(event.item);
  });
  await launcher.relaunch(entry, null);
  expect(await entry.ended).toMatchObject({ state: 'failed', failedCount: 1 });
  expect(items).toMatchObject([{ source: 'long.bin', target: '', bytes: null, code: 'not-found.container' }]);
});
