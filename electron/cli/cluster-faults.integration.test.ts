// What can go wrong in jobs on many machines, with real processes: after each fault the container holds every file, and
// the summary counts each of them once.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Cluster, type Program, bytesOf, mixedSizes, sumsIn, writeFiles } from './fixtures/cluster';

let cluster: Cluster;
let hub: Program;
beforeEach(async () => {
  cluster = await Cluster.start();
  ({ hub } = cluster);
}, 120_000);
afterEach(() => cluster.dispose(), 120_000);

const limitMs = 240_000;
const sizes = mixedSizes(120, 2);

interface Given {
  readonly folder: string;
  readonly expected: ReadonlyMap<string, string>;
}
async function given(wanted = sizes): Promise<Given> {
  const folder = join(cluster.dir, 'files');
  return { folder, expected: await writeFiles(folder, wanted) };
}

async function expectAll(upload: Program, { expected }: Given, wanted = sizes): Promise<void> {
  expect(await upload.ended, upload.err).toBe(0);
  expect(upload.summary).toMatchObject({
    files: expected.size,
    bytes: bytesOf(wanted),
    failedCount: 0,
    skipped: 0,
  });
  expect(await cluster.held()).toEqual(expected);
}

/** Resolves when the job has moved that part of its bytes. */
const moved = (upload: Program, part: number): Promise<unknown> =>
  upload.line(({ event, bytesDone }) => event === 'progress' && Number(bytesDone) >= bytesOf(sizes) * part);

const slow = ['--limit-rate', '4MiB'];

test.each([
  ['while it plans', 'stw\\.ask\\.plan'],
  ['before its first checkpoint', '\\$KV\\.stw_ckpt\\.'],
  ['before it commits a file', 'comp=blocklist'],
  ['before it reports', 'stw\\.done\\.'],
  ['before it acknowledges', '\\+ACK'],
])('cluster: nothing is lost or counted twice when a worker is killed %s', { timeout: limitMs }, async (_, killAt) => {
  const files = await given();
  const doomed = await cluster.startWorker({ killAt, args: ['--slots', '1'] });
  const upload = cluster.upload(files.folder);
  expect(await doomed.ended, doomed.err).toBe(null);
  await cluster.startWorker();
  await expectAll(upload, files);
});

test('cluster: a worker that was frozen stops by itself, and one outcome counts', { timeout: limitMs }, async () => {
  const files = await given();
  const frozen = await cluster.startWorker();
  const upload = cluster.upload(files.folder, ...slow);
  await moved(upload, 0.2);
  frozen.child.kill('SIGSTOP');
  await hub.until(() => hub.err.includes('does not report any more'));
  await cluster.startWorker();
  await moved(upload, 0.7);
  frozen.child.kill('SIGCONT');
  await frozen.until(() => frozen.err.includes('does not answer'));
  await expectAll(upload, files);
});

test('cluster: a job goes on when its hub was killed and is started again', { timeout: limitMs }, async () => {
  const files = await given();
  await cluster.startWorker();
  const upload = cluster.upload(files.folder, ...slow);
  await moved(upload, 0.3);
  await hub.kill('SIGKILL');
  await cluster.startHub();
  await expectAll(upload, files);
});

test('cluster: a job goes on when its server is killed again and again', { timeout: limitMs }, async () => {
  const files = await given();
  await cluster.startWorker();
  const upload = cluster.upload(files.folder, '--limit-rate', '1MiB');
  for (const part of [0.05, 0.15, 0.25]) {
    await moved(upload, part);
    process.kill(Number(await readFile(join(cluster.dir, 'hub/hub/nats-server.pid'), 'utf8')), 'SIGKILL');
  }
  await expectAll(upload, files);
});

test('cluster: a job is planned again when the store of its queue is gone', { timeout: limitMs }, async () => {
  const files = await given();
  await cluster.startWorker();
  const upload = cluster.upload(files.folder, ...slow);
  await moved(upload, 0.4);
  await hub.kill('SIGTERM');
  await rm(join(cluster.dir, 'hub/hub/store'), { recursive: true });
  await cluster.startHub();
  await expectAll(upload, files);
});

test('cluster: a file that ends its workers is given up, and all others arrive', { timeout: limitMs }, async () => {
  const files = await given({ ...mixedSizes(30, 0), 'poison.bin': 2000 });
  const upload = cluster.upload(files.folder);
  let hasEnded = false;
  void upload.ended.then(() => (hasEnded = true));
  const killAt = 'PUT [^ ]*/poison\\.bin';
  let killed = 0;
  while (!hasEnded) {
    const worker = await cluster.startWorker({ killAt, args: ['--slots', '1'] });
    await Promise.race([worker.ended, upload.ended]);
    if (worker.child.signalCode === 'SIGKILL') killed += 1;
  }
  expect(await upload.ended, upload.err).toBe(1);
  expect(killed).toBe(5);
  const { 'poison.bin': _poison, ...others } = Object.fromEntries(files.expected);
  expect(Object.fromEntries(await cluster.held())).toEqual(others);
  expect(upload.summary).toMatchObject({ files: 30, skipped: 0, failedCount: 1 });
  expect(upload.summary.failed).toEqual([expect.objectContaining({ target: 'poison.bin', code: 'conflict.other' })]);
});

