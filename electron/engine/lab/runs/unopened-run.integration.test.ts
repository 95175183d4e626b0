// A run whose folder cannot be made: it measures nothing, and leaves nothing behind that this engine would not clean up.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MetricsRecorder } from '../../metrics/recorder';
import { systemClock } from '../../system-clock';
import { accountsFor, workerPath } from '../../transfers/fixtures/test-bench';
import { createAppliedSettings } from '../applied-settings';
import { createLab } from '../create-lab';

let stateDir: string;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-unopened-'));
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

it('is cleaned up by the same engine once its folder can be reached', async () => {
  const folder = join(stateDir, 'lab');
  await mkdir(folder);
  const inTheWay = join(folder, 'scratch');
  await writeFile(inTheWay, '');
  const lab = createLab({
    accounts: accountsFor({
      connectionId: 'test',
      accountName: 'quay',
      endpoints: { table: 'http://127.0.0.1:9/quay' },
      credential: { kind: 'key', accountName: 'quay', accountKey: Buffer.alloc(64).toString('base64') },
    }),
    clock: systemClock,
    random: Math.random,
    stateDir,
    applied: createAppliedSettings({ folder, clock: systemClock, log: () => undefined }),
    metrics: new MetricsRecorder(),
    transferWorkerPath: workerPath,
    log: () => undefined,
    sources: { resolve: () => Promise.resolve(null) },
    nameOf: () => Promise.resolve('A store'),
  });
  const request = { connectionId: 'test', experimentId: 'batch-sweep', parameters: {}, name: '', node: '' };
  await expect(lab.run(request, new AbortController().signal, () => undefined)).rejects.toThrow();
  const left = await lab.calls['lab.leftovers']({}, { signal: new AbortController().signal });
  expect(left.map(({ things }) => things)).toEqual([['local files']]);
  await rm(inTheWay);
  await lab.recover();
  expect(await readdir(join(folder, 'created'))).toEqual([]);
  await lab.dispose();
});
