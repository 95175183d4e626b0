// Objects that are too large to be copied in one request, on a real server and with small limits.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { type RunningS3, hasS3Server, startS3Server } from '../../testing/s3-server';
import type { HttpClient, HttpRequest, HttpResponse } from '../azure/http/http-types';
import { S3Client } from './s3-client';

const partBytes = 5 * MiB;
const bucket = `large-${process.pid}`;
const source = randomBytes(partBytes + 1000);

describe.skipIf(!hasS3Server)('objects larger than one copy', () => {
  let s3: RunningS3;
  let client: S3Client;
  let sent: string[] = [];
  /** Done before the request with that operation is sent, once. */
  let before: { readonly operation: string; readonly act: () => Promise<unknown> } | null = null;
  /** What the service answers to a copy in one request. */
  let rejection = '';

  const http: HttpClient = {
    async send({ label, origin, method, path, headers, body, onHead }) {
      const { operation } = label;
      sent.push(operation);
      if (before?.operation === operation) {
        const { act } = before;
        before = null;
        await act();
      }
      const timing = { metadataNames: {}, queueMs: 0, firstByteMs: 0, totalMs: 0 };
      if (operation === 'CopyObject' && rejection !== '') {
        const text = `<Error><Code>${rejection}</Code><Message>The copy source is too large.</Message></Error>`;
        return { status: 400, headers: {}, body: Buffer.from(text), ...timing };
      }
      const url = `${origin.protocol}//${origin.hostname}:${origin.port}${path}`;
      const payload = body instanceof Uint8Array ? { body: Buffer.from(body) } : {};
      const answer = await fetch(url, { method, headers, ...payload });
      const head = { status: answer.status, headers: Object.fromEntries(answer.headers), ...timing };
      onHead?.(head, undefined as never);
      return { ...head, body: Buffer.from(await answer.arrayBuffer()) };
    },
    dispose: () => undefined,
  };

  function request(operation: string, name: string, given: Partial<HttpRequest> = {}): Promise<HttpResponse> {
    const label = { connectionId: 'c', service: 'blob', operation, resource: bucket } as const;
    return client.send({
      label: { ...label, partition: '', entities: 0, attempt: 1 },
      origin: { protocol: 'http:', hostname: '', port: 0 },
      method: 'PUT',
      path: `/${bucket}/${name}`,
      headers: {},
      limits: { connectMs: 1, headerMs: 1, stallMs: 1, totalMs: 1 },
      ...given,
    });
  }

  const put = (name: string, body = source): Promise<HttpResponse> =>
    request('PutBlob', name, {
      body,
      headers: { 'x-ms-blob-content-type': 'text/x-test', 'x-ms-meta-origin': 'test', 'x-ms-tags': 'a%2Bb=b%20c' },
    });
  const read = (name: string): Promise<HttpResponse> => request('GetBlob', name, { method: 'GET' });
  const copyTo = (name: string): Promise<HttpResponse> =>
    request('CopyBlob', name, { headers: { 'x-ms-copy-source': `${s3.origin}/${bucket}/source` } });

  beforeAll(async () => {
    s3 = await startS3Server();
    const { credential } = s3.descriptor();
    if (credential.kind !== 's3') throw new Error('not S3');
    client = new S3Client(http, s3.origin, credential, () => Date.now(), { wholeBytes: MiB, partBytes });
    await request('CreateContainer', '');
  });
  afterEach(() => {
    [before, rejection] = [null, ''];
  });
  afterAll(() => s3.stop());

  it('get other metadata with everything else that they have', async () => {
    await put('source');
    sent = [];
    expect((await request('SetBlobMetadata', 'source', { headers: { 'x-ms-meta-other': 'x' } })).status).toBe(200);
    expect(sent).not.toContain('CopyObject');
    expect(sent.filter((one) => one === 'UploadPartCopy')).toHaveLength(2);
    const { headers, body } = await read('source');
    expect(body.equals(source)).toBe(true);
    expect([headers['content-type'], headers['x-ms-meta-other'], headers['x-ms-meta-origin']]).toEqual([
      'text/x-test',
      'x',
      undefined,
    ]);
    const tags = await request('GetBlobTags', 'source', { method: 'GET' });
    expect(tags.body.toString()).toMatch(/<Key>a\+b<\/Key>\s*<Value>b c<\/Value>/u);
  });

  it('are copied where the service finds them too large, and only then', async () => {
    await put('source');
    sent = [];
    expect((await copyTo('in-one')).status).toBe(201);
    expect(sent).not.toContain('UploadPartCopy');
    rejection = 'InvalidRequest';
    expect((await copyTo('in-parts')).status).toBe(201);
    const { headers, body } = await read('in-parts');
    expect([body.equals(source), headers['content-type'], headers['x-ms-meta-origin']]).toEqual([
      true,
      'text/x-test',
      'test',
    ]);
    await put('source', Buffer.from('small'));
    expect((await copyTo('rejected')).headers['x-ms-error-code']).toBe('InvalidRequest');
  });

  it('stay as they are where another program writes meanwhile, and no parts stay either', async () => {
    await put('source');
    const other = randomBytes(source.length);
    before = { operation: 'UploadPartCopy', act: () => put('source', other) };
    const answer = await request('SetBlobMetadata', 'source', { headers: { 'x-ms-meta-other': 'x' } });
    expect([answer.status, answer.headers['x-ms-error-code']]).toEqual([412, 'ConditionNotMet']);
    expect(sent.at(-1)).toBe('AbortMultipartUpload');
    const now = await read('source');
    expect([now.body.equals(other), now.headers['x-ms-meta-other']]).toEqual([true, undefined]);
    expect(await s3.send('GET', `/${bucket}`, { uploads: '' })).not.toContain('<UploadId>');
  });
});
