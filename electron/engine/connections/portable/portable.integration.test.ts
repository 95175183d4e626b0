// Export and import: without secrets the file contains none; with the passphrase they are restored, with another one
// nothing is; and a file that was tampered with does not open.
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PromptRequest } from '@shared/model/prompt';
import type { CallOutput } from '@shared/ipc/contract';
import { type PortableFile, portableSettings } from '@shared/model/portable';
import { systemClock } from '../../system-clock';
import { createAccountDeps } from '../../azure/account-deps';
import { MetricsRecorder } from '../../metrics/recorder';
import { createConnections } from '../create-connections';
import { createPortable, freshNames } from './create-portable';

const key = randomBytes(64).toString('base64');
const secret = { signal: new AbortController().signal };
const marking = { production: true, colour: 'red' } as const;
const settings = portableSettings.parse({ theme: 'dark', shortcuts: { monitor: 'Mod+Alt+M' } });

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'stowage-portable-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A separate computer. */
function computer(name: string) {
  const secrets = new Map<string, string>();
  const deps = createAccountDeps({ metrics: new MetricsRecorder(), clock: systemClock, random: Math.random });
  const connections = createConnections({
    stateDir: join(folder, name),
    secrets: {
      storage: () => Promise.resolve('session'),
      read: (id) => Promise.resolve(secrets.get(id) ?? null),
      write: (id, text) => {
        secrets.set(id, text);
        return Promise.resolve('session');
      },
      remove: (id) => Promise.resolve(void secrets.delete(id)),
    },
    deps,
    embedded: null,
  });
  const prompts: PromptRequest[] = [];
  /** What the user types into the next prompts, and then declines. */
  let typed: string[] = [];
  const { calls } = createPortable({
    connections: connections.portable,
    sources: { resolve: (token) => Promise.resolve(join(folder, token)) },
    prompts: {
      request: (request) => {
        prompts.push(request);
        const text = typed.shift();
        return Promise.resolve(text === undefined ? { answer: 'declined' } : { answer: 'confirmed', text });
      },
    },
  });
  return {
    connections,
    secrets,
    add: (connectionName: string) =>
      connections.calls['connections.add'](
        {
          kind: 'account-key',
          name: connectionName,
          accountName: 'ships',
          accountKey: key,
          endpointSuffix: 'core.windows.net',
          marking,
        },
        secret,
      ),
    prompts,
    exportTo: async (token: string, passphrase?: string): Promise<CallOutput<'portable.export'>> => {
      typed = passphrase === undefined ? [] : [passphrase];
      const secrets = passphrase === undefined ? 'left-out' : 'sealed';
      return calls['portable.export']({ token, settings, secrets }, secret);
    },
    appearance: async (token: string): Promise<CallOutput<'portable.look'>> =>
      calls['portable.look']({ token }, secret),
    importFrom: async (token: string, ...passphrases: string[]): Promise<CallOutput<'portable.import'>> => {
      typed = passphrases;
      return calls['portable.import']({ token }, secret);
    },
  };
}

const at = (suffix: string) => ({ blob: `https://ships.blob.${suffix}`, table: `https://ships.table.${suffix}` });
const textOf = (token: string): Promise<string> => readFile(join(folder, token), 'utf8');

