// The law of docs/security.md, tried by a page that calls the bridge itself: it gets no secret, no file, no trust and no
// production unless the user agrees in a dialog of main.
import { randomBytes } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testCertificate } from '../../electron/testing/tls-certificate';
import { defaultTransferOptions } from '../../shared/model/transfer';
import { type BadPage, callAsPage, expect, test } from '../fixtures/bad-page';
import { confirmPrompt, declinePrompt } from '../fixtures/prompts';

const key = randomBytes(64).toString('base64');
const marking = { production: true, colour: 'none' };
const cancelled = { t: 'failed', error: { code: 'cancelled.by-user' } };
const unknown = { t: 'failed', error: { code: 'not-found.source' } };

interface Connection {
  readonly id: string;
  readonly name: string;
  readonly locked: boolean;
  readonly endpoints: { readonly blob?: string };
}

/** A production connection that the user has added, to the listener. */
async function addFleet({ running, page, address }: BadPage): Promise<Connection> {
  running.prompts.answerWith(confirmPrompt);
  const added = await callAsPage(page, 'connections.add', {
    kind: 'connection-string',
    name: `Fleet ${address}`,
    connectionString: `AccountName=fleet;AccountKey=${key};BlobEndpoint=http://${address}/fleet`,
    marking,
  });
  expect(added).toMatchObject({ t: 'done' });
  running.prompts.answerWith(declinePrompt);
  return added.value as Connection;
}

/** The file dialogs answer with these paths, as if the user had chosen them. */
async function choose({ running }: BadPage, open: string, save: string): Promise<void> {
  await running.app.evaluate(
    ({ dialog }, [opened, saved]) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [opened] });
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: saved });
    },
    [open, save] as const,
  );
}

test('a page cannot bring in a host: the user agrees to each new one in a dialog of main', async ({ bad }) => {
  const { page, running, address, listener } = bad;
  running.prompts.answerWith(declinePrompt);
  const input = { kind: 'emulator', name: 'Away', host: '127.0.0.1', blobPort: listener.port, tablePort: 9, marking };
  for (const name of ['connections.add', 'connections.test']) {
    const before = running.prompts.titles().length;
    expect(await callAsPage(page, name, input), name).toMatchObject(cancelled);
    expect(running.prompts.titles().slice(before)).toEqual(['Connect to a new host?']);
  }
  expect(listener.takeVisits(), `nobody reached ${address}`).toBe(0);

  const seen: string[] = [];
  running.prompts.answerWith(async (prompt) => {
    seen.push(await prompt.locator('body').innerText());
    await confirmPrompt(prompt);
  });
  expect(await callAsPage(page, 'connections.add', { ...input, name: '<b>Away</b>\u202e' })).toMatchObject({
    t: 'done',
  });
  expect(seen.join()).toContain(`http://${address}`);
  expect(seen.join()).toContain('<b>Away</b>[U+202E]');
  await callAsPage(page, 'connections.test', input);
  expect(seen, 'once for each host').toHaveLength(1);
});

test('a page cannot lead a stored key elsewhere, nor unlock production or sign with its key', async ({ bad }) => {
  const { page, running } = bad;
  const fleet = await addFleet(bad);
  const quay = { kind: 'account-key', name: 'Quay', accountName: 'quay', endpointSuffix: 'core.windows.net', marking };
  running.prompts.answerWith(confirmPrompt);
  const added = await callAsPage(page, 'connections.add', { ...quay, accountKey: key });
  const { id } = added.value as Connection;
  running.prompts.answerWith(declinePrompt);

  const empty = { ...quay, accountKey: '' };
  for (const change of [{ endpointSuffix: 'evil.example' }, { accountName: 'other' }]) {
    const led = await callAsPage(page, 'connections.update', { id, input: { ...empty, ...change } });
    expect(led).toMatchObject({ t: 'failed', error: { code: 'invalid.input' } });
  }
  const request = {
    resource: { kind: 'container', container: 'c' },
    rights: 'r',
    startsOn: '',
    expiresOn: '2099-01-01T00:00:00Z',
    ipRange: '',
    protocol: 'https',
    policy: '',
  };
  const unmarked = { ...empty, marking: { ...marking, production: false } };
  const attempts = [
    ['connections.update', { id, input: unmarked }, 'Remove the production mark?'],
    ['connections.set-locked', { connectionId: fleet.id, locked: false }, 'Unlock production for writing?'],
    ['sas.create', { connectionId: fleet.id, request }, 'Create a SAS for a production account?'],
  ] as const;
  for (const [name, input, title] of attempts) {
    expect(await callAsPage(page, name, input), name).toMatchObject(cancelled);
    expect(running.prompts.titles().at(-1)).toBe(title);
  }
  // Locking shows no prompt, and returns the new state.
  for (const connectionId of [fleet.id, id]) {
    const now = await callAsPage(page, 'connections.set-locked', { connectionId, locked: true });
    expect(now.value).toMatchObject({ locked: true, marking: { production: true } });
  }
  await callAsPage(page, 'connections.remove', { connectionId: id });
});

