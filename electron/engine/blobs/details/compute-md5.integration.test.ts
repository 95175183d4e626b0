// The MD5 of a blob's content against a real server: what is read, and what happens when the blob changes.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Md5Progress } from '@shared/model/blob-details';
import { MiB } from '@shared/units';
import { type DetailsBench, connectionId, context, startDetailsBench } from './fixtures/details-bench';

let bench: DetailsBench;
beforeAll(async () => {
  bench = await startDetailsBench();
});
afterEach(() => bench.proxy.clearFaults());
afterAll(() => bench.dispose());

async function newBlob(content: Uint8Array) {
  const container = await bench.newContainer();
  const name = 'crates – größer.bin';
  const client = container.getBlockBlobClient(name);
  await client.uploadData(content, { blockSize: 4 * MiB, maxSingleShotSize: 4 * MiB });
  const address = { connectionId, container: container.containerName, name };
  const { etag, lastModified, bytes, contentMd5 } = await bench.calls['blob-details.read'](address, context);
  return { client, contentMd5, version: { ...address, etag, lastModified, totalBytes: bytes } };
}
type Version = Awaited<ReturnType<typeof newBlob>>['version'];

async function compute(version: Version, signal = context.signal, onEvent: () => void = () => undefined) {
  const events: Md5Progress[] = [];
  const push = (event: Md5Progress): void => {
    events.push(event);
    onEvent();
  };
  await bench.streams['blob-details.compute-md5'](version, { signal, push });
  return events;
}

const md5 = (content: Uint8Array): string => createHash('md5').update(content).digest('base64');
const isGet = ({ method }: { readonly method: string }): boolean => method === 'GET';
const reads = (): number => bench.proxy.requests.filter(isGet).length;

it('is that of the content, across ranges, for a blob without a stored one', async () => {
  const content = randomBytes(9 * MiB + 7);
  const { contentMd5, version } = await newBlob(content);
  expect(contentMd5).toBe('');
  const before = reads();
  const events = await compute(version);
  expect(events[0]).toEqual({ doneBytes: 4 * MiB, md5: null });
  expect(events.at(-1)).toEqual({ doneBytes: content.length, md5: md5(content) });
  expect(reads() - before).toBe(3);
});

it('is that of nothing for an empty blob', async () => {
  const { version } = await newBlob(new Uint8Array());
  expect(await compute(version)).toEqual([{ doneBytes: 0, md5: '1B2M2Y8AsgTpgAmY7PhCfg==' }]);
});

it('counts no byte twice when a connection breaks in the middle of a range', async () => {
  const content = randomBytes(5 * MiB);
  const { version } = await newBlob(content);
  bench.proxy.inject({ fault: { kind: 'reset-download', afterBytes: MiB }, when: isGet });
  expect((await compute(version)).at(-1)?.md5).toBe(md5(content));
});

it('never mixes two versions', async () => {
  const { client, version } = await newBlob(randomBytes(9 * MiB));
  const act = (): Promise<unknown> => client.uploadData(randomBytes(9 * MiB));
  const isSecond = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): boolean =>
    String(headers['x-ms-range']).startsWith(`bytes=${4 * MiB}-`);
  bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isSecond });
  await expect(compute(version)).rejects.toMatchObject({ code: 'conflict.etag-changed' });
});

it('stops reading when it is cancelled', async () => {
  const { version } = await newBlob(randomBytes(13 * MiB));
  const controller = new AbortController();
  const before = reads();
  await expect(compute(version, controller.signal, () => controller.abort())).rejects.toMatchObject({
    code: 'cancelled.by-user',
  });
  expect(reads() - before).toBe(1);
});
