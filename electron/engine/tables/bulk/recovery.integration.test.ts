// Bulk jobs of earlier runs: an unreadable or unknown one hides no other, and is reported.
import { isTableJob } from '@shared/jobs/kinds';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { wholeTable } from '@shared/model/table-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../testing/clock';
import { encodeRecord } from '../../journal/record-line';
import { JobRegistry } from '../../jobs/registry';
import type { BulkHead } from './bulk-records';
import { createBulkChanges } from './create-bulk';
import { noSources } from './fixtures/bulk-bench';

let stateDir: string;
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-recovery-'));
  await mkdir(join(stateDir, 'bulk'));
});
afterAll(() => rm(stateDir, { recursive: true, force: true }));

const head = (id: string): BulkHead => ({
  record: 'bulk',
  id,
  connectionId: 'c',
  table: 'Orders',
  kind: 'delete',
  title: 'Orders',
  action: { kind: 'delete' },
  condition: 'as-read',
  readColumns: 'all',
  undo: 'keep',
  restores: null,
  query: wholeTable('Orders'),
  rowsPerSecond: null,
  createdAtMs: 1000,
});

const inFolder = (name: string): string => join(stateDir, 'bulk', name);
const keep = (earlier: BulkHead): Promise<void> => writeFile(inFolder(`${earlier.id}.jsonl`), encodeRecord(earlier));

const locked = () => Promise.reject(new Error('Nothing is sent here.'));
const accounts = { open: locked, openForWriting: locked };
const ports = { accounts, sources: noSources, clock: systemClock, log: () => undefined };

describe('the recovery of bulk jobs', () => {
  it('makes nothing in the state folder, which may be read-only', async () => {
    const bare = join(stateDir, 'bare');
    await mkdir(bare);
    await createBulkChanges({ ...ports, stateDir: bare, jobs: new JobRegistry(systemClock) }).recover();
    expect(await readdir(bare)).toEqual([]);
  });

  it('skips unreadable ones, reports them, and lists all others', async () => {
    await mkdir(inFolder('a.jsonl'));
    await keep(head('b'));
    await mkdir(inFolder('b.results'));
    await keep({ ...head('c'), query: { ...wholeTable('Orders'), filterText: 'Status is open' } });
    await keep(head('d'));
    const jobs = new JobRegistry(systemClock);
    await expect(createBulkChanges({ ...ports, stateDir, jobs }).recover()).rejects.toMatchObject({
      code: 'local.denied',
    });
    const listed = jobs.list().filter(isTableJob);
    expect(listed.map(({ id }) => id).sort()).toEqual(['c', 'd']);
    expect(listed.find(({ id }) => id === 'c')?.facts).toContainEqual({ name: 'Rows', value: 'Status is open' });
    expect(jobs.unread.map(({ context }) => basename(String(context.path))).sort()).toEqual(['a.jsonl', 'b.jsonl']);
  });
});
