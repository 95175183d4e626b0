// Content that is designed to crash its parser: the preview ends with a message, and the engine continues.
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { MiB } from '@shared/units';
import { type PreviewBench, previewWorkerPath, startPreviewBench } from '../fixtures/preview-bench';
import { runPreview } from './preview-thread';
import { bytesOf, parquetOf, varint } from '../../parquet/fixtures/parquet-bombs';

let bench: PreviewBench;
beforeAll(async () => {
  bench = await startPreviewBench();
});
afterAll(() => bench.dispose());

const context = { signal: new AbortController().signal };

describe('preview: a Parquet file that declares more than it contains', () => {
  it.each([
    ['two thousand million values in a page of a few bytes', { values: 2_000_000_000, pageBytes: 6 }],
    ['a page of two gigabytes', { values: 3, pageBytes: 2_000_000_000 }],
    ['a negative number of values', { values: -5, pageBytes: 6 }],
    ['more rows than values', { values: 3, pageBytes: 6, rows: 2 ** 40 }],
    ['more values than its pages', { values: 2, pageBytes: 6 }],
  ])('is reported and its schema shown when it has %s', async (_, promised) => {
    const bytes = parquetOf(promised);
    const blob = await bench.put('promises.parquet', bytes);
    const given = { ...bench.location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: MiB };
    const rssBefore = process.memoryUsage.rss();
    const { body, columns } = await bench.preview.calls['preview.parquet'](given, context);
    expect(columns.map(({ name }) => name)).toEqual(['n']);
    expect(body).toMatchObject({ kind: 'unreadable', reason: expect.stringContaining('declares more data') as string });
    expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(300 * MiB);
  });

  it('is rejected when it has more columns than a window can show', async () => {
    const bytes = parquetOf({ values: 3, pageBytes: 6, moreColumns: 20_000 });
    const blob = await bench.put('columns.parquet', bytes);
    const given = { ...bench.location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: MiB };
    await expect(bench.preview.calls['preview.parquet'](given, context)).rejects.toMatchObject({
      code: 'invalid.input',
      context: { problem: expect.stringContaining('more columns') as string },
    });
  });

  it('is rejected when its schema declares columns that it does not have', async () => {
    const bytes = parquetOf({ values: 3, pageBytes: 6, declaredColumns: 2_000_000_000 });
    const blob = await bench.put('schema.parquet', bytes);
    const given = { ...bench.location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: MiB };
    await expect(bench.preview.calls['preview.parquet'](given, context)).rejects.toMatchObject({
      code: 'invalid.input',
      context: { problem: expect.stringContaining('footer') as string },
    });
  });

  it('ends the thread and not the engine when its footer declares a list of a thousand million entries', async () => {
    // FileMetaData with field 2, the schema: a list of structures with that many entries and none of them present.
    const footer = bytesOf(0x15, 0x02, 0x19, 0xfc, ...varint(1_000_000_000), 0x00);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    const bytes = Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]);
    const blob = await bench.put('footer.parquet', bytes);
    const given = { ...bench.location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: MiB };
    await expect(bench.preview.calls['preview.parquet'](given, context)).rejects.toMatchObject({
      code: 'invalid.input',
    });
  });

  it('reports a compressed page that expands beyond the size in its header', async () => {
    const whole = Buffer.from(
      parquetWriteBuffer({
        columnData: [{ name: 'n', data: Array.from({ length: 1000 }, () => 'text'), type: 'STRING' }],
        codec: 'UNCOMPRESSED',
      }),
    );
    expect(gzipSync(Buffer.alloc(64 * MiB)).length).toBeLessThan(MiB);
    const bytes = parquetOf({ values: 3, pageBytes: 12, codec: 'gzip', page: gzipSync(Buffer.alloc(64 * MiB)) });
    const blob = await bench.put('gzip.parquet', bytes);
    const given = { ...bench.location, ...blob, totalBytes: bytes.length, fromRow: 0, limitBytes: MiB };
    const { body } = await bench.preview.calls['preview.parquet'](given, context);
    expect(body.kind).toBe('unreadable');
    const good = await bench.put('good.parquet', whole);
    const next = { ...bench.location, ...good, totalBytes: whole.length, fromRow: 0, limitBytes: MiB };
    expect((await bench.preview.calls['preview.parquet'](next, context)).body.kind).toBe('rows');
  });
});

describe('preview: a thread', () => {
  const endless = { byteLength: 100, allow: () => undefined, slice: () => new Promise<ArrayBuffer>(() => undefined) };
  const request = { container: 'c', name: 'slow.parquet', etag: 'e', totalBytes: 100, fromRow: 0, limitBytes: 10 };
  const parts = { workerPath: previewWorkerPath, name: 'slow.parquet' };

  it('is terminated when it parses for too long', async () => {
    const text = `${'"'.repeat(3)},`.repeat(3 * MiB);
    const { signal } = new AbortController();
    const running = runPreview(
      { kind: 'delimited', text, delimiter: ',' },
      { ...parts, source: null, signal, maxParsingMs: 50 },
    );
    await expect(running).rejects.toMatchObject({
      code: 'invalid.input',
      context: { problem: expect.stringContaining('takes too long') as string },
    });
  });

  it('does not count the time that a slow service takes, and ends with its caller', async () => {
    const stopping = new AbortController();
    const running = runPreview(
      { kind: 'parquet', request },
      { ...parts, source: endless, signal: stopping.signal, maxParsingMs: 2_000 },
    );
    const ended = running.catch((thrown: unknown) => StowageError.from(thrown).code);
    setTimeout(() => stopping.abort(), 2_500);
    expect(await ended).toBe('cancelled.by-user');
  });
});
