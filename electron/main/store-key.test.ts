// Which key the embedded store accepts, and the prompt before that changes.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emulatorAccount } from '@shared/model/connection-string';
import type { PromptAnswer } from '@shared/model/prompt';
import { kindOfStoreKey, storeKeyPath } from '../disk/store-key-file';
import { changeStoreKey } from './store-key';

const own = `${Buffer.alloc(64, 'own').toString('base64')}\n`;
let stateDir = '';
let happened: string[] = [];
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-store-key-'));
  happened = [];
  await writeFile(storeKeyPath(stateDir), own, { mode: 0o600 });
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

const parts = (answer: PromptAnswer) => ({
  stateDir,
  prompts: {
    request: ({ kind }: { readonly kind: string }) => {
      happened.push(`asked ${kind}`);
      return Promise.resolve(answer);
    },
  },
  restartEngine: () => Promise.resolve(void happened.push(`restarted with the ${kindOfStoreKey(stateDir)} key`)),
});
const confirmed = { answer: 'confirmed', text: '' } as const;

it('store key: is unchanged when the user does not agree to the published one', async () => {
  await expect(changeStoreKey('published', parts({ answer: 'declined' }))).rejects.toMatchObject({
    code: 'cancelled.by-user',
  });
  expect(happened).toEqual(['asked published-key']);
  expect(await readFile(storeKeyPath(stateDir), 'utf8')).toBe(own);
});

it('store key: is the published one once the user agrees, and a new one afterwards', async () => {
  await changeStoreKey('published', parts(confirmed));
  expect((await readFile(storeKeyPath(stateDir), 'utf8')).trim()).toBe(emulatorAccount.key);
  if (process.platform !== 'win32') expect((await stat(storeKeyPath(stateDir))).mode & 0o777).toBe(0o600);
  await changeStoreKey('published', parts(confirmed));
  await changeStoreKey('own', parts(confirmed));
  await changeStoreKey('own', parts(confirmed));
  expect(happened).toEqual(['asked published-key', 'restarted with the published key', 'restarted with the own key']);
  await expect(stat(storeKeyPath(stateDir)), 'the next start of the store makes one').rejects.toThrow('ENOENT');
});
