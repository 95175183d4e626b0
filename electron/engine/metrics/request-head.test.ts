// What the monitor shows of a request must help to find a fault, and sign nothing.
import { expect, it } from 'vitest';
import { requestHeadOf } from './request-head';

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
