// Things of the lab on a server that takes requests and never answers: nothing waits for it for long.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acquireAzurite } from '../../testing/shared-azurite';
import { originOf } from '../../testing/local-servers';
import type { AccountSource } from '../azure/account';
import { MetricsRecorder } from '../metrics/recorder';
import type { Clock } from '../ports';
import { systemClock } from '../system-clock';
import { accountsFor, workerPath } from '../transfers/fixtures/test-bench';
import { createAppliedSettings } from './applied-settings';
import { type Lab, createLab } from './create-lab';
import { openCreatedList } from './runs/created-things';

let stateDir: string;
let server: Server;
let silent: AccountSource;
const sockets: Socket[] = [];
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-silent-'));
  server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  const origin = await originOf(server);
  silent = accountsFor({
    connectionId: 'test',
    accountName: 'quay',
    endpoints: { blob: `${origin}/quay`, table: `${origin}/quay` },
    credential: { kind: 'key', accountName: 'quay', accountKey: Buffer.alloc(64).toString('base64') },
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  await rm(stateDir, { recursive: true, force: true });
});

const openLab = (accounts: AccountSource, clock: Clock = systemClock): Lab =>
  createLab({
    accounts,
    clock,
    random: Math.random,
    stateDir,
    applied: createAppliedSettings({ folder: join(stateDir, 'lab'), clock, log: () => undefined }),
    metrics: new MetricsRecorder(),
    transferWorkerPath: workerPath,
    log: () => undefined,
    sources: { resolve: () => Promise.resolve(null) },
    nameOf: () => Promise.resolve('A store'),
  });

const leftIn = async (lab: Lab): Promise<readonly (readonly string[])[]> =>
  (await lab.calls['lab.leftovers']({}, { signal: new AbortController().signal })).map(({ things }) => things);

it('what an earlier run left there is not waited for when the lab ends, and stays listed', async () => {
  const list = await openCreatedList(join(stateDir, 'lab', 'created'), 'earlier');
  await list.note({ kind: 'table', connectionId: 'test', name: 'StowageLabearlier' });
  await list.note({ kind: 'container', connectionId: 'test', name: 'stowage-lab-earlier' });
  await list.keep();
  const lab = openLab(silent);
  const requested = once(server, 'connection');
  const tidied = lab.recover();
  await requested;
  await lab.dispose();
  await tidied;
  expect(await leftIn(lab)).toEqual([['table StowageLabearlier', 'container stowage-lab-earlier']]);
});

it(
  'a run whose target falls silent ends all the same, and notes what it could not remove',
  { timeout: 30_000 },
  async () => {
    const azurite = await acquireAzurite();
    const answering = accountsFor(azurite.descriptor());
    // The run itself opens its account first, and then cleans up.
    let opened = 0;
    const falling: AccountSource = {
      open: (id) => answering.open(id),
      openForWriting: (id) => (opened++ === 0 ? answering : silent).openForWriting(id),
    };
    const impatient: Clock = {
      ...systemClock,
      sleep: (ms, signal) => systemClock.sleep(ms === 5000 ? 50 : ms, signal),
    };
    const lab = openLab(falling, impatient);
    const request = {
      connectionId: 'test',
      experimentId: 'table-latency',
      parameters: { entities: 10 },
      name: '',
      node: 'n1',
    };
    const run = await lab.run(request, new AbortController().signal, () => undefined);
    expect(run.end).toBe('done');
    expect(await leftIn(lab)).toEqual([['local files', expect.stringMatching(/^table StowageLab/u)]]);
    await lab.dispose();
    await azurite.stop();
  },
);