test('a page gets no secret into a file, and a file is good for nothing but what it was picked for', async ({
  bad,
  newFolder,
}) => {
  const { page, running } = bad;
  const fleet = await addFleet(bad);
  const folder = await newFolder('picked');
  const [picked, saved] = [join(folder, 'private.txt'), join(folder, 'saved.json')];
  await writeFile(picked, 'as it was');
  await choose(bad, picked, saved);
  const { value: settings } = (await callAsPage(page, 'settings.read', {})) as { value: object };
  const wish = { settings, secrets: 'left-out' };

  const tokens = new Map<string, string>();
  const pick = async (name: string, input: object = {}): Promise<void> => {
    const { value } = await callAsPage(page, name, input);
    const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
    const token = typeof first === 'string' ? first : (first as { token: string }).token;
    tokens.set(`${name} ${JSON.stringify(input)}`, token);
  };
  await pick('dialogs.pick-upload-sources', { kind: 'files' });
  const kinds = [
    'download-folder',
    'moved-folder',
    'verify-folder',
    'settings-file',
    'import-file',
    'undo-file',
    'join-file',
  ];
  for (const what of kinds) await pick(`dialogs.pick-${what}`);
  await pick('lab.pick-run-files');
  for (const what of ['rows', 'rejected', 'undo', 'differences'])
    await pick('dialogs.pick-export-file', { suggestedName: 'x', pickedFor: `export-${what}` });
  const toured = await callAsPage(page, 'tour.prepare', {});
  for (const [what, source] of Object.entries(toured.value as Record<string, { token: string }>))
    tokens.set(`tour ${what}`, source.token);
  tokens.set('a path', picked);
  expect(new Set(tokens.values()).size).toBe(tokens.size);

  const target = { connectionId: fleet.id, container: 'c', prefix: '', options: defaultTransferOptions };
  const uses: Readonly<Record<string, (token: string) => readonly [string, object]>> = {
    'portable.export': (token) => ['portable.export', { ...wish, token }],
    'portable.look': (token) => ['portable.look', { token }],
    'imports.preview': (token) => ['imports.preview', { source: { kind: 'file', token }, reading: {} }],
    'lab.import-runs': (token) => ['lab.import-runs', { sources: [token] }],
    'hubs.add': (token) => ['hubs.add', { name: 'x', source: { kind: 'file', token } }],
    'transfers.upload': (token) => ['transfers.upload', { ...target, sources: [token] }],
    'transfers.download': (token) => [
      'transfers.download',
      { ...target, names: ['x'], prefixes: [], targetToken: token },
    ],
    'transfers.verify-folder': (token) => [
      'transfers.verify-folder',
      { connectionId: fleet.id, container: 'c', prefix: '', folderToken: token, names: 'plain', mode: 'length' },
    ],
  };
  const meant: Readonly<Record<string, string>> = {
    'portable.look': 'settings-file',
    'imports.preview': 'import-file',
    'lab.import-runs': 'lab.pick-run-files',
    'hubs.add': 'join-file',
    'transfers.upload': 'upload-sources',
    'transfers.download': 'download-folder',
    'transfers.verify-folder': 'verify-folder',
  };
  for (const [use, callOf] of Object.entries(uses)) {
    for (const [from, token] of tokens) {
      if (from.includes(meant[use] ?? 'nothing')) continue;
      expect(await callAsPage(page, ...callOf(token)), `${use} of ${from}`).toMatchObject(unknown);
    }
  }
  expect(await readFile(picked, 'utf8')).toBe('as it was');

  // With a token for it, secrets leave only when the user types a passphrase in main's dialog; and once.
  await pick('dialogs.pick-export-file', { suggestedName: 'x', pickedFor: 'export-settings' });
  const token = [...tokens.values()].at(-1) ?? '';
  const sealed = await callAsPage(page, 'portable.export', { settings, secrets: 'sealed', token });
  expect(sealed).toMatchObject(cancelled);
  expect(running.prompts.titles().at(-1)).toBe('Export secrets?');
  expect(await callAsPage(page, 'portable.export', { ...wish, token })).toMatchObject({ t: 'done' });
  expect(await callAsPage(page, 'portable.export', { ...wish, token })).toMatchObject(unknown);
  const written = await readFile(saved, 'utf8');
  expect(written).toContain('fleet');
  expect(written).not.toContain(key);
  await callAsPage(page, 'connections.remove', { connectionId: fleet.id });
});

