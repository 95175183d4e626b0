// When the records of a job are written, and which are delayed for a moment.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { Journal } from '../../journal/journal-file';
import { createJobJournal } from './job-journal';
import type { JobHead, JobRecord } from './job-records';
import { newJobState } from './job-state';

const head: JobHead = {
  t: 'job',
  version: 1,
  id: '0123456789abcdef01234567',
  createdAtMs: 0,
  title: 'crates',
  spec: {
    kind: 'upload',
    connectionId: 'c',
    container: 'quay',
    prefix: '',
    paths: ['/crates'],
    options: defaultTransferOptions,
  },
};
const file: JobRecord = {
  t: 'upload',
  f: 0,
  attempt: 0,
  path: '/crates/0',
  name: '0',
  bytes: 10,
  mtimeNs: '1',
  ino: '1',
  blockBytes: 1,
};
const committing: JobRecord = { t: 'committing', f: 0, md5: 'm' };

/** A journal in memory; `broken` while nothing can be written. */
function journalOf() {
  const written: string[] = [];
  const disk = { broken: null as Error | null };
  const journal: Journal<JobRecord> = {
    append: (records, durability) => {
      if (disk.broken !== null) return Promise.reject(disk.broken);
      written.push([durability, ...records.map(({ t }) => t)].join(' '));
      return Promise.resolve();
    },
    compact: (records) => {
      if (disk.broken !== null) return Promise.reject(disk.broken);
      written.push(['compact', ...records.map(({ t }) => t)].join(' '));
      return Promise.resolve();
    },
    close: () => {
      written.push('close');
      return Promise.resolve();
    },
  };
  const jobState = newJobState(head);
  const sync = (folder: string): Promise<void> => {
    if (disk.broken !== null) return Promise.reject(disk.broken);
    written.push(`sync ${folder}`);
    return Promise.resolve();
  };
  return { written, disk, state: jobState, own: createJobJournal(jobState, journal, sync) };
}

describe('the journal of a job', () => {
  it('writes blocks before later records of their file, and syncs when required', async () => {
    const { own, written, state: jobState } = journalOf();
    own.note(file);
    own.noteBlock(0, 0);
    own.noteBlock(0, 1);
    own.note(committing);
    expect([...(jobState.open.get(0)?.blocks ?? [])]).toEqual([0, 1]);
    await own.write();
    await own.write();
    await own.commit({ t: 'planned' });
    expect(written).toEqual(['lazy upload blocks committing', 'lazy', 'synced planned']);
  });

  describe('that is written for sure', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('blocks no caller on the disk, and is synced a second later, once for all', async () => {
      const { own, written } = journalOf();
      own.note(file);
      await own.writeForSure();
      own.note(committing);
      await own.writeForSure();
      expect(written).toEqual(['lazy upload', 'lazy committing']);
      await vi.advanceTimersByTimeAsync(1000);
      expect(written).toEqual(['lazy upload', 'lazy committing', 'synced']);
      await vi.advanceTimersByTimeAsync(5000);
      expect(written).toHaveLength(3);
    });

    it('is not synced once more after something that was', async () => {
      const { own, written } = journalOf();
      own.note(file);
      await own.writeForSure();
      await own.commit(committing);
      await own.close();
      await vi.advanceTimersByTimeAsync(5000);
      expect(written).toEqual(['lazy upload', 'synced committing', 'synced', 'close']);
    });

    it('reports to the job that it could not be synced', async () => {
      const { own, disk } = journalOf();
      await own.writeForSure();
      disk.broken = new Error('full');
      await vi.advanceTimersByTimeAsync(1000);
      expect(own.failure()).toEqual(new Error('full'));
    });
  });

  it('writes pending records before it closes', async () => {
    const { own, written } = journalOf();
    own.note(file);
    own.noteBlock(0, 3);
    await own.close();
    expect(written).toEqual(['synced upload blocks', 'close']);
  });

  it('is replaced by the state of the job, and repeats nothing', async () => {
    const { own, written, state: jobState } = journalOf();
    own.note(file);
    own.note({ t: 'ended', f: 0, outcome: 'done' });
    await own.compact();
    expect(jobState.filesDone).toBe(1);
    await own.write();
    expect(written).toEqual(['compact job totals state', 'lazy']);
  });

  it('writes records that arrive during a replacement once, after the shortened form', async () => {
    const { own, written } = journalOf();
    const compacted = own.compact();
    own.note({ t: 'planned' });
    await compacted;
    await own.write();
    expect(written).toEqual(['compact job totals state', 'lazy planned']);
  });

  it('still writes pending records when it could not be replaced', async () => {
    const { own, written, disk } = journalOf();
    own.note(file);
    disk.broken = new Error('full');
    await own.compact();
    expect(own.failure()).toBeUndefined();
    disk.broken = null;
    own.note({ t: 'planned' });
    await own.close();
    expect(written).toEqual(['synced upload planned', 'close']);
  });

  it('syncs the folders of files before it records them as done, each once', async () => {
    const { own, written } = journalOf();
    for (let f = 0; f < 10_000; f += 1) {
      own.reliesOn(f % 2 === 0 ? '/even' : '/odd');
      own.note({ t: 'ended', f, outcome: 'done' });
    }
    await Promise.all([own.write(), own.commit({ t: 'planned' })]);
    expect(written.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'sync /even',
      'sync /odd',
      'lazy ended',
      'synced planned',
    ]);
    own.reliesOn('/even');
    await own.compact();
    expect(written.slice(4)).toEqual(['sync /even', 'compact job totals planned state']);
  });

  it('records no files whose folder could not be synced, and names the folder', async () => {
    const { own, written, disk } = journalOf();
    own.reliesOn('/crates');
    own.note({ t: 'ended', f: 0, outcome: 'done' });
    disk.broken = Object.assign(new Error('worn out'), { code: 'EIO' });
    const rejected = { code: 'local.io', context: { path: '/crates' } };
    await expect(own.write()).rejects.toMatchObject(rejected);
    expect(own.failure()).toMatchObject(rejected);
    expect(written).toEqual([]);
    disk.broken = null;
    await own.compact();
    expect(written[0]).toBe('sync /crates');
  });

  it('retains the first write failure, and throws each to the caller that waits for it', async () => {
    const { own, disk } = journalOf();
    expect(own.failure()).toBeUndefined();
    disk.broken = new Error('full');
    own.note(file);
    await expect(own.write()).rejects.toThrow('full');
    disk.broken = new Error('gone');
    await expect(own.commit({ t: 'planned' })).rejects.toThrow('gone');
    expect(own.failure()).toEqual(new Error('full'));
  });
});
