import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emulatorArguments, listeningService } from '../embedded-store';

const program = fileURLToPath(new URL('../../../../out/main/emulator.js', import.meta.url));
let dataDir = '';
let child: ChildProcess;
const printed: string[] = [];
const ports = { blob: 0, table: 0 };
const services = ['blob', 'table'] as const;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stowage-loopback-'));
  const started = spawn(process.execPath, [program, ...emulatorArguments({ dataDir })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  await new Promise<void>((resolve) => {
    createInterface({ input: started.stdout }).on('line', (line) => {
      printed.push(line);
      const listening = listeningService(line);
      if (listening !== null) ports[listening.service] = Number(new URL(listening.endpoint).port);
      if (listening?.service === 'table') resolve();
    });
  });
});
afterAll(async () => {
  child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** The whole answer to a request, written byte by byte as given. */
function answerTo(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (piece) => (answer += String(piece)));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

const path = '/devstoreaccount1?comp=list';
const request = (headers: readonly string[], start = `GET ${path} HTTP/1.1`): string =>
  `${[start, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`;

/** Sent by Azurite with every response that it creates. */
const azurites = /^server: azurite-/im;

describe.each(services)('the %s service of the store', (service) => {
  it.each([
    ['a name that leads to this machine', ['Host: anything.evil.example']],
    ['such a name with the right port', ['Host: anything.evil.example:PORT']],
    ['the name of an account of the service', ['Host: devstoreaccount1.blob.core.windows.net']],
    ['a name that begins as a loopback one', ['Host: localhost.evil.example']],
    ['a name that ends as a loopback one', ['Host: evillocalhost']],
    ['an address in front of a loopback one', ['Host: evil.example@127.0.0.1']],
    ['a name that begins as an address', ['Host: 127.0.0.1.evil.example']],
    ['another address', ['Host: 192.168.1.1']],
    ['every address', ['Host: 0.0.0.0']],
    ['another IPv6 address', ['Host: [2001:db8::1]:PORT']],
    ['an IPv6 address that is this network', ['Host: [fe80::1]']],
    ['another IPv4 address as IPv6', ['Host: [::ffff:192.168.1.1]']],
    ['every IPv6 address', ['Host: [::]']],
    ['an empty Host', ['Host:']],
    ['two hosts, one of them foreign', ['Host: 127.0.0.1', 'host: anything.evil.example']],
    ['a page of another site', ['Host: 127.0.0.1:PORT', 'Origin: https://evil.example']],
    ['a page that hides its site', ['Host: 127.0.0.1:PORT', 'Origin: null']],
    ['a page of a site that is called as this machine', ['Host: localhost', 'Origin: http://localhost.evil.example']],
  ])('store requests: are rejected with %s', async (_, headers) => {
    const sent = request(headers.map((header) => header.replace('PORT', String(ports[service]))));
    const answer = await answerTo(ports[service], sent);
    expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
    expect(answer).not.toMatch(azurites);
  });

  it.each([
    ['an absolute target of a foreign host', [`Host: 127.0.0.1`], `GET http://evil.example${path} HTTP/1.1`],
    ['an absolute target under a foreign Host', ['Host: evil.example'], `GET http://127.0.0.1${path} HTTP/1.1`],
    ['no Host in HTTP/1.1', [], `GET ${path} HTTP/1.1`],
    ['no Host in HTTP/1.0', [], `GET ${path} HTTP/1.0`],
    [
      'the preflight of a page of another site',
      ['Host: 127.0.0.1', 'Origin: https://evil.example', 'Access-Control-Request-Method: PUT'],
      'OPTIONS /devstoreaccount1/box/blob HTTP/1.1',
    ],
  ])('store requests: are rejected with %s', async (_, headers, start) => {
    const answer = await answerTo(ports[service], request(headers, start));
    expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
    expect(answer).not.toMatch(azurites);
    expect(answer).not.toMatch(/^access-control-/im);
  });

  it.each([
    [['Host: 127.0.0.1:PORT']],
    [['Host: 127.0.0.1']],
    [['Host: 127.8.9.10:PORT']],
    [['Host: LocalHost:PORT']],
    [['Host: localhost.:PORT']],
    [['Host: devstoreaccount1.blob.localhost:PORT']],
    [['Host: [::1]:PORT']],
    [['Host: [0:0:0:0:0:0:0:1]']],
    [['Host: [::ffff:127.0.0.1]:PORT']],
    [['Host: 127.0.0.1:PORT', 'Origin: http://localhost:3000']],
    [['Host: 127.0.0.1:PORT', 'Origin: http://[::1]:3000']],
  ])('store requests: are answered with %j', async (headers) => {
    const sent = request(headers.map((header) => header.replace('PORT', String(ports[service]))));
    expect(await answerTo(ports[service], sent)).toMatch(azurites);
  });
});

it('store: runs no queue service', () => {
  expect(printed.filter((line) => line.includes('listening'))).toHaveLength(services.length);
  expect(printed.join('\n')).not.toContain('Queue');
});
