// Pages of uploaded parts, from a server that cuts them anywhere.
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

function page(parts: readonly number[], next: string): string {
  const listed = parts.map((number) => `<Part><PartNumber>${number}</PartNumber><ETag>"e"</ETag><Size>5</Size></Part>`);
  const cut = next === '-' ? '' : `<IsTruncated>true</IsTruncated><NextPartNumberMarker>${next}</NextPartNumberMarker>`;
  return `<ListPartsResult>${listed.join('')}${cut}</ListPartsResult>`;
}

/** The block list made of these pages, the last of which is repeated; and the number of requests. */
async function listed(...pages: readonly string[]): Promise<{ readonly body: string; readonly requests: number }> {
  let requests = 0;
  const http: HttpClient = {
    send: async () => {
      const body = Buffer.from(pages[Math.min(requests, pages.length - 1)] ?? '');
      requests += 1;
      return { status: 200, headers: {}, metadataNames: {}, body, queueMs: 0, firstByteMs: 0, totalMs: 0 };
    },
    dispose: () => undefined,
  };
  const client = new S3Client(http, 'http://localhost:1', anonymous, () => 0);
  const label = { connectionId: 'c', service: 'blob', operation: 'GetBlockList', resource: 'b' } as const;
  const request: HttpRequest = {
    label: { ...label, partition: '', entities: 0, attempt: 1 },
    origin: { protocol: 'http:', hostname: 'localhost', port: 1 },
    method: 'GET',
    path: '/b/a.bin?comp=blocklist&upload=u1',
    headers: {},
    limits: { connectMs: 1, headerMs: 1, stallMs: 1, totalMs: 1 },
  };
  const answer: HttpResponse = await client.send(request);
  return { body: answer.body.toString('utf8'), requests };
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
])('ends with an error when the server names %s', async (_what, pages, code) => {
  await expect(listed(...pages)).rejects.toMatchObject({ code });
});
