// Pages of uploaded parts, from a server that cuts them anywhere, and tags.
import { expect, it } from 'vitest';
import type { HttpClient, HttpRequest, HttpResponse } from '../azure/http/http-types';
import { S3Client } from './s3-client';

const anonymous = {
  kind: 's3',
  accessKeyId: '',
  secretAccessKey: '',
  sessionToken: '',
  region: 'eu-west-1',
  pathStyle: true,
} as const;

/** Where redirects lead to. */
const location = 'http://elsewhere.example/';

function page(parts: readonly number[], next: string): string {
  const listed = parts.map((number) => `<Part><PartNumber>${number}</PartNumber><ETag>"e"</ETag><Size>5</Size></Part>`);
  const cut = next === '-' ? '' : `<IsTruncated>true</IsTruncated><NextPartNumberMarker>${next}</NextPartNumberMarker>`;
  return `<ListPartsResult>${listed.join('')}${cut}</ListPartsResult>`;
}

/** What the blob service would answer, where S3 answers with this status and these bodies, the last one repeated. */
async function answered(
  operation: 'CreateMultipartUpload' | 'GetBlockList' | 'GetBlobTags' | 'ListBlobs' | 'PutBlock',
  path: string,
  status: number,
  ...bodies: readonly string[]
): Promise<HttpResponse & { readonly text: string; readonly requests: number }> {
  let requests = 0;
  const http: HttpClient = {
    send: async () => {
      const body = Buffer.from(bodies[Math.min(requests, bodies.length - 1)] ?? '');
      requests += 1;
      const headers: Record<string, string> = status < 300 || status > 399 ? {} : { location };
      return { status, headers, metadataNames: {}, body, queueMs: 0, firstByteMs: 0, totalMs: 0 };
    },
    dispose: () => undefined,
  };
  const client = new S3Client(http, 'http://localhost:1', anonymous, () => 0);
  const label = { connectionId: 'c', service: 'blob', operation, resource: 'b' } as const;
  const request: HttpRequest = {
    label: { ...label, partition: '', entities: 0, attempt: 1 },
    origin: { protocol: 'http:', hostname: 'localhost', port: 1 },
    method: 'GET',
    path,
    headers: {},
    limits: { connectMs: 1, headerMs: 1, stallMs: 1, totalMs: 1 },
  };
  const answer = await client.send(request);
  return { ...answer, text: answer.body.toString('utf8'), requests };
}

/** The block list made of these pages, and the number of requests. */
async function listed(...pages: readonly string[]): Promise<{ readonly body: string; readonly requests: number }> {
  const { text, requests } = await answered('GetBlockList', '/b/a.bin?comp=blocklist&upload=u1', 200, ...pages);
  return { body: text, requests };
}

it('reads pages of parts until the last one, an empty one in between included', async () => {
  const { body, requests } = await listed(page([1, 2], '2'), page([], '4'), page([5], '-'));
  expect(requests).toBe(3);
  expect(body.match(/<Size>/gu)).toHaveLength(3);
});

it.each([
  ['the same page again', [page([1, 2], '2')], 'network.repeated-page'],
  ['an earlier page again', [page([1, 2], '2'), page([3], '1')], 'network.repeated-page'],
  ['a next page without its number', [page([1, 2], '')], 'network.malformed'],
  ['parts beyond the last possible number', [page([1], '10001')], 'network.malformed'],
  [
    'more parts than an upload can have',
    Array.from({ length: 12 }, (_, index) =>
      page(
        Array.from({ length: 999 }, () => 1),
        String(index + 1),
      ),
    ),
    'network.malformed',
  ],
])('ends with an error when the server names %s', async (_what, pages, code) => {
  await expect(listed(...pages)).rejects.toMatchObject({ code });
});

it('an object without tags has none, also where the server answers that there is no set of them', async () => {
  const none = '<Error><Code>NoSuchTagSet</Code><Message>There is no tag set.</Message></Error>';
  const { status, headers, text } = await answered('GetBlobTags', '/b/a.bin?comp=tags', 404, none);
  expect([status, headers['x-ms-error-code'], text]).toEqual([200, undefined, '<Tagging><TagSet></TagSet></Tagging>']);
  const missing = '<Error><Code>NoSuchKey</Code><Message>Gone.</Message></Error>';
  expect((await answered('GetBlobTags', '/b/a.bin?comp=tags', 404, missing)).status).toBe(404);
});

it.each([
  ['without an id', ''],
  ['with an id that no request can contain', 'u'.repeat(60_000)],
])('an upload %s is not begun', async (_, id) => {
  const body = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
  const beginning = answered('CreateMultipartUpload', '/b/a.bin', 200, body);
  await expect(beginning).rejects.toMatchObject({
    code: 'network.malformed',
    context: { operation: 'CreateMultipartUpload' },
  });
});

it('a truncated list is passed on, because its reader requests it again', async () => {
  const cut = '<ListBucketResult><Contents><Key>a</Key>';
  expect((await answered('ListBlobs', '/b?comp=list', 200, cut)).text).toBe(cut);
});

it('another document than a list is named with its operation', async () => {
  const foreign = answered('ListBlobs', '/b?comp=list', 200, '<Portal/>');
  await expect(foreign).rejects.toMatchObject({
    code: 'network.malformed',
    context: { operation: 'ListObjectsV2', problem: 'its document is “Portal” instead of “ListBucketResult”' },
  });
});

it('a denial inside of a success is one', async () => {
  const denied = '<Error><Code>AccessDenied</Code><Message>No.</Message></Error>';
  const { status, headers } = await answered('PutBlock', `/b/a.bin?comp=block&blockid=dTEwMDAwMA==`, 200, denied);
  expect([status, headers['x-ms-error-code']]).toEqual([403, 'AccessDenied']);
});

it('a redirect of S3 itself leads to another region, any other names its target', async () => {
  const body = '<Error><Code>TemporaryRedirect</Code><Message>Go.</Message></Error>';
  const region = await answered('GetBlobTags', '/b/a.bin?comp=tags', 307, body);
  expect([region.status, region.headers['x-ms-error-code'], region.headers.location]).toEqual([
    400,
    'PermanentRedirect',
    undefined,
  ]);
  const portal = await answered('GetBlobTags', '/b/a.bin?comp=tags', 302, '');
  expect([portal.status, portal.headers.location]).toEqual([302, location]);
});
