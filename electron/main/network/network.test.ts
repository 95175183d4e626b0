// How the route is determined: PAC results, the environment and the user's choice, and which hosts bypass the proxy.
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type NetworkSettings, defaultNetwork } from '@shared/model/network';
import { directRoute, isLoopback, loopbackMark, wayTo } from '@shared/model/network-way';
import { GiB } from '@shared/units';
import { testCertificate } from '../../testing/tls-certificate';
import { type SecretStore, openSecretStore } from '../persisted/secrets';
import { networkPrompt } from '../prompts/prompt-texts';
import { applyNetwork } from './apply-network';
import { authorityOf, readAuthorities } from './authorities';
import { openNetworkKeeper, systemProxy } from './network-keeper';
import { proxyOfAnswer, proxyOfEnvironment, routeOf } from '../../network/route';

const manual: NetworkSettings = {
  ...defaultNetwork,
  proxy: { mode: 'manual', scheme: 'http', host: 'corp', port: 8080, user: 'ann', bypass: ['.corp'] },
};
const ann = (password: string) => ({ user: 'ann', password });

describe('the system’s proxy', () => {
  it.each([
    ['PROXY corp:8080; DIRECT', { scheme: 'http', host: 'corp', port: 8080, login: null }],
    ['PROXY [fe80::1]:3128', { scheme: 'http', host: 'fe80::1', port: 3128, login: null }],
    ['PROXY corp:80', { scheme: 'http', host: 'corp', port: 80, login: null }],
    ['HTTPS corp:443; PROXY corp:8080', { scheme: 'https', host: 'corp', port: 443, login: null }],
    ['SOCKS5 corp:1080', { scheme: 'socks5', host: 'corp', port: 1080, login: null }],
    ['socks corp:1080;DIRECT', { scheme: 'socks4', host: 'corp', port: 1080, login: null }],
    ['QUIC corp:443; SOCKS5 corp:1080', { scheme: 'socks5', host: 'corp', port: 1080, login: null }],
    ['QUIC corp:443; DIRECT', { scheme: 'unusable', name: 'QUIC corp:443' }],
    ['PROXY', { scheme: 'unusable', name: 'PROXY' }],
    ['DIRECT', undefined],
    ['DIRECT; PROXY corp:8080', undefined],
    ['', undefined],
  ])('as %j', (answer, proxy) => {
    expect(proxyOfAnswer(answer)?.proxy).toEqual(proxy);
  });

  it('has the login and the exceptions of the environment when Chromium found the proxy there', async () => {
    const session = (answer: string) => ({
      forceReloadProxyConfig: () => Promise.resolve(),
      resolveProxy: () => Promise.resolve(answer),
    });
    const env = { ALL_PROXY: 'socks5://ann:s3@Corp:1080', NO_PROXY: '.corp' };
    expect(await systemProxy(session('SOCKS5 corp:1080'), env)).toEqual({
      proxy: { scheme: 'socks5', host: 'corp', port: 1080, login: ann('s3') },
      bypass: ['.corp'],
    });
    expect(await systemProxy(session('SOCKS5 other:1080'), env)).toMatchObject({ proxy: { login: null }, bypass: [] });
    expect(await systemProxy(session('DIRECT'), env)).toMatchObject({ proxy: { scheme: 'socks5', login: ann('s3') } });
  });

  it('is read from the environment, with its login and its exceptions', () => {
    const env = { HTTP_PROXY: 'http://other:1', https_proxy: 'http://ann:p%40ss@corp:8080/', NO_PROXY: 'a.b, .corp' };
    expect(proxyOfEnvironment(env)).toEqual({
      proxy: { scheme: 'http', host: 'corp', port: 8080, login: ann('p@ss') },
      bypass: ['a.b', '.a.b', '.corp'],
    });
    expect(proxyOfEnvironment({ HTTPS_PROXY: 'http://ann:pa%ss@corp:8080' })?.proxy).toMatchObject({
      login: ann('pa%ss'),
    });
    expect(proxyOfEnvironment({ ALL_PROXY: 'corp:3128' })?.proxy).toMatchObject({ host: 'corp', port: 3128 });
    expect(proxyOfEnvironment({ HTTPS_PROXY: '', https_proxy: 'corp:1' })?.proxy).toMatchObject({ host: 'corp' });
    expect(proxyOfEnvironment({ ALL_PROXY: ' ' })).toBeNull();
  });

  it.each([
    ['socks5://corp:1', { scheme: 'socks5', port: 1 }],
    ['SOCKS5H://corp', { scheme: 'socks5', port: 1080 }],
    ['socks://ann:s3@corp', { scheme: 'socks5', port: 1080, login: ann('s3') }],
    ['socks4://corp', { scheme: 'socks4', port: 1080 }],
    ['socks4a://corp:9', { scheme: 'socks4a', port: 9 }],
    ['https://corp', { scheme: 'https', port: 443 }],
    ['http://corp', { scheme: 'http', port: 80 }],
    ['ftp://ann:s3@corp:21', { scheme: 'unusable', name: 'ftp://corp:21' }],
    ['quic://corp', { scheme: 'unusable', name: 'quic://corp' }],
    ['::nonsense::', { scheme: 'unusable', name: '::nonsense::' }],
    ['http://ann:a/b@', { scheme: 'unusable' }],
  ])('environment: an address of %s is used, or marked as unusable', (address, proxy) => {
    expect(proxyOfEnvironment({ ALL_PROXY: address })?.proxy).toMatchObject(proxy);
  });

  it.each<[string, string, ReturnType<typeof wayTo>]>([
    ['windows.net', 'ships.blob.core.windows.net', 'direct'],
    ['.windows.net', 'ships.blob.core.windows.net', 'direct'],
    ['*.windows.net', 'ships.blob.core.windows.net', 'direct'],
    ['a.b ships.blob.core.windows.net:443', 'ships.blob.core.windows.net', 'direct'],
    ['*', 'ships.blob.core.windows.net', 'direct'],
    ['core.windows.net:8443,windows', 'ships.blob.core.windows.net', 'proxy'],
    ['s.net, 10.0.0.0/8', 'ships.blob.core.windows.net', 'proxy'],
    ['10.0.0.4', '10.0.0.4', 'direct'],
  ])('environment: NO_PROXY=%s sends requests to %s by way of: %s', (exceptions, hostname, way) => {
    const system = proxyOfEnvironment({ HTTPS_PROXY: 'corp:8080', NO_PROXY: exceptions });
    expect(wayTo({ hostname, port: 443 }, routeOf(defaultNetwork, null, system))).toBe(way);
  });
});

