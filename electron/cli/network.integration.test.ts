// The command line behind a proxy: named by the environment, or configured in the app with the same state folder.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type NetworkSettings, defaultNetwork } from '@shared/model/network';
import { wayTo } from '@shared/model/network-way';
import { startFaultProxy } from '../testing/fault-proxy';
import { startSocksProxy } from '../testing/socks-proxy';
import { testCertificate } from '../testing/tls-certificate';
import { type WebProxy, startWebProxy } from '../testing/web-proxy';
import { startCommandLine } from './fixtures/command-line';
import { networkRouteOf } from './network';

let stateDir: string;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-cli-network-'));
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

const keep = (dir: string, settings: Partial<NetworkSettings>): Promise<void> =>
  writeFile(join(dir, 'network.json'), JSON.stringify({ ...defaultNetwork, ...settings }));
const manual = (port: number, user = ''): NetworkSettings['proxy'] => ({
  mode: 'manual',
  scheme: 'http',
  host: '127.0.0.1',
  port,
  user,
  bypass: ['.corp'],
});
const account = { hostname: 'ships.blob.core.windows.net', port: 443 };

describe('the way of the command line', () => {
  it('is direct by default, also with a damaged settings file', async () => {
    expect(wayTo(account, await networkRouteOf({}, stateDir))).toBe('direct');
    await writeFile(join(stateDir, 'network.json'), '{"proxy":');
    expect(wayTo(account, await networkRouteOf({}, stateDir))).toBe('direct');
  });

  it('is that of the environment before that of the app, with its login and exceptions', async () => {
    await keep(stateDir, { proxy: manual(1) });
    const env = { HTTPS_PROXY: 'http://ann:s3@corp:3128', NO_PROXY: '.internal' };
    const route = await networkRouteOf(env, stateDir);
    expect(route.proxy).toEqual({
      scheme: 'http',
      host: 'corp',
      port: 3128,
      login: { user: 'ann', password: 's3' },
    });
    expect(wayTo(account, route)).toBe('proxy');
    expect(wayTo({ hostname: 'files.internal', port: 443 }, route)).toBe('direct');
    expect(wayTo({ hostname: '127.0.0.1', port: 10_000 }, route)).toBe('direct');
  });

  it('is that of the app without an environment, even while the app is offline; a login it cannot know is left out', async () => {
    await keep(stateDir, { access: 'offline', proxy: manual(8080, 'ann') });
    const route = await networkRouteOf({}, stateDir);
    expect(route).toMatchObject({ access: 'online', proxy: { port: 8080, login: null } });
  });

  it('trusts the authorities of the app, and those that Node was given', async () => {
    const authority = { name: 'Harbour', expiresOn: '2030-01-01T00:00:00.000Z', fingerprint: 'AA', pem: 'of the app' };
    await keep(stateDir, { authorities: [authority] });
    const further = join(stateDir, 'further.pem');
    await writeFile(further, testCertificate);
    const route = await networkRouteOf({ NODE_EXTRA_CA_CERTS: further }, stateDir);
    expect(route.authorities).toEqual(['of the app', testCertificate]);
    expect((await networkRouteOf({ NODE_EXTRA_CA_CERTS: 'gone.pem' }, stateDir)).authorities).toEqual(['of the app']);
  });
});

it('a command goes through the proxy to a name that only the proxy knows', { timeout: 60_000 }, async () => {
  const proxies: WebProxy[] = [];
  const line = await startCommandLine('--memory');
  try {
    const byEnvironment = await startWebProxy({ login: 'ann:right' });
    const byApp = await startWebProxy();
    proxies.push(byEnvironment, byApp);
    const list = ['containers', 'list', '--json', '--connection-string'];
    const away = line.connectionString.replaceAll('127.0.0.1', 'harbour');

    const env = { HTTP_PROXY: `http://ann:right@127.0.0.1:${byEnvironment.port}` };
    expect((await line.runIn(env, ...list, away)).code).toBe(0);
    expect(byEnvironment.requested.join('\n')).toMatch(/^GET http:\/\/harbour:/);

    await keep(line.stateDir, { proxy: manual(byApp.port) });
    expect((await line.run(...list, away)).code).toBe(0);
    expect(byApp.requested.length).toBeGreaterThan(0);
    expect(byEnvironment.requested).toHaveLength(1);
  } finally {
    for (const proxy of proxies) await proxy.close();
    await line.dispose();
  }
});

it(
  'SOCKS proxy: carries requests and the blocks of a transfer, and its failures are reported',
  { timeout: 60_000 },
  async () => {
    const line = await startCommandLine('--memory');
    const store = new URL(/BlobEndpoint=([^;]+)/.exec(line.connectionString)?.[1] ?? '');
    // In front of the store, which answers to loopback names only.
    const front = await startFaultProxy(store.origin);
    const proxy = await startSocksProxy({ login: 'ann:right' });
    try {
      const away = line.connectionString.replaceAll(store.host, `harbour:${new URL(front.origin).port}`);
      const env = (ALL_PROXY: string): NodeJS.ProcessEnv => ({ ALL_PROXY, STOWAGE_CONNECTION_STRING: away });
      const right = env(`socks5://ann:right@127.0.0.1:${proxy.port}`);
      const file = join(line.dir, 'cargo.bin');
      await writeFile(file, randomBytes(3_000_000));
      expect(await line.runIn(right, 'containers', 'create', 'box')).toMatchObject({ code: 0 });
      expect(await line.runIn(right, 'upload', file, 'box')).toMatchObject({ code: 0 });
      expect((await line.runIn(right, 'ls', 'box', '--json')).out).toContain('cargo.bin');
      expect(new Set(proxy.requested)).toEqual(new Set([`SOCKS5 harbour:${new URL(front.origin).port}`]));

      for (const [address, text] of [
        [`socks5://ann:wrong@127.0.0.1:${proxy.port}`, 'did not accept the user name and password'],
        [`ftp://ann:right@127.0.0.1:${proxy.port}`, `specifies ftp://127.0.0.1:${proxy.port} as the proxy`],
      ] as const) {
        const { code, err } = await line.runIn(env(address), 'ls', 'box');
        expect(code).toBe(6);
        expect(err).toContain(text);
        expect(err).not.toContain('ann:');
      }
    } finally {
      await proxy.close();
      await front.dispose();
      await line.dispose();
    }
  },
);
