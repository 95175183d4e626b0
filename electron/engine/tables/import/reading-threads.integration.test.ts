import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultImportSettings } from '@shared/model/table-import';
import { GiB } from '@shared/units';
import { importWorkerPath } from '../fixtures/table-bench';
import type { Handed, ReadingThread } from './reading-thread';
import { createReadingThreads } from './reading-threads';
import { runFrame } from './parts/row-parts';
import type { ReadingTask } from './worker/messages';

const location = { kind: 'text', text: 'PartitionKey,RowKey,N\np,1,1\np,2,2\n' } as const;
const check: ReadingTask = {
  kind: 'check',
  location,
  reading: {},
  settings: defaultImportSettings,
  scratchDir: tmpdir(),
};
const feed = (text: string): ReadingTask => ({
  kind: 'feed',
  location: { kind: 'text', text },
  settings: defaultImportSettings,
  frame: runFrame(),
  salt: '',
  endpoint: 'http://h/a',
  service: 'storage',
  table: 'T',
  done: '',
  ahead: 10,
  keysRepeat: 'never',
  reading: { format: 'csv', encoding: 'utf-8', delimiter: ',', header: 'first-row', notes: [] },
  columns: ['PartitionKey', 'RowKey'].map((name) => {
    return { name, property: name, type: 'Edm.String', typeFrom: 'values', use: 'key' };
  }),
});

/** Everything of a task. */
async function whole(thread: ReadingThread): Promise<readonly Handed[]> {
  const seen: Handed[] = [];
  for (;;) {
    const message = await thread.next();
    seen.push(message);
    if (message.t === 'checked' || message.t === 'end') return seen;
  }
}

/** Notified a moment after it was started. */
async function nextStarted(): Promise<Worker> {
  const [worker] = (await once(process, 'worker')) as [Worker];
  return worker;
}

describe('threads that read inputs', () => {
  let started: Worker[];
  const note = (worker: Worker): void => void started.push(worker);
  beforeEach(() => {
    started = [];
    process.on('worker', note);
  });
  afterEach(() => void process.off('worker', note));

  it('serve one task after the other, and start another only where two are at work', async () => {
    const threads = createReadingThreads(importWorkerPath);
    const checking = threads.start(check);
    expect((await whole(checking)).at(-1)).toMatchObject({ t: 'checked', checked: { report: { rows: 2 } } });
    await checking.dispose();
    const feeding = threads.start(feed(location.text));
    expect(await whole(feeding)).toContainEqual(expect.objectContaining({ t: 'batch', indexes: Uint32Array.of(0, 1) }));
    expect(started).toHaveLength(1);
    const beside = threads.start(check);
    await whole(beside);
    expect(started).toHaveLength(2);
    await Promise.all([feeding.dispose(), beside.dispose()]);
    const last = threads.start(feed('PartitionKey,RowKey\nq,9\n'));
    // Nothing of the tasks before is left in it.
    expect(await whole(last)).toContainEqual(
      expect.objectContaining({ t: 'batch', id: 0, indexes: Uint32Array.of(0) }),
    );
    expect(await last.rowsOf(0)).toMatchObject([{ raw: ['q', '9'] }]);
    expect(started).toHaveLength(2);
    await last.dispose();
    await threads.dispose();
  });

  it('are ended where their task is not done, and when they are not needed for a while', async () => {
    const threads = createReadingThreads(importWorkerPath, 1);
    const given = threads.start(check);
    const firstEnded = once(await nextStarted(), 'exit');
    await given.dispose();
    await firstEnded;
    await expect(given.next()).rejects.toMatchObject({ code: 'cancelled.by-user' });
    const done = threads.start(check);
    const secondEnded = once(await nextStarted(), 'exit');
    await whole(done);
    await done.dispose();
    await secondEnded;
    await threads.dispose();
  });

  it('name the memory as the reason when an input takes more of it than a thread may use', async () => {
    const threads = createReadingThreads(importWorkerPath);
    const thread = threads.start(check);
    const worker = await nextStarted();
    await whole(thread);
    const next = thread.next();
    worker.emit('error', Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
    await expect(next).rejects.toMatchObject({
      code: 'invalid.input',
      context: { problem: expect.stringContaining('more memory') as string },
    });
    await threads.dispose();
  });

  it('name the memory as the reason when buffers and long texts grow outside of its heap', async () => {
    const threads = createReadingThreads(importWorkerPath);
    const rss = vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(0);
    const thread = threads.start(check);
    const ended = once(await nextStarted(), 'exit');
    await whole(thread);
    const next = thread.next();
    await vi.waitFor(() => expect(rss).toHaveBeenCalled());
    rss.mockReturnValue(2 * GiB);
    await expect(next).rejects.toMatchObject({
      code: 'invalid.input',
      context: { problem: expect.stringContaining('more memory') as string },
    });
    await ended;
    rss.mockRestore();
    await threads.dispose();
  });

  it('end with the engine', async () => {
    const threads = createReadingThreads(importWorkerPath);
    const thread = threads.start(check);
    const ended = once(await nextStarted(), 'exit');
    await whole(thread);
    await thread.dispose();
    await threads.dispose();
    await ended;
  });
});