test('a page cannot change the proxy, the trusted authorities, or where a proxy password is sent', async ({ bad }) => {
  const { page, running, listener } = bad;
  const { value } = await callAsPage(page, 'network.read', {});
  const { settings } = value as { settings: { proxy: object; authorities: object[] } };
  const own = { name: 'Corp', expiresOn: '2099-01-01', fingerprint: 'AA', pem: testCertificate };
  const authority = { ...settings, authorities: [own] };
  expect(await callAsPage(page, 'network.apply', { settings: authority, password: 'keep' })).toMatchObject({
    error: { code: 'invalid.refused' },
  });
  running.prompts.answerWith(declinePrompt);
  const proxy = { mode: 'manual', host: '127.0.0.1', port: listener.port, user: 'ann', bypass: [] };
  for (const wanted of [proxy, { mode: 'none' }]) {
    const input = { settings: { ...settings, proxy: wanted }, password: 'keep' };
    expect(await callAsPage(page, 'network.apply', input)).toMatchObject(cancelled);
  }
  expect(await callAsPage(page, 'network.apply', { settings, password: 'canary' })).toMatchObject({
    error: { code: 'invalid.input' },
  });
  expect((await callAsPage(page, 'network.read', {})).value).toEqual(value);
  expect(listener.takeVisits()).toBe(0);
});

test('a page cannot open the embedded store to everybody on the machine', async ({ bad }) => {
  const { page, running } = bad;
  running.prompts.answerWith(declinePrompt);
  expect(await callAsPage(page, 'store-key.change', { key: 'published' })).toMatchObject(cancelled);
  expect(running.prompts.titles().at(-1)).toBe('Open the local store to everyone on this computer?');
  expect((await callAsPage(page, 'store-key.read', {})).value).toEqual({ key: 'own' });
});

test('a page cannot open windows, prepare folders or start drags without the user', async ({ bad }) => {
  const { page, running } = bad;
  const rejected = { t: 'failed', error: { code: 'invalid.refused' } };
  for (let attempt = 0; attempt < 19; attempt += 1) {
    expect(await callAsPage(page, 'windows.open', {})).toMatchObject(rejected);
    expect(await callAsPage(page, 'drag-out.prepare', { bytes: 0 })).toMatchObject(rejected);
    expect(await callAsPage(page, 'drag-out.hand-over', { token: 'x' })).toMatchObject(rejected);
  }
  expect(running.app.windows()).toHaveLength(1);
  // A press of the user is good for one folder.
  await page.mouse.move(5, 5);
  await page.mouse.down();
  expect(await callAsPage(page, 'drag-out.prepare', { bytes: 0 })).toMatchObject({ t: 'done' });
  expect(await callAsPage(page, 'drag-out.prepare', { bytes: 0 })).toMatchObject(rejected);
  await page.mouse.up();
  expect(await readdir(join(running.stateDir, 'drag-out'))).toHaveLength(1);
});

