// Ranges, search and delimited text against a real server: what is requested, and what happens when the blob changes.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FindEvent } from '@shared/model/blob-preview';
import { MiB } from '@shared/units';
import { type PreviewBench, startPreviewBench } from '../fixtures/preview-bench';

let bench: PreviewBench;
let account: PreviewBench['account'];
let location: PreviewBench['location'];
let preview: PreviewBench['preview'];
let proxy: PreviewBench['proxy'];
let put: PreviewBench['put'];
let rangesOf: PreviewBench['rangesOf'];
beforeAll(async () => {
  bench = await startPreviewBench();
  ({ account, location, preview, proxy, put, rangesOf } = bench);
});
beforeEach(() => bench.proxy.clearFaults());
afterAll(() => bench.dispose());

const context = { signal: new AbortController().signal };

describe('preview.read', () => {
  it('brings exactly the bytes of the range', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 251);
    const blob = await put('exact.bin', bytes);
    const read = await preview.calls['preview.read']({ ...location, ...blob, offset: 65_000, length: 5_000 }, context);
    expect(read.offset).toBe(65_000);
    expect(Buffer.from(read.bytes).equals(Buffer.from(bytes.subarray(65_000)))).toBe(true);
    expect(rangesOf('exact.bin')).toEqual(['bytes=65000-69999']);
  });

  it('rejects continuing when the version has changed or is gone', async () => {
    const first = await put('changing.txt', Buffer.from('one version'));
    const range = { ...location, ...first, offset: 0, length: 3 };
    await preview.calls['preview.read'](range, context);
    const second = await put('changing.txt', Buffer.from('two version'));
    await expect(preview.calls['preview.read'](range, context)).rejects.toMatchObject({
      code: 'conflict.etag-changed',
    });
    const { bytes } = await preview.calls['preview.read']({ ...range, etag: second.etag }, context);
    expect(Buffer.from(bytes).toString()).toBe('two');
    await (await account.blobService()).getContainerClient('looked-into').deleteBlob('changing.txt');
    // Which of the two a server reports first is its own choice.
    await expect(preview.calls['preview.read'](range, context)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:not-found\.blob|conflict\.etag-changed)$/u) as string,
    });
  });

  it('reads exactly the range that it requested', async () => {
    const blob = await put('short.bin', new Uint8Array(1000));
    const range = { ...location, ...blob, offset: 0, length: 1000 };
    const isGet = ({ method }: { readonly method: string }): boolean => method === 'GET';
    proxy.inject({ fault: { kind: 'cut-body', bytes: 400 }, when: isGet });
    await expect(preview.calls['preview.read'](range, context)).rejects.toMatchObject({ code: 'network.truncated' });
    proxy.inject({
      fault: { kind: 'answer', status: 200, headers: { 'x-ms-version': '2019-02-02' }, body: 'x'.repeat(5000) },
      when: isGet,
      times: Infinity,
    });
    await expect(preview.calls['preview.read'](range, context)).rejects.toMatchObject({
      code: 'network.range-ignored',
    });
  });

  it('reports that an archived blob cannot be read', async () => {
    const blob = await put('cold.txt', Buffer.from('cold'));
    proxy.inject({
      fault: {
        kind: 'answer',
        status: 409,
        headers: { 'x-ms-version': '2019-02-02', 'x-ms-error-code': 'BlobArchived' },
      },
      when: ({ method }) => method === 'GET',
    });
    await expect(
      preview.calls['preview.read']({ ...location, ...blob, offset: 0, length: 1 }, context),
    ).rejects.toMatchObject({ code: 'conflict.archived' });
  });
});

describe('preview.find', () => {
  const search = async (
    blob: { readonly name: string; readonly etag: string },
    change: { readonly text: string; readonly totalBytes: number; readonly fromOffset?: number },
  ): Promise<readonly FindEvent[]> => {
    const events: FindEvent[] = [];
    const { text, totalBytes, fromOffset = 0 } = change;
    await preview.streams['preview.find'](
      { ...location, ...blob, totalBytes, fromOffset, needle: Buffer.from(text), letterCase: 'ignore', units: 'bytes' },
      { ...context, push: (event) => events.push(event) },
    );
    return events;
  };
  const hitsOf = (events: readonly FindEvent[]): readonly number[] =>
    events.flatMap((event) => (event.kind === 'progress' ? event.hits : []));

  it('finds matches across ranges and reports its progress', async () => {
    const bytes = Buffer.alloc(9 * MiB, '.');
    for (const at of [3, 4 * MiB - 2, 8 * MiB + 1]) bytes.write('Anchor', at);
    const blob = await put('haystack.txt', bytes);
    const events = await search(blob, { text: 'anchor', totalBytes: bytes.length });
    expect(hitsOf(events)).toEqual([3, 4 * MiB - 2, 8 * MiB + 1]);
    expect(events.at(-1)).toEqual({ kind: 'end', reason: 'searched' });
    expect(events.at(-2)).toMatchObject({ doneBytes: 9 * MiB });
    expect(hitsOf(await search(blob, { text: 'anchor', totalBytes: bytes.length, fromOffset: 4 }))).toEqual([
      4 * MiB - 2,
      8 * MiB + 1,
    ]);
  });

  it('stops after the first thousand matches and reports that', async () => {
    const blob = await put('same.txt', Buffer.alloc(4000, 'ab'));
    const events = await search(blob, { text: 'ab', totalBytes: 4000 });
    expect(hitsOf(events)).toHaveLength(1000);
    expect(events.at(-1)).toEqual({ kind: 'end', reason: 'limit' });
  });

  it('fails where the blob changes on the way', async () => {
    const blob = await put('moving.txt', Buffer.alloc(100, 'x'));
    await put('moving.txt', Buffer.alloc(100, 'y'));
    await expect(search(blob, { text: 'x', totalBytes: 100 })).rejects.toMatchObject({ code: 'conflict.etag-changed' });
  });
});

describe('preview.delimited', () => {
  it('parses quotes, ragged rows and delimiters, and counts what is not a row', async () => {
    const read = preview.calls['preview.delimited'];
    expect(await read({ text: 'a;b\n"1;2";"say ""hi"""\n\n3\n', delimiter: ';' }, context)).toEqual({
      rows: [['a', 'b'], ['1;2', 'say "hi"'], ['3']],
      skippedLines: 0,
      ends: 'with a row',
    });
    const open = await read({ text: 'a,b\n"never closed,1\n', delimiter: ',' }, context);
    expect(open).toEqual({ rows: [['a', 'b']], skippedLines: 1, ends: 'in a quote' });
  });
});
