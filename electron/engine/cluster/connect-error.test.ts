// Each way in which a hub cannot be joined, with real sockets: every one has a sentence of its own, with the fix.
import { type Server, createServer } from 'node:net';
import { createServer as createWebServer } from 'node:http';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { errorMessage } from '@shared/error-text';
import { StowageError } from '@shared/errors';
import { systemClock } from '../system-clock';
import { createCertificate } from './certificate';
import { connectError } from './connect-error';
import type { Join } from './identity';
import { joinAsClient } from './jetstream';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const seed = 'SUAMK2FG4MI6UE3ACF3FK3OIQBCEIEZV7NSWFFEW63UXMRLFM2XLAXK4GY';
const joinOf = (url: string, certificate: string | null = null): Join => ({
  stowage: 'join',
  version: 1,
  role: 'worker',
  url,
  certificate,
  fingerprint: null,
  seed,
});
const certificateOf = (nowMs: number) => createCertificate(['127.0.0.1'], nowMs);
const info = `INFO ${JSON.stringify({ server_id: 'x', version: '2.12.0', max_payload: 1000, proto: 1 })}\r\n`;
const infoWithTls = info.replace('"proto":1', '"proto":1,"tls_required":true');

/** Why it cannot be joined. */
async function reasonOf(join: Join): Promise<StowageError> {
  const options = { clock: systemClock, field: '--join', name: 'test' };
  const thrown = await joinAsClient(join, options).then(
    async (line) => line.close(),
    (error: unknown) => error,
  );
  if (thrown instanceof StowageError) return thrown;
  throw new Error('It has joined.');
}

test('joining a hub: names a host that cannot be resolved', async () => {
  const error = await reasonOf(joinOf('nats://no-such-hub.invalid:4222'));
  expect(error).toMatchObject({ code: 'network.name-unknown', context: { host: 'no-such-hub.invalid:4222' } });
  expect(errorMessage(error).action).toContain('DNS');
});

test('joining a hub: names a port where nothing listens', async () => {
  const error = await reasonOf(joinOf('nats://127.0.0.1:1'));
  expect(error.code).toBe('network.refused');
  expect(errorMessage(error).action).toContain('Start the hub there');
});

test('joining a hub: names a program that is no hub, whether it speaks first or not', async () => {
  const ssh = await listening(createServer((socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n')));
  expect((await reasonOf(joinOf(`nats://127.0.0.1:${ssh}`))).code).toBe('network.not-azure');
  const web = await listening(createWebServer());
  const timeout = Object.assign(new Error('timeout'), { name: 'TimeoutError' });
  const error = await connectError(timeout, joinOf(`nats://127.0.0.1:${web}`), '--join');
  expect(errorMessage(error).explanation).toContain('accepts the connection, but does not respond as a hub does');
});

test('joining a hub: names a host that does not respond at all', async () => {
  const timeout = Object.assign(new Error('timeout'), { name: 'TimeoutError' });
  const error = await connectError(timeout, joinOf('nats://127.0.0.1:1'), '--join');
  expect(error).toMatchObject({ code: 'network.timeout', context: { reason: 'connect' } });
  expect(errorMessage(error).action).toContain('firewall');
});

test('joining a hub: names a connection that is closed at once', async () => {
  const port = await listening(createServer((socket) => socket.resetAndDestroy()));
  expect((await reasonOf(joinOf(`nats://127.0.0.1:${port}`))).code).toBe('network.reset');
});

test('joining a hub: names the key that its server rejects', async () => {
  const server = createServer((socket) => {
    socket.write(info.replace('"proto":1', '"proto":1,"auth_required":true,"nonce":"n"'));
    socket.once('data', () => socket.end("-ERR 'Authorization Violation'\r\n"));
  });
  const error = await reasonOf(joinOf(`nats://127.0.0.1:${await listening(server)}`));
  expect(error).toMatchObject({ code: 'invalid.input', context: { field: '--join' } });
  expect(String(error.context.problem)).toContain('does not accept the key');
});

test('joining a hub: names another certificate, one that has expired, and a line that is not encrypted', async () => {
  const years = 365 * 24 * 60 * 60_000;
  const problemWith = async (own: ReturnType<typeof certificateOf>, expected: string): Promise<string> => {
    const secure = createTlsServer({ key: own.keyPem, cert: own.certPem });
    secure.on('tlsClientError', () => undefined);
    const server = createServer((socket) => {
      socket.write(infoWithTls);
      socket.on('error', () => undefined);
      secure.emit('connection', socket);
    });
    const error = await reasonOf(joinOf(`tls://127.0.0.1:${await listening(server)}`, expected));
    expect(error.code).toBe('invalid.input');
    return String(error.context.problem);
  };
  const [own, other, old] = [Date.now(), Date.now(), Date.now() - 20 * years].map(certificateOf);
  if (own === undefined || other === undefined || old === undefined) throw new Error('There are three.');
  expect(await problemWith(own, other.certPem)).toContain('has another certificate');
  expect(await problemWith(old, old.certPem)).toContain('is not valid on the date');
  const plain = await listening(createServer((socket) => socket.write(info)));
  const error = await reasonOf(joinOf(`tls://127.0.0.1:${plain}`, own.certPem));
  expect(String(error.context.problem)).toContain('does not encrypt');
});