test(
  'cluster: a worker whose clock is an hour ahead works, and the timeline is right',
  { timeout: limitMs },
  async () => {
    const files = await given();
    const clock = {
      STOWAGE_CLOCK_AHEAD_MS: '3600000',
      NODE_OPTIONS: `--require ${join(process.cwd(), 'electron/testing/clock-ahead.cjs')}`,
    };
    await cluster.startWorker({ env: clock });
    const startedMs = Date.now();
    const upload = cluster.upload(files.folder);
    await expectAll(upload, files);
    const job = String(upload.lines.find(({ jobId }) => jobId !== undefined)?.jobId);
    const timeline = cluster.run('client', ['jobs', 'timeline', job, '--hub', cluster.joinFile]);
    expect(await timeline.ended, timeline.err).toBe(0);
    for (const { started, uncertainMs } of timeline.lines) {
      const atMs = new Date(String(started)).getTime();
      expect(atMs).toBeGreaterThanOrEqual(startedMs - Number(uncertainMs) - 5);
      expect(atMs).toBeLessThanOrEqual(Date.now() + Number(uncertainMs));
    }
    expect(timeline.lines.length).toBeGreaterThan(0);
  },
);

test(
  'cluster: a job is paused, resumed and cancelled, and leaves no file incomplete',
  { timeout: limitMs },
  async () => {
    const files = await given();
    await cluster.startWorker();
    const upload = cluster.upload(files.folder, '--limit-rate', '1MiB');
    await moved(upload, 0.1);
    const job = String(upload.lines[0]?.jobId);
    const jobs = async (...args: string[]): Promise<Program> => {
      const program = cluster.run('client', ['jobs', ...args, '--hub', cluster.joinFile]);
      expect(await program.ended, program.err).toBe(0);
      return program;
    };
    await jobs('pause', job);
    await upload.line(({ state }) => state === 'paused');
    const resumed = cluster.run('client', ['jobs', 'resume', job, '--hub', cluster.joinFile]);
    await resumed.line(({ state }) => state === 'running');
    await moved(upload, 0.2);
    await jobs('cancel', job);
    expect(await upload.ended).toBe(130);
    expect(await resumed.ended).toBe(130);
    const held = await cluster.held();
    expect(held.size).toBeLessThan(files.expected.size);
    for (const [name, sum] of held) expect(files.expected.get(name)).toBe(sum);
  },
);

test('cluster: a server that is too old is rejected with a sentence', { timeout: limitMs }, async () => {
  const old = join(cluster.dir, 'nats-server-old');
  await writeFile(old, '#!/bin/sh\necho "nats-server: v2.9.10"\n', { mode: 0o755 });
  const rejected = cluster.run('other-hub', ['hub', '--listen', '127.0.0.1:0', '--nats-server', old]);
  expect(await rejected.ended).toBe(2);
  expect(rejected.err).toContain('is nats-server 2.9.10');
  expect(rejected.err).toContain('2.12 or newer');
});

test('cluster: a copy within an account is done by its workers', { timeout: limitMs }, async () => {
  const files = await given();
  await cluster.startWorker();
  await expectAll(cluster.upload(files.folder), files);

  const created = cluster.run('client', ['containers', 'create', 'hold']);
  expect(await created.ended).toBe(0);
  const copied = cluster.run('client', ['copy', 'cargo/', 'hold', '--hub', cluster.joinFile]);
  expect(await copied.ended, copied.err).toBe(0);
  expect(copied.summary).toMatchObject({ files: files.expected.size, bytes: bytesOf(sizes), failedCount: 0 });
  expect(await cluster.held('hold')).toEqual(files.expected);
});

test.each([
  ['while it plans', 'stw\\.ask\\.plan'],
  ['with ranges of a file under way', 'GET [^ ]*/large-'],
  ['before it reports', 'stw\\.done\\.'],
])(
  'cluster: a download leaves nothing incomplete and counts nothing twice when a worker is killed %s',
  { timeout: limitMs },
  async (_, killAt) => {
    const files = await given();
    const first = await cluster.startWorker();
    await expectAll(cluster.upload(files.folder), files);
    await first.kill('SIGTERM');
    const target = join(cluster.dir, 'back');
    const doomed = await cluster.startWorker({ killAt, args: ['--slots', '1'] });
    const download = cluster.run('client', ['download', 'cargo/', target, '--hub', cluster.joinFile]);
    expect(await doomed.ended, doomed.err).toBe(null);
    await cluster.startWorker();
    expect(await download.ended, download.err).toBe(0);
    expect(download.summary).toMatchObject({ files: files.expected.size, bytes: bytesOf(sizes), skipped: 0 });
    expect(download.summary.redelivered).toBeGreaterThan(killAt.includes('plan') ? -1 : 0);
    expect(await sumsIn(target)).toEqual(files.expected);
  },
);
