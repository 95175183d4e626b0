// Each way of reading a range of a blob: a response with a different range than requested is not accepted.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileMark, markFolder } from '../../../disk/partial-file';
import type { RestAccount, ServiceRequest } from '../../azure/account';
import { compareRange } from './checked-ranges';
import { carryBlock } from './copy';
import { getBlob, getRange } from './download';
import { createBufferPool, type TaskContext, type OpenFiles, createOpenFiles } from './task-context';

const whole = Buffer.from('AAAABBBBCCCC');
let folder: string;
let path: string;
let files: OpenFiles;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stowage-ranges-'));
  path = join(folder, 'blob');
  files = createOpenFiles();
});
afterEach(async () => {
  await files.releaseJob('job');
  rmSync(folder, { recursive: true });
});

/** `other`: the first responses carry bytes from 0, whatever is requested; `without a range`: they name none. */
type Answers = { readonly kind: 'other'; readonly times: number } | { readonly kind: 'without a range' };

function reading(answers: Answers): { context: TaskContext; retried: string[]; stored: string[] } {
  const retried: string[] = [];
  const stored: string[] = [];
  let requestCount = 0;
  const send = (request: ServiceRequest): Promise<unknown> => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers?.['x-ms-range'] ?? '') ?? [];
    if (first === undefined) {
      stored.push(Buffer.from(request.body ?? []).toString());
      return Promise.resolve({ totalMs: 0, heldMs: 0 });
    }
    requestCount += 1;
    const isOther = answers.kind === 'other' && requestCount <= answers.times;
    const [from, to] = isOther ? [0, Number(last) - Number(first)] : [Number(first), Number(last)];
    const body = whole.subarray(from, to + 1);
    const responseHeaders: Record<string, string> =
      answers.kind === 'other' ? { etag: '"1"', 'content-range': `bytes ${from}-${to}/${whole.length}` } : {};
    const head = {
      status: 206,
      headers: { ...responseHeaders, 'content-length': String(body.length) },
      metadataNames: {},
    };
    request.onAttempt?.(1);
    try {
      request.onHead?.(head);
      if (request.target !== undefined) {
        request.target.room().set(body);
        request.target.filled(body.length);
      } else request.onBody?.(body);
    } catch (error) {
      return Promise.reject(error);
    }
    return Promise.resolve({ ...head, body, heldMs: 0, firstByteMs: 0, totalMs: 0 });
  };
  const account = { send } as unknown as RestAccount;
  const context = {
    jobId: 'job',
    account,
    source: account,
    files,
    buffers: createBufferPool(0),
    signal: new AbortController().signal,
    random: () => 0,
    retried: (cause: string) => retried.push(cause),
    onAttempt: () => undefined,
  } as unknown as TaskContext;
  return { context, retried, stored };
}

const part = { container: 'b', name: 'n', etag: '"1"', offset: 4, length: 4, file: 0 };
const from = { container: 'b', name: 'n', etag: '"1"', bytes: 12, contentMd5: '', lastModified: '' };
const ways = {
  'a download': async (context: TaskContext) => {
    writeFileSync(path, Buffer.alloc(12, '.'));
    const mark = fileMark(statSync(path, { bigint: true }));
    await getRange({ ...part, path, mark }, context);
    return readFileSync(path, 'latin1');
  },
  'a comparison': async (context: TaskContext) => {
    writeFileSync(path, whole);
    return (await compareRange({ ...part, path }, context)).outcome;
  },
  'a block that is carried': async (context: TaskContext) => {
    await carryBlock({ container: 'c', name: 'm', from, offset: 4, length: 4, blockId: 'x' }, context);
    return 'stored';
  },
};
const right = { 'a download': '....BBBB....', 'a comparison': 'same', 'a block that is carried': 'stored' };

describe.each(['a download', 'a comparison', 'a block that is carried'] as const)('%s', (way) => {
  it('requests a range again when the response carries a different one', async () => {
    const { context, retried, stored } = reading({ kind: 'other', times: 1 });
    expect(await ways[way](context)).toBe(right[way]);
    expect(retried).toEqual(['network.range-ignored']);
    expect(stored).toEqual(way === 'a block that is carried' ? ['BBBB'] : []);
  });

  it('fails where another range comes each time', async () => {
    const { context, stored } = reading({ kind: 'other', times: 99 });
    await expect(ways[way](context)).rejects.toMatchObject({ code: 'network.range-ignored', context: { blob: 'n' } });
    expect(stored).toEqual([]);
  });
});

it('requested range: an answer without a range carries the whole blob', async () => {
  const { context } = reading({ kind: 'without a range' });
  const destination = {
    temporaryPath: `${path}.part`,
    path,
    modified: '',
    replace: 'no',
    folder: markFolder(dirname(path)),
    mark: '',
  } as const;
  const blob = { container: 'b', name: 'n', etag: '"1"', bytes: 12, md5: '', destination, unlessExists: '' };
  const diskPace = { isQuick: () => true, sync: () => undefined };
  expect(await getBlob(blob, { ...context, diskPace })).toMatchObject({ outcome: 'final' });
  expect(readFileSync(path, 'latin1')).toBe('AAAABBBBCCCC');
  await expect(ways['a comparison'](context)).rejects.toMatchObject({ code: 'network.range-ignored' });
});

// A disk may return fewer bytes than requested before the end of a file, as network drives do.

const blob = Buffer.from('abcdefgh');

/** The result of a comparison with a file that is read at most three bytes at a time. */
async function compared(file: Buffer): Promise<string> {
  const send = (request: { target: { room: () => Uint8Array; filled: (bytes: number) => void } }): Promise<unknown> => {
    request.target.room().set(blob);
    request.target.filled(blob.length);
    return Promise.resolve({ headers: { 'content-range': 'bytes 0-7/8' } });
  };
  const read = (into: Buffer, at: number, length: number, from: number): Promise<{ bytesRead: number }> =>
    Promise.resolve({ bytesRead: file.copy(into, at, from, from + Math.min(3, length)) });
  const files = { get: () => Promise.resolve({ read }) };
  const context = { account: { send }, files, onAttempt: () => undefined } as unknown as TaskContext;
  const task = { container: 'b', name: 'n', etag: '"1"', file: 0, path: '/f', offset: 0, length: 8 };
  return (await compareRange(task, context)).outcome;
}

it('local range: is read until it is complete', async () => {
  expect(await compared(blob)).toBe('same');
  expect(await compared(Buffer.from('abcdefgx'))).toBe('differs');
  expect(await compared(Buffer.from('abcdefg'))).toBe('differs');
});
