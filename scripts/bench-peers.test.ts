// The programs to compare with: missing ones are named before anything is measured.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withPeers } from './bench-peers.mjs';

vi.mock(import('./project.mjs'), async (original) => ({ ...(await original()), runtimeDir: '/no-such-runtime' }));

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-peers-'));
  vi.stubEnv('PATH', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

it('requires nothing that is not compared with', async () => {
  expect((await withPeers(['--only=upload-file', '--peers=single'])).PATH).toBe(folder);
});

it('uses programs on the PATH', async () => {
  await writeFile(join(folder, 'rclone'), '');
  await writeFile(join(folder, 'azcopy'), '');
  expect((await withPeers(['--peers=azcopy,rclone-tuned'])).PATH).toBe(folder);
});

it.each([
  ['azcopy', '--peers: azcopy is not on the PATH. Install AzCopy, or leave it out.'],
  [
    'single,rclone',
    '--peers: rclone is not on the PATH, and neither is Go, which would build it. Install one of them.',
  ],
])('reports what --peers=%s lacks', async (peers, sentence) => {
  await expect(withPeers([`--peers=${peers}`])).rejects.toThrow(sentence);
});
