// Pages of done and skipped files against real journals: whatever was compacted when, every one is listed once.
import fc from 'fast-check';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { truncateAsOnWindows } from '../../../disk/fixtures/windows-truncate';
import { encodeRecord } from '../../journal/record-line';
import { createJobJournal } from './job-journal';
import type { JobHead, JobRecord } from './job-records';
import { type JobStore, createJobStore } from './job-store';
import { newJobState } from './job-state';

let folder: string;
let store: JobStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-settled-'));
  store = createJobStore(folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const options = defaultTransferOptions;
const headOf = (id: string): JobHead => ({
  t: 'job',
  version: 1,
  id,
  createdAtMs: 1,
  title: 'crates',
  spec: { kind: 'upload', connectionId: 'c', container: 'quay', prefix: '', paths: ['/crates'], options },
});
const planOf = (f: number): JobRecord => ({
  t: 'upload',
  f,
  attempt: 0,
  path: `/crates/${f}`,
  name: `crates/${f}`,
  bytes: f * 10,
  mtimeNs: '1',
  ino: '1',
  blockBytes: 0,
});
const failure = { source: 's', target: 't', code: 'network.reset' as const, message: 'm', context: {} };
/** Earlier versions wrote none; here, that of every third file is missing. */
const timingOf = (f: number) =>
  f % 3 === 0 ? undefined : { startedAtMs: f, endedAtMs: f + 40, requests: 2, tries: 3 };
const endOf = (f: number, outcome: 'done' | 'skipped' | 'failed'): JobRecord => ({
  t: 'ended',
  f,
  outcome,
  ...(outcome === 'failed' ? { failure: { file: f, ...failure } } : {}),
  ...(outcome === 'skipped' ? { reason: 'the same' } : {}),
  ...(timingOf(f) === undefined ? {} : { timing: timingOf(f) }),
});

it('lists each settled file once and in order, wherever the journal was compacted', async () => {
  const steps = fc.array(fc.constantFrom('done', 'skipped', 'failed', 'compact', 'look'), { maxLength: 40 });
  let jobs = 0;
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 7 }), async (taken, limit) => {
      const head = headOf(String(jobs++).padStart(24, '0'));
      const opened = await store.create(head);
      const journal = createJobJournal(newJobState(head), opened.journal);
      const expected: { done: string[]; skipped: string[] } = { done: [], skipped: [] };
      const check = async (): Promise<void> => {
        for (const outcome of ['done', 'skipped'] as const) {
          const names: string[] = [];
          for (let total = 1; names.length < total;) {
            const page = await store.settled(head.id, { outcome, offset: names.length, limit });
            total = page.total;
            names.push(...page.files.map(({ name, reason }) => `${name} ${reason ?? ''}`));
            expect(page.files.map(({ timing }) => timing)).toEqual(page.files.map(({ f }) => timingOf(f)));
            expect(total).toBe(expected[outcome].length);
          }
          expect(names).toEqual(expected[outcome]);
          const sample = await store.settled(head.id, { outcome, offset: 1, limit: 3, every: limit });
          expect(sample.files.map(({ name }) => name)).toEqual(
            [0, 1, 2].flatMap((at) => names[1 + at * limit]?.split(' ')[0] ?? []),
          );
        }
      };
      for (const [f, step] of taken.entries()) {
        if (step === 'look') {
          await journal.write();
          await check();
        } else if (step === 'compact') {
          await journal.write();
          await Promise.all([journal.compact(), check()]);
        } else {
          journal.note(planOf(f));
          journal.note(endOf(f, step));
          if (step === 'done') expected.done.push(`crates/${f} `);
          if (step === 'skipped') expected.skipped.push(`crates/${f} the same`);
        }
      }
      await journal.write();
      await check();
      await journal.close();
      await opened.release();
    }),
    { numRuns: 25 },
  );
});

it('reads on while a file that failed is tried again, and knows the names of an earlier version without their sizes', async () => {
  const head = headOf('f'.repeat(24));
  const opened = await store.create(head);
  const journal = createJobJournal(newJobState(head), opened.journal);
  const earlier = { f: 90, path: '/crates/old', segments: [], name: 'crates/old' };
  await writeFile(join(folder, 'jobs', `${head.id}.moved`), encodeRecord(earlier));
  for (const record of [planOf(0), planOf(1), endOf(0, 'failed'), endOf(1, 'done')]) journal.note(record);
  await journal.write();
  const names = async (): Promise<unknown> => {
    const { files } = await store.settled(head.id, { outcome: 'done', offset: 0, limit: 10 });
    return files.map(({ name, bytes }) => [name, bytes]);
  };
  expect(await names()).toEqual([
    ['crates/old', null],
    ['crates/1', 10],
  ]);
  journal.note({ t: 'retry', f: 0 });
  journal.note(endOf(0, 'done'));
  await journal.write();
  expect(await names()).toEqual([
    ['crates/old', null],
    ['crates/1', 10],
    ['crates/0', 0],
  ]);
  await journal.close();
  await opened.release();
});

it('loses nothing behind a line that a full disk cut short, also where a file that is appended to cannot be cut', async () => {
  await truncateAsOnWindows();
  const head = headOf('b'.repeat(24));
  const { journal, release } = await store.create(head);
  const listPath = join(folder, 'jobs', `${head.id}.moved`);
  await journal.append([planOf(0), planOf(1), endOf(0, 'done')], 'synced');
  await journal.compact([head, planOf(1)]);
  await appendFile(listPath, encodeRecord({ f: 1, path: '', segments: [], name: 'crates/1' }).slice(0, -9));
  await journal.append([endOf(1, 'done'), planOf(2), endOf(2, 'done')], 'synced');
  await journal.compact([head]);
  const { files } = await store.settled(head.id, { outcome: 'done', offset: 0, limit: 10 });
  expect(files.map(({ f }) => f)).toEqual([0, 1, 2]);
  const moved: number[] = [];
  for await (const group of store.moved(head.id)) moved.push(...group.map(({ f }) => f));
  expect(moved).toEqual([0, 1, 2]);
  await journal.close();
  await release();
});
