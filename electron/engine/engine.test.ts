// The effects of removing or saving a connection, and of a failure to do so.
import { expect, it } from 'vitest';
import { type ConnectionChangesParts, createConnectionChanges } from './engine';

type Saved = Parameters<ReturnType<typeof createConnectionChanges>['connections.update']>[0];
const saved = { id: 'c' } as Saved;

/** The rooms, which record their calls. */
function rooms(connections: 'change' | 'cannot change') {
  const notified: string[] = [];
  const change = (): Promise<unknown> => {
    if (connections === 'cannot change') return Promise.reject(new Error('The disk is full.'));
    notified.push('connections');
    return Promise.resolve({ id: 'c' });
  };
  const notify =
    (room: string) =>
    (id: string): Promise<void> =>
      Promise.resolve(void notified.push(`${room} ${id}`));
  const forget = ({ connectionId }: { readonly connectionId: string }): Promise<void> => notify('undo')(connectionId);
  const parts = {
    connections: { calls: { 'connections.remove': change, 'connections.update': change } },
    library: { forgetConnection: notify('library') },
    tableEdits: { calls: { 'undo.forget': forget } },
    staged: { forgetConnection: notify('staged') },
    jobs: { credentialChanged: notify('jobs') },
  } as unknown as ConnectionChangesParts;
  const calls = createConnectionChanges(parts);
  const context = { signal: new AbortController().signal };
  return {
    report: notified,
    remove: async () => calls['connections.remove']({ connectionId: 'c' }, context),
    update: async () => calls['connections.update'](saved, context),
  };
}

it('removed connection: its library, its undo and its staged changes are removed with it', async () => {
  const { report: notified, remove } = rooms('change');
  await remove();
  expect(notified).toEqual(['connections', 'library c', 'undo c', 'staged c']);
});

it('a saved connection resumes the jobs that waited for it', async () => {
  const { report: notified, update } = rooms('change');
  await update();
  expect(notified).toEqual(['connections', 'jobs c']);
});

it('failed removal or save: has no further effects', async () => {
  const { report: notified, remove, update } = rooms('cannot change');
  await expect(remove()).rejects.toThrow('The disk is full.');
  await expect(update()).rejects.toThrow('The disk is full.');
  expect(notified).toEqual([]);
});
