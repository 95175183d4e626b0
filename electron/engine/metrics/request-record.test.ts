import { describe, expect, it } from 'vitest';
import { endedRequest } from './fixtures/ended-request';
import { requestHeadOf, throttleCauseOf } from './request-record';

describe('the cause of a throttle', () => {
  it('is what the service answers, with the limit that it names', () => {
    const busy = endedRequest({ status: 503, errorCode: 'ServerBusy' });
    expect(throttleCauseOf(busy)).toBe('503 ServerBusy');
    expect(throttleCauseOf({ ...busy, overLimit: 'egress' })).toBe('503 ServerBusy, egress');
    expect(throttleCauseOf(endedRequest({ status: 500, errorCode: 'OperationTimedOut' }))).toBe(
      '500 OperationTimedOut',
    );
    expect(throttleCauseOf(endedRequest({ status: 429, errorCode: '429' }))).toBe('429');
  });

  it('is empty for other failures', () => {
    expect(throttleCauseOf(endedRequest({ status: 500, errorCode: 'InternalError' }))).toBe('');
    expect(throttleCauseOf(endedRequest({ status: 404, errorCode: 'TableNotFound' }))).toBe('');
  });
});

it('request head: has the query and the headers that describe the request, without what signs it', () => {
  const path = '/quay/a.bin?comp=block&blockid=QUFB%3D&sv=2025-01-05&Sig=a%2Fb%3D&se=2026';
  const head = requestHeadOf(path, {
    Authorization: 'SharedKey harbour:secret',
    'proxy-authorization': 'Basic secret',
    'x-ms-copy-source-authorization': 'Bearer secret',
    'x-ms-encryption-key': 'secret',
    'x-ms-meta-note': 'secret',
    'x-ms-tags': 'owner=secret',
    'x-ms-lease-id': 'secret',
    cookie: 'secret',
    'Content-MD5': 'mmd5',
    'x-ms-if-tags': 'a',
    'If-None-Match': '*',
    'x-ms-blob-content-md5': 'whole',
    'x-ms-copy-source': 'https://other.example/c/b?sp=r&sig=s%2Fecret&sr=b',
  });
  expect(head.split('\n')).toEqual([
    'comp=block&blockid=QUFB%3D&sv=2025-01-05&sig=…&se=2026',
    'content-md5: mmd5',
    'x-ms-if-tags: a',
    'if-none-match: *',
    'x-ms-blob-content-md5: whole',
    'x-ms-copy-source: https://other.example/c/b?sp=r&sig=…&sr=b',
  ]);
  expect(head).not.toContain('ecret');
  expect(requestHeadOf('/quay', {})).toBe('');
});
