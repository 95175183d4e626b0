import { mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fullDisk } from '../../../testing/full-disk';
import { type MoveHead, openMoveJournal } from './move-journal';

let stateDir: string;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-moves-'));
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

const head: MoveHead = {
  id: 'move',
  undoId: 'undo',
  connectionId: 'local',
  table: 'T',
  atMs: 0,
  before: { partitionKey: 'P', rowKey: 'R', timestamp: '', etag: 'e', properties: [] },
  to: { partitionKey: 'Q', rowKey: 'R' },
  properties: [],
};
const files = (): Promise<string[]> => readdir(join(stateDir, 'moves'));

describe('a move whose journal cannot be written', () => {
  it('does not begin, leaves nothing behind, and can be begun again', async () => {
    const journal = openMoveJournal(stateDir);
    const disk = await fullDisk();
    await expect(journal.begin(head)).rejects.toMatchObject({ code: 'ENOSPC' });
    disk.mockRestore();
    expect([await files(), await journal.interrupted()]).toEqual([[], []]);
    await (await journal.begin(head)).abandon();
    expect(await journal.interrupted()).toMatchObject([{ id: 'move', state: 'planned' }]);
  });

  it('has no owner when it could not even be opened', async () => {
    const journal = openMoveJournal(stateDir);
    const inTheWay = join(stateDir, 'moves', 'move.jsonl');
    await mkdir(inTheWay, { recursive: true });
    await expect(journal.begin(head)).rejects.toMatchObject({ code: 'local.denied' });
    await rmdir(inTheWay);
    await (await journal.begin(head)).close();
    expect(await files()).toEqual([]);
  });
});
