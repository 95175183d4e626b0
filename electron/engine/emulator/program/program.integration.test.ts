import { BlobServiceClient } from '@azure/storage-blob';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { developmentConnectionString, emulatorArguments, listeningService } from '../embedded-store';

const program = fileURLToPath(new URL('../../../../out/main/emulator.js', import.meta.url));
let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stowage-emulator-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('the emulator, asked to close', () => {
  it.each([
    ['again by the same signal', 'SIGTERM', 'SIGTERM'],
    ['again by Ctrl+C', 'SIGTERM', 'SIGINT'],
    ['by Ctrl+C and then by whoever waits for it', 'SIGINT', 'SIGTERM'],
  ] as const)('%s while it closes, writes what it holds', async (_, first, second) => {
    const child = spawn(process.execPath, [program, ...emulatorArguments({ dataDir })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const lines = createInterface({ input: child.stdout });
    const blob = await new Promise<string>((resolve) => {
      let endpoint = '';
      lines.on('line', (line) => {
        const listening = listeningService(line);
        if (listening?.service === 'blob') ({ endpoint } = listening);
        // The last to begin.
        if (listening?.service === 'table') resolve(endpoint);
        if (line.includes('Blob service is closing')) child.kill(second);
      });
    });
    const service = BlobServiceClient.fromConnectionString(
      developmentConnectionString({ blob, queue: blob, table: blob }),
    );
    await service.createContainer('not-written-yet');
    child.kill(first);
    expect(await ended).toEqual([0, null]);
    expect(await readFile(join(dataDir, '__azurite_db_blob__.json'), 'utf8')).toContain('not-written-yet');
  });
});
