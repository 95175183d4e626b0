import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sentence } from '@shared/error-text';
import { StowageError } from '@shared/errors';
import type { ProgramHost } from '../session';
import { demoCluster } from './demo-cluster';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-demo-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the demonstration with this script in place of the command line. */
async function sentenceOf(script: string, patienceMs?: number): Promise<string> {
  const programPath = join(folder, 'program.cjs');
  await writeFile(programPath, script);
  const output = { info: () => undefined, progress: () => undefined, record: () => undefined };
  const host = {
    output,
    programPath,
    env: process.env,
    signal: new AbortController().signal,
  } as unknown as ProgramHost;
  const thrown: unknown = await demoCluster({ files: '1' }, host, patienceMs).catch((error: unknown) => error);
  return sentence(StowageError.from(thrown));
}

it('demo cluster: an error names the process that has ended and the last line that it wrote', async () => {
  const text = await sentenceOf(
    "console.error('first'); console.error('stowage: port 1 is taken.\\n'); process.exit(2);",
  );
  expect(text).toContain('“stowage emulator --memory” has ended unexpectedly: stowage: port 1 is taken.');
});

it('demo cluster: a command that fails after the store is running stops everything with its last line', async () => {
  const text = await sentenceOf(`
    const [command] = process.argv.slice(4);
    if (command === 'containers') { console.error('stowage: no rights.'); process.exit(3); }
    console.log(JSON.stringify({ connectionString: '', join: '/join', url: 'nats://127.0.0.1:1' }));
    setInterval(() => {}, 1000);
  `);
  expect(text).toContain('“stowage containers create” has ended unexpectedly: stowage: no rights.');
});

it('demo cluster: the upload does not wait for a worker that has ended', async () => {
  const text = await sentenceOf(`
    const [command, name] = process.argv.slice(4);
    console.log(JSON.stringify({ connectionString: '', join: '/join', url: 'nats://127.0.0.1:1' }));
    if (command === 'worker') { console.error('stowage: the disk is full.'); setTimeout(() => process.exit(1), 300); }
    else if (command !== 'containers') setInterval(() => {}, 1000);
  `);
  expect(text).toContain('“stowage worker --join” has ended unexpectedly: stowage: the disk is full.');
});

it('demo cluster: ends when a worker does not end by itself', async () => {
  const pidPath = join(folder, 'pid');
  const text = await sentenceOf(
    `
    const [command] = process.argv.slice(4);
    if (command === 'upload') { console.error('stowage: no rights.'); process.exit(3); }
    if (command === 'worker') {
      process.on('SIGTERM', () => {});
      require('node:fs').writeFileSync(${JSON.stringify(pidPath)}, String(process.pid));
    }
    console.log(JSON.stringify({ connectionString: '', join: '/join', url: 'nats://127.0.0.1:1' }));
    if (command !== 'containers') setInterval(() => {}, 1000);
  `,
    100,
  );
  expect(text).toContain('“stowage upload');
  const pid = Number(await readFile(pidPath, 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
