// The names of saved connections, which are shown where production is unlocked and typed to confirm it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectionName } from '@shared/model/connection';
import { openSavedFile } from './saved-file';

const marking = { production: true, colour: 'none' };
const saved = { id: 'a', kind: 'account-key', accountName: 'quay', endpoints: {}, credential: 'key', marking };

it('connection names: contain nothing that cannot be seen, also those of earlier versions', async () => {
  expect(connectionName.parse(' Qu\u200bay\u202e ')).toBe('Qu[U+200B]ay[U+202E]');
  const folder = await mkdtemp(join(tmpdir(), 'stowage-names-'));
  const path = join(folder, 'connections.json');
  await writeFile(path, JSON.stringify({ version: 1, connections: [{ ...saved, name: 'Qu\u200bay' }] }));
  const file = openSavedFile({ path, now: () => 0, log: () => undefined });
  expect((await file.read()).map(({ name }) => name)).toEqual(['Qu[U+200B]ay']);
  await rm(folder, { recursive: true, force: true });
});
