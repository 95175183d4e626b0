import { X509Certificate } from 'node:crypto';
import { connect, createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createCertificate, fingerprintOf, isFor } from './certificate';

const now = Date.UTC(2026, 10, 29);

test('certificate: is valid for its names and addresses, from a day before it was made', () => {
  const { certPem } = createCertificate(['node01.cluster', '10.0.0.7', 'fe80::1:2'], now);
  const read = new X509Certificate(certPem);
  expect(read.subject).toBe('CN=Stowage hub');
  expect(read.verify(read.publicKey)).toBe(true);
  expect(new Date(read.validFrom).getTime()).toBe(now - 24 * 60 * 60_000);
  expect(new Date(read.validTo).getUTCFullYear()).toBe(2036);
  expect(isFor(certPem, ['node01.cluster', '10.0.0.7', 'fe80::1:2'], now)).toBe(true);
  expect(isFor(certPem, ['node02.cluster'], now)).toBe(false);
  expect(isFor(certPem, ['10.0.0.8'], now)).toBe(false);
  expect(isFor(certPem, ['10.0.0.7'], Date.UTC(2037, 0, 1))).toBe(false);
  expect(fingerprintOf(certPem)).toMatch(/^[0-9a-f]{64}$/u);
});

test('certificate: a client that trusts nothing else connects, and one that trusts another does not', async () => {
  const own = createCertificate(['127.0.0.1'], Date.now());
  const other = createCertificate(['127.0.0.1'], Date.now());
  const server = createServer({ key: own.keyPem, cert: own.certPem }, (socket) => socket.end('hello'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const answer = (ca: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, ca });
      socket.on('data', (data: Buffer) => resolve(data.toString()));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
  expect(await answer(own.certPem)).toBe('hello');
  expect(await answer(other.certPem)).toMatch(/SELF_SIGNED|UNABLE_TO/u);
  await new Promise((done) => server.close(done));
});