describe('the route', () => {
  it('has the login of a manual proxy, and never sends this machine through it', () => {
    expect(routeOf(manual, 'secret', null)).toEqual({
      access: 'online',
      proxy: { scheme: 'http', host: 'corp', port: 8080, login: ann('secret') },
      bypass: [loopbackMark, '.corp'],
      authorities: [],
    });
  });

  it('is direct when the user wants no proxy, whatever the system configures', () => {
    const system = proxyOfAnswer('PROXY corp:8080');
    expect(routeOf({ ...defaultNetwork, proxy: { mode: 'none' } }, null, system)).toEqual(directRoute);
    expect(routeOf(defaultNetwork, null, system).proxy).toMatchObject({ host: 'corp' });
  });

  it.each([
    ['ships.blob.core.windows.net', 443, ['.core.windows.net'], 'direct'],
    ['ships.blob.core.windows.net', 443, ['*.windows.net'], 'direct'],
    ['evilwindows.net', 443, ['.windows.net'], 'proxy'],
    ['Ships.Corp', 443, ['ships.corp'], 'direct'],
    ['ships.corp', 443, ['ships.corp:8443'], 'proxy'],
    ['ships.corp', 8443, ['ships.corp:8443'], 'direct'],
    ['127.0.0.1', 10_000, [loopbackMark], 'direct'],
    ['[::1]', 10_000, [loopbackMark], 'direct'],
    ['127.0.0.1.evil.example', 80, [loopbackMark], 'proxy'],
    ['any.where', 1, ['*'], 'direct'],
  ] as const)('to %s:%d past %j is %s', (hostname, port, bypass, way) => {
    const route = { ...directRoute, proxy: { scheme: 'unusable' as const, name: 'p' }, bypass: [...bypass] };
    expect(wayTo({ hostname, port }, route)).toBe(way);
  });

  it('reaches only this machine when offline', () => {
    const offline = { ...directRoute, access: 'offline' } as const;
    expect(wayTo({ hostname: '127.0.0.1', port: 1 }, offline)).toBe('direct');
    expect(wayTo({ hostname: 'ships.blob.core.windows.net', port: 443 }, offline)).toBe('none');
    expect(isLoopback('localhost.evil.example')).toBe(false);
  });
});

