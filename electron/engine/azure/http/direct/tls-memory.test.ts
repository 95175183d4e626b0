import { once } from 'node:events';
import { type TLSSocket, createServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { portOf } from '../../../../testing/local-servers';
import { testCertificate, testCertificateKey } from '../../../../testing/tls-certificate';
import type { Origin } from '../http-types';
import type { Connection } from './connection';
import { ConnectionPool } from './connection-pool';
import { type TlsMemory, createTlsMemory } from './tls-memory';

const server = createServer({ cert: testCertificate, key: testCertificateKey });
afterEach(() => new Promise((resolve) => void server.close(resolve)));

async function listen(): Promise<Origin> {
  return { protocol: 'https:', hostname: 'localhost', port: await portOf(server) };
}

/** Connects as one job does, and returns whether the server recognised the session. */
async function connectOnce(origin: Origin, tls: TlsMemory, authorities: string): Promise<boolean> {
  const pool = new ConnectionPool({
    maxPerOrigin: 1,
    trust: tls.trusting(authorities),
    onOpen: () => undefined,
    onClose: () => undefined,
    monotonic: () => 0,
    idleMs: () => 1_000,
  });
  const accepted = once(server, 'secureConnection') as Promise<[TLSSocket]>;
  const ours = await new Promise<Connection>((resolve) => void pool.take(origin, resolve));
  const ticket = once(ours.socket, 'session');
  const [theirs] = await accepted;
  theirs.resume();
  const isKnown = theirs.isSessionReused();
  // A resumed session does not provide another.
  if (!isKnown) await ticket;
  const closed = once(theirs, 'close');
  pool.dispose();
  await closed;
  return isKnown;
}

describe('TLS memory of a thread', () => {
  it('resumes the last session with a host in the next job, and only with the same trusted authorities', async () => {
    const origin = await listen();
    const tls = createTlsMemory();
    expect(await connectOnce(origin, tls, testCertificate)).toBe(false);
    expect(await connectOnce(origin, tls, testCertificate)).toBe(true);
    expect(await connectOnce(origin, tls, `${testCertificate}\n`)).toBe(false);
    expect(await connectOnce(origin, createTlsMemory(), testCertificate)).toBe(false);
  });

  it('creates one context for the same authorities, in whichever form they are given', () => {
    const { trusting } = createTlsMemory();
    const both = trusting([testCertificate, testCertificate]).context();
    expect(trusting(`${testCertificate}\n${testCertificate}`).context()).toBe(both);
    expect(trusting(undefined).context()).toBe(trusting(undefined).context());
    expect(trusting(undefined).context()).not.toBe(both);
  });

  it('stores few sessions: beyond the limit it starts again, and a newer session of a known host replaces the old one', () => {
    const { keep, sessionWith } = createTlsMemory().trusting(undefined);
    const session = (name: string): Buffer => Buffer.from(name);
    for (let host = 1; host <= 64; host += 1) keep(`https://${host}`, session('first'));
    keep('https://1', session('second'));
    expect([sessionWith('https://1'), sessionWith('https://64')]).toEqual([session('second'), session('first')]);
    keep('https://65', session('first'));
    expect([sessionWith('https://1'), sessionWith('https://65')]).toEqual([undefined, session('first')]);
  });
});
