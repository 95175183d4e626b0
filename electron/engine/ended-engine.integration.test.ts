// Disposing an engine in which one room fails to dispose.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from './system-clock';
import { createEngine } from './engine';

it('dispose: saves the embedded store and ends every other room when the announcement cannot be removed', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'stowage-ended-'));
  onTestFinished(() => rm(stateDir, { recursive: true, force: true }));
  // A folder at its path is no file that could be removed.
  await mkdir(join(stateDir, 'embedded-store.json'));
  const order: string[] = [];
  let exit = (): void => undefined;
  let begun = (): void => undefined;
  const launched = new Promise<void>((resolved) => (begun = resolved));
  const engine = createEngine(
    {
      stateDir,
      emulator: {
        dataDir: join(stateDir, 'store'),
        launcher: {
          launch: () => {
            begun();
            return Promise.resolve({
              onLine: () => undefined,
              onExit: (listen) => (exit = () => listen(0)),
              stop: () => {
                order.push('store asked');
                exit();
                return Promise.resolve();
              },
            });
          },
        },
      },
      secrets: {
        storage: () => Promise.resolve('session'),
        read: () => Promise.resolve(null),
        write: () => Promise.resolve('session'),
        remove: () => Promise.resolve(),
      },
      sources: { resolve: () => Promise.resolve(null) },
      clock: systemClock,
      random: Math.random,
      transferWorkerPath: resolve('out/main/transfer-worker.js'),
      importWorkerPath: resolve('out/main/import-worker.js'),
      previewWorkerPath: resolve('out/main/preview-worker.js'),
      log: () => undefined,
    },
    { loadSampleData: 'never', totalPace: 'holds' },
  );
  await launched;
  await expect(engine.dispose()).rejects.toMatchObject({ code: 'ERR_FS_EISDIR' });
  expect(order).toEqual(['store asked']);
});