describe('an export', () => {
  it('leaves nothing behind when it cannot be completed', async () => {
    const here = computer('here');
    await mkdir(join(folder, 'taken.json'));
    await expect(here.exportTo('taken.json')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['taken.json']);
  });

  it('contains no secret unless it was requested', async () => {
    const here = computer('here');
    await here.add('Quay');
    expect(await here.exportTo('plain.json')).toEqual({ connections: 1, secrets: 0, leftOut: 0 });
    expect(await textOf('plain.json')).not.toContain(key);
    expect((await stat(join(folder, 'plain.json'))).mode & 0o077).toBe(0);

    const there = computer('there');
    expect(await there.appearance('plain.json')).toMatchObject({ settings, secrets: 'none' });
    expect(await there.importFrom('plain.json', '')).toEqual({ connections: 1, secrets: 0 });
    expect(await there.connections.list()).toMatchObject([
      { name: 'Quay', accountName: 'ships', marking, locked: true, needsSecret: true },
    ]);
  });

  it('counts the connections that sign in, which it leaves out', async () => {
    const here = computer('here');
    await here.add('Quay');
    const path = join(folder, 'here', 'connections.json');
    const saved = (await readFile(path, 'utf8')).replace('"account-key"', '"sign-in"').replace('"key"', '"token"');
    await writeFile(path, saved);
    expect(await here.exportTo('signed-in.json')).toEqual({ connections: 0, secrets: 0, leftOut: 1 });
  });

  it('restores secrets with the passphrase, beside existing connections of the same name', async () => {
    const here = computer('here');
    const quay = await here.add('Quay');
    const secondary = randomBytes(64).toString('base64');
    here.secrets.set(`${quay.id}/secondary`, secondary);
    expect(await here.exportTo('sealed.json', 'höher als das Tor')).toEqual({ connections: 1, secrets: 1, leftOut: 0 });
    expect(await textOf('sealed.json')).not.toContain(key);

    const there = computer('there');
    const { id } = await there.add('Quay');
    expect((await there.appearance('sealed.json')).connections).toEqual([
      {
        name: 'Quay (2)',
        accountName: 'ships',
        hosts: ['ships.blob.core.windows.net', 'ships.table.core.windows.net'],
        state: 'renamed',
      },
    ]);
    expect(await there.importFrom('sealed.json', 'höher als das Tor')).toEqual({ connections: 1, secrets: 1 });
    const added = (await there.connections.list()).find((each) => each.id !== id);
    expect(added).toMatchObject({ name: 'Quay (2)', needsSecret: false });
    expect(there.secrets.get(added?.id ?? '')).toBe(key);
    expect(there.secrets.get(`${added?.id}/secondary`)).toBe(secondary);
  });

  it.each([
    ['another passphrase', (file: PortableFile) => file, 'another one'],
    [
      'an address that somebody changed',
      (file: PortableFile) => ({
        ...file,
        connections: file.connections.map((each) => ({ ...each, endpoints: at('evil.example') })),
      }),
      'the right one',
    ],
    [
      'a text that somebody changed',
      (file: PortableFile) => ({ ...file, secrets: { ...file.secrets, text: 'AAAA' } }),
      'the right one',
    ],
  ])('does not open with %s, and adds nothing', async (_, change, passphrase) => {
    const here = computer('here');
    await here.add('Quay');
    await here.exportTo('sealed.json', 'the right one');
    const file = JSON.parse(await textOf('sealed.json')) as PortableFile;
    await writeFile(join(folder, 'sealed.json'), JSON.stringify(change(file)));
    const there = computer('there');
    await expect(there.importFrom('sealed.json', passphrase)).rejects.toMatchObject({ code: 'cancelled.by-user' });
    expect(there.prompts.map((each) => each.kind === 'import-connections' && each.passphrase)).toEqual([
      'not tried',
      'wrong',
    ]);
    expect(await there.connections.list()).toEqual([]);
    expect(there.secrets.size).toBe(0);
  });

  it.each(['', '{}', '{"stowage":"settings","version":2}', '[1]', 'not JSON'])('is not %j', async (text) => {
    await writeFile(join(folder, 'other.json'), text);
    await expect(computer('there').appearance('other.json')).rejects.toMatchObject({
      code: 'invalid.input',
      context: { field: 'File' },
    });
  });

  it('export: leaves nothing when the user types no passphrase', async () => {
    const here = computer('here');
    await here.add('Quay');
    for (const passphrase of ['', 'short']) await expect(here.exportTo('sealed.json', passphrase)).rejects.toThrow();
    expect(here.prompts).toEqual([
      { kind: 'export-secrets', connections: 1 },
      { kind: 'export-secrets', connections: 1 },
    ]);
    expect(await readdir(folder)).not.toContain('sealed.json');
  });

  it('import: adds nothing when the user declines the hosts', async () => {
    const here = computer('here');
    await here.add('Quay');
    await here.exportTo('plain.json');
    const there = computer('there');
    await expect(there.importFrom('plain.json')).rejects.toMatchObject({ code: 'cancelled.by-user' });
    expect(there.prompts).toMatchObject([
      { connections: [{ hosts: ['ships.blob.core.windows.net', 'ships.table.core.windows.net'] }] },
    ]);
    expect(await there.connections.list()).toEqual([]);
  });

  it('assigns a unique name to every connection', async () => {
    const here = computer('here');
    await here.add('Quay');
    await here.exportTo('plain.json');
    const [one] = (JSON.parse(await textOf('plain.json')) as PortableFile).connections;
    if (one === undefined) throw new TypeError('One was exported.');
    const names = freshNames([one, one, { ...one, name: 'Quay (2)' }], ['Quay']).map(({ name }) => name);
    expect(new Set(names).size).toBe(3);
    expect(names[0]).toBe('Quay (2)');
  });
});