test('a page that leads itself away is brought back to where the app starts', async ({ bad }) => {
  const { page, running } = bad;
  const expectStart = async (): Promise<void> => {
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page).toHaveURL(/^app:\/\/stowage\/index\.html/);
  };
  await page.evaluate(() => void (location.href = 'about:blank')).catch(() => undefined);
  await expectStart();
  // An address that only the page knows, which main loads again after a crash.
  await page.evaluate(() => history.pushState(null, '', '/nowhere'));
  await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
  await expectStart();
});

test('a page gets no hub without the user, and nothing of the key in its join file', async ({ bad, newFolder }) => {
  const { page, running, address, listener } = bad;
  const path = join(await newFolder('joined'), 'join');
  const seed = `SU${randomBytes(28).toString('hex').toUpperCase()}`;
  const joinFile = { stowage: 'join', version: 1, role: 'worker', certificate: null, fingerprint: null, seed };
  await writeFile(path, JSON.stringify({ ...joinFile, url: `nats://${address}` }));
  await choose(bad, path, path);
  const add = async () => {
    const { value } = await callAsPage(page, 'dialogs.pick-join-file', {});
    const source = { kind: 'file', token: (value as { token: string }).token };
    return callAsPage(page, 'hubs.add', { name: 'Away', source });
  };
  running.prompts.answerWith(declinePrompt);
  expect(await add()).toMatchObject(cancelled);
  expect(running.prompts.titles().at(-1)).toBe('Connect to a new host?');
  expect((await callAsPage(page, 'hubs.control', { hubId: 'h', jobId: 'j', what: 'cancel' })).error?.code).toBe(
    'not-found.source',
  );
  expect(listener.takeVisits()).toBe(0);

  running.prompts.answerWith(confirmPrompt);
  const added = await add();
  expect(added).toMatchObject({ t: 'done', value: { name: 'Away', address, state: 'closed' } });
  expect(JSON.stringify(added)).not.toContain(seed);
  expect(JSON.stringify(added)).not.toContain(path);
  expect(await readFile(join(running.stateDir, 'hubs.json'), 'utf8')).not.toContain(seed);
  expect(listener.takeVisits(), 'nothing is joined before it is opened').toBe(0);
  await callAsPage(page, 'hubs.remove', { hubId: (added.value as { id: string }).id });
});

test('a settings file gives no connection an address that the dialog rejects', async ({ bad, newFolder }) => {
  const { page, running } = bad;
  const path = join(await newFolder('settings'), 'settings.json');
  await choose(bad, path, path);
  const { value: settings } = await callAsPage(page, 'settings.read', {});
  const inspect = async (connection: object) => {
    const one = { name: 'Quay', kind: 'account-key', accountName: 'quay', credential: 'key', marking, ...connection };
    await writeFile(path, JSON.stringify({ stowage: 'settings', version: 1, settings, connections: [one] }));
    const { value } = await callAsPage(page, 'dialogs.pick-settings-file', {});
    const { token } = value as { token: string };
    return [await callAsPage(page, 'portable.look', { token }), token] as const;
  };
  const both = (of: (service: string) => string) => ({ blob: of('blob'), table: of('table') });
  for (const connection of [
    { endpoints: { blob: 'file:///etc/passwd' } },
    { endpoints: { blob: 'javascript:1' }, kind: 'sas', credential: 'sas' },
    { endpoints: { blob: 'https://quay.blob.core.windows.net@evil.example' }, kind: 'connection-string' },
    { endpoints: { blob: 'https://evil.example/quay' } },
    { endpoints: both((service) => `https://other.${service}.core.windows.net`) },
    { endpoints: both((service) => `http://quay.${service}.core.windows.net`) },
    { endpoints: {} },
  ]) {
    const [seen] = await inspect(connection);
    expect(seen, JSON.stringify(connection)).toMatchObject({ error: { code: 'invalid.input' } });
  }
  running.prompts.answerWith(declinePrompt);
  const [seen, token] = await inspect({ endpoints: both((service) => `https://quay.${service}.evil.example`) });
  expect(seen.value).toMatchObject({ connections: [{ hosts: ['quay.blob.evil.example', 'quay.table.evil.example'] }] });
  expect(await callAsPage(page, 'portable.import', { token })).toMatchObject(cancelled);
  expect(running.prompts.titles().at(-1)).toBe('Add the connections of this file?');
});