describe('stored network settings', () => {
  let folder: string;
  const confirmed = { answer: 'confirmed', text: '' } as const;
  const inMemory = (): SecretStore => {
    const held = new Map<string, string>();
    return {
      storage: () => Promise.resolve('session'),
      read: (id) => Promise.resolve(held.get(id) ?? null),
      write: (id, secret) => Promise.resolve(held.set(id, secret)).then(() => 'session' as const),
      remove: (id) => Promise.resolve(void held.delete(id)),
    };
  };
  const keeperParts = () => ({
    path: join(folder, 'network.json'),
    now: () => new Date(0),
    system: () => Promise.resolve(null),
    log: () => undefined,
  });
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'stowage-network-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('store the password outside of the file, never return it, and delete it on request', async () => {
    const cipher = {
      available: () => Promise.resolve(false),
      encrypt: () => Promise.reject(new Error('none')),
      decrypt: () => Promise.reject(new Error('none')),
    };
    const now = (): Date => new Date(0);
    const secrets = openSecretStore(join(folder, 'secrets.json'), cipher, { now, log: () => undefined });
    const path = join(folder, 'network.json');
    const keeper = openNetworkKeeper({
      path,
      secrets,
      now,
      system: () => Promise.resolve(null),
      log: () => undefined,
    });
    await keeper.apply(manual, 'canary-password');
    expect(keeper.route().proxy).toMatchObject({ login: ann('canary-password') });
    expect(await readFile(path, 'utf8')).not.toContain('canary');
    expect(await keeper.read()).toEqual({ settings: manual, password: 'kept', system: null });
    await keeper.apply(manual, undefined);
    expect((await keeper.read()).password).toBe('kept');
    await keeper.apply(manual, null);
    expect((await keeper.read()).password).toBe('none');
    expect(keeper.route().proxy).toMatchObject({ login: ann('') });
  });

  it.each([
    ['another host', { host: 'evil.example' }],
    ['another port', { port: 81 }],
    ['another user', { user: 'eve' }],
    ['another scheme', { scheme: 'https' as const }],
  ])('proxy password: is forgotten for %s, and never sent there', async (_what, change) => {
    const secrets = inMemory();
    const keeper = openNetworkKeeper({ ...keeperParts(), secrets });
    await keeper.apply(manual, 'canary');
    await keeper.apply({ ...manual, proxy: { ...manual.proxy, ...change } }, undefined);
    expect(JSON.stringify(keeper.route())).not.toContain('canary');
    expect((await keeper.read()).password).toBe('none');
    await keeper.apply(manual, undefined);
    expect(keeper.route().proxy).toMatchObject({ login: ann('') });
  });

  it('network settings: trust a certificate only from a picked file, under the name that main read', async () => {
    const keeper = openNetworkKeeper({ ...keeperParts(), secrets: inMemory() });
    const requested: unknown[] = [];
    const parts = {
      network: keeper,
      prompts: {
        promptForNetwork: (...given: unknown[]) => Promise.resolve(void requested.push(given)).then(() => confirmed),
      },
    };
    const forged = { name: 'Trust me', expiresOn: '2099-01-01', fingerprint: 'AA', pem: testCertificate };
    const wanted = { settings: { ...defaultNetwork, authorities: [forged] }, password: 'keep' as const };
    await expect(applyNetwork(wanted, parts, new Set())).rejects.toMatchObject({ code: 'invalid.refused' });
    expect(requested).toEqual([]);
    const picked = authorityOf(new X509Certificate(testCertificate));
    const ours = { ...wanted, settings: { ...defaultNetwork, authorities: [{ ...forged, pem: picked.pem }] } };
    await applyNetwork(ours, parts, new Set([picked.pem]));
    expect((await keeper.read()).settings.authorities).toEqual([picked]);
    expect(requested).toHaveLength(1);
  });

  it('network settings: are compared with those in effect when the user answers an earlier dialog', async () => {
    const keeper = openNetworkKeeper({ ...keeperParts(), secrets: inMemory() });
    const shown: unknown[] = [];
    const answers: (() => void)[] = [];
    const parts = {
      network: keeper,
      prompts: {
        promptForNetwork: async (before: NetworkSettings) => {
          shown.push(before.proxy);
          await new Promise<void>((resolve) => answers.push(resolve));
          return confirmed;
        },
      },
    };
    const change = (proxy: NetworkSettings['proxy']) =>
      applyNetwork({ settings: { ...defaultNetwork, proxy }, password: 'keep' }, parts, new Set());
    const both = [change({ mode: 'none' }), change(manual.proxy)];
    for (const [index, applied] of both.entries()) {
      await expect.poll(() => answers.length).toBe(index + 1);
      answers[index]?.();
      await applied;
    }
    expect(shown).toEqual([defaultNetwork.proxy, { mode: 'none' }]);
  });

  it.each([
    ['another proxy', { proxy: manual.proxy }, 'asked for', 1],
    ['no proxy', { proxy: { mode: 'none' } }, 'not asked for', 1],
    ['offline', { access: 'offline' }, 'not asked for', 0],
  ] as const)(
    'network settings: %s are confirmed by the user where trust changes',
    (_what, change, password, prompts) => {
      const after = { ...defaultNetwork, ...change };
      expect(networkPrompt(defaultNetwork, after, password) === null ? 0 : 1).toBe(prompts);
    },
  );

  it('starts when the system proxy cannot be determined, sends nothing past it, and logs why', async () => {
    const log: string[] = [];
    const keeper = openNetworkKeeper({
      path: join(folder, 'network.json'),
      secrets: { read: () => Promise.resolve(null) } as unknown as SecretStore,
      now: () => new Date(0),
      system: () => Promise.reject(new TypeError('canary')),
      log: (line) => log.push(line),
    });
    await keeper.open();
    expect(keeper.route().proxy).toMatchObject({ scheme: 'unusable' });
    expect((await keeper.read()).system).toMatchObject({ isUsable: false });
    expect(log[0]).toBe("The system's proxy could not be found out: An unexpected TypeError was thrown.");
  });

  it('reads authorities from PEM files, several in one file, and rejects other files by name', async () => {
    const both = join(folder, 'both.pem');
    await writeFile(both, `${testCertificate}\n# and again\n${testCertificate}`);
    const read = await readAuthorities([both]);
    expect(read).toHaveLength(2);
    expect(read[0]).toMatchObject({ name: 'localhost', expiresOn: expect.stringMatching(/^21/) as string });
    const der = join(folder, 'one.der');
    await writeFile(der, Buffer.from(testCertificate.replace(/-----[^-]+-----|\s/g, ''), 'base64'));
    expect((await readAuthorities([der]))[0]?.fingerprint).toBe(read[0]?.fingerprint);
    const other = join(folder, 'photo.jpg');
    await writeFile(other, 'not one');
    await expect(readAuthorities([other])).rejects.toMatchObject({
      code: 'invalid.input',
      context: { field: 'photo.jpg' },
    });
  });

  it('reads no file that is larger than certificates are', async () => {
    const large = join(folder, 'large.pem');
    await writeFile(large, testCertificate);
    // Without content: more than can be read at once.
    await truncate(large, 3 * GiB);
    await expect(readAuthorities([large])).rejects.toMatchObject({
      code: 'invalid.input',
      context: { field: 'large.pem' },
    });
  });
});
