// A SAS of one blob shows that blob in place of the listing of its container, which it does not allow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConnectionInput } from '@shared/model/connection-string';
import { acquireAzurite } from '../../testing/shared-azurite';
import type { Account } from '../azure/account';
import { createAccountDeps } from '../azure/account-deps';
import { createAccount } from '../azure/create-account';
import { descriptorOf, savedFrom } from '../connections/connection-forms';
import { MetricsRecorder } from '../metrics/recorder';
import { systemClock } from '../system-clock';
import { walkFiles } from './folder-markers';
import { listBlobPage, walkBlobs } from './listing';
import { createSas } from './sas/sign-sas';

const container = 'ships';
const name = 'decks/ü 1.txt';
const deps = createAccountDeps({ metrics: new MetricsRecorder(), clock: systemClock, random: Math.random });
let owner: Account;
let stop: () => Promise<void>;

beforeAll(async () => {
  const azurite = await acquireAzurite();
  owner = createAccount(azurite.descriptor(), deps);
  stop = () => azurite.stop();
  const client = (await owner.blobService()).getContainerClient(container);
  await client.create();
  for (const blob of [name, 'decks/other.txt', 'top.txt']) await client.getBlockBlobClient(blob).upload('oranges', 7);
});
afterAll(async () => {
  owner.dispose();
  await stop();
});

/** The account of a connection that was added by the URL of such a SAS. */
function withSasOf(blob: string, rights = 'r'): Account {
  const nowMs = Date.now();
  const { url } = createSas(
    owner,
    {
      resource: { kind: 'blob', container, name: blob },
      rights,
      startsOn: '',
      expiresOn: `${new Date(nowMs + 3_600_000).toISOString().slice(0, 19)}Z`,
      ipRange: '',
      protocol: 'https,http',
      policy: '',
    },
    nowMs,
  );
  const input = { kind: 'sas', name: 'Partner', sas: url, marking: { production: false, colour: 'none' } } as const;
  const parsed = parseConnectionInput(input);
  const { credential } = parsed;
  return createAccount(
    descriptorOf(savedFrom('partner', input, parsed), credential.kind === 'sas' ? credential.token : ''),
    deps,
  );
}

const page = (account: Account, prefix: string, depth: 'folders' | 'flat') =>
  listBlobPage(account, { container, prefix, depth, pageSize: 1000 });

it('lists the one blob, flat and by folders', async () => {
  const account = withSasOf(name);
  const blob = { name, bytes: 7, blobType: 'BlockBlob' };
  expect(await page(account, '', 'flat')).toMatchObject({ folders: [], blobs: [blob], marker: null });
  expect(await page(account, '', 'folders')).toEqual({ folders: ['decks/'], blobs: [], marker: null });
  expect(await page(account, 'decks/', 'folders')).toMatchObject({ folders: [], blobs: [blob], marker: null });
  expect(await page(account, 'masts/', 'folders')).toEqual({ folders: [], blobs: [], marker: null });
  account.dispose();
});

it('only blob: returns the same about the blob as the listing of its container', async () => {
  const account = withSasOf(name);
  const listed = await page(owner, name, 'flat');
  const [blob] = listed.blobs;
  const [alone] = (await page(account, '', 'flat')).blobs;
  expect(alone).toEqual({ ...blob, tierSince: undefined });
  account.dispose();
});

it('only blob: is included when blobs are searched, summed up or downloaded', async () => {
  const account = withSasOf(name);
  const walked: string[][] = [];
  for await (const blobs of walkBlobs(account, { container, prefix: '' })) walked.push(blobs.map((blob) => blob.name));
  for await (const { blobs, markers } of walkFiles(account, { container, prefix: 'decks/' })) {
    walked.push([...blobs, ...markers].map((blob) => blob.name));
  }
  expect(walked).toEqual([[name], [name]]);
  account.dispose();
});

it('only blob: lists nothing when the blob does not exist, and names the missing right when it may not be read', async () => {
  const later = withSasOf('decks/later.txt');
  expect(await page(later, '', 'flat')).toEqual({ folders: [], blobs: [], marker: null });
  later.dispose();
  const dropBox = withSasOf(name, 'w');
  await expect(page(dropBox, '', 'flat')).rejects.toMatchObject({ code: 'auth.sas-lacks-right' });
  dropBox.dispose();
});
