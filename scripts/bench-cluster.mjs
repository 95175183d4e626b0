// Measures jobs on many machines with real processes on this one: a hub, workers, the embedded store. Prints a table for
// docs/performance.md. Usage: node scripts/bench-cluster.mjs [--workers=N] [--files=N] [--only=shards]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClusterPrograms, numberOf, record, summaryOf } from './cluster-programs.mjs';

const workerCount = numberOf('workers', 20);
const fileCount = numberOf('files', 2000);
/** `shards`: only those that take a minute. */
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? 'everything';
const largeCount = 4;
const largeBytes = 16 * 1024 * 1024;
const limitRate = 2 * 1024 * 1024;
const killed = 3;
const slowFolders = 4;
const slowFiles = 60;

const cluster = new ClusterPrograms();
const { folder } = cluster;
const start = (state, ...args) => cluster.start(state, ...args);
const run = (...args) => cluster.run(...args);

const residentMiB = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const rows = [];
const report = (what, value) => {
  rows.push(`| ${what} | ${value} |`);
  process.stdout.write(`${what}: ${value}\n`);
};

async function manyWorkers(hub, joinFile) {
  const source = join(folder, 'files');
  for (let index = 0; index < fileCount; index += 1) {
    const within = join(source, `d${index % 20}`);
    if (index < 20) mkdirSync(within, { recursive: true });
    writeFileSync(join(within, `f${index}`), `file ${index}`.padEnd(2000, '.'));
  }
  for (let index = 0; index < largeCount; index += 1)
    writeFileSync(join(source, `large${index}`), Buffer.alloc(largeBytes, index));

  for (const name of ['here', 'there', 'killed', 'limited']) await run('containers', 'create', name);

  const one = start('w0', 'worker', '--join', joinFile, '--name', 'w0', '--slots', '2');
  await record(one);
  const here = summaryOf(await run('upload', `${source}/`, 'here'));
  const there = summaryOf(await run('upload', `${source}/`, 'there', '--hub', joinFile));
  report('the same files without a hub', `${(here.elapsedMs / 1000).toFixed(1)} s`);
  report('with a hub and one worker', `${(there.elapsedMs / 1000).toFixed(1)} s, ${there.shards} shards`);

  const startedMs = Date.now();
  const workers = [one];
  for (let index = 1; index < workerCount; index += 1) {
    workers.push(start(`w${index}`, 'worker', '--join', joinFile, '--name', `w${index}`, '--slots', '1'));
  }
  await Promise.all(workers.map((worker) => record(worker)));
  report(`${workerCount} workers have joined after`, `${((Date.now() - startedMs) / 1000).toFixed(1)} s`);

  const upload = start(
    'client',
    'upload',
    `${source}/`,
    'killed',
    '--hub',
    joinFile,
    '--limit-rate',
    String(limitRate),
  );
  await record(upload, ({ bytesDone }) => bytesDone > limitRate * 2);
  const busy = (await run('nodes', 'list', '--join', joinFile)).filter(({ running }) => running > 0).slice(0, killed);
  const killedMs = Date.now();
  for (const { pid } of busy) process.kill(pid, 'SIGKILL');
  await upload.ended;
  const ended = summaryOf(upload.lines);
  const job = upload.lines[0].jobId;
  const timeline = await run('jobs', 'timeline', job, '--hub', joinFile);
  const takeovers = timeline
    .filter(({ deliveries }) => deliveries > 1)
    .map(({ started }) => new Date(started).getTime() - killedMs)
    .sort((a, b) => a - b);
  report(
    `takeover after ${busy.length} workers were killed`,
    takeovers.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', '),
  );
  report(
    'files counted',
    `${ended.files} of ${fileCount + largeCount}, ${ended.failedCount} failed, ${ended.redelivered} shards again`,
  );
  const progress = upload.lines.filter(({ event, atMs }) => event === 'progress' && atMs < killedMs);
  const [first, last] = [progress.find(({ bytesDone }) => bytesDone > 0), progress.at(-1)];
  const rate = ((last.bytesDone - first.bytesDone) / (last.atMs - first.atMs)) * 1000;
  report('rate while limited to 2.0 MiB/s', `${(rate / 1024 / 1024).toFixed(1)} MiB/s`);

  const survivor = workers.find(({ child }) => child.signalCode === null && child.exitCode === null);
  const limited = start('client', 'upload', `${source}/`, 'limited', '--hub', joinFile, '--limit-rate', '1MiB');
  await record(limited, ({ bytesDone }) => bytesDone > 0);
  const cancelling = start('client', 'jobs', 'cancel', limited.lines[0].jobId, '--hub', joinFile);
  await cancelling.ended;
  const cancelledMs = Date.now();
  while ((await run('nodes', 'list', '--join', joinFile)).some(({ running }) => running > 0));
  report(
    'nobody works any more after a cancel',
    `${((Date.now() - cancelledMs) / 1000).toFixed(1)} s (one look takes as long as a command)`,
  );
  report(
    'memory of the hub, of its server, of a worker',
    [hub.child.pid, cluster.serverPid, survivor?.child.pid]
      .map((pid) => `${residentMiB(pid).toFixed(0)} MiB`)
      .join(', '),
  );
  for (const worker of workers) worker.child.kill('SIGTERM');
  await Promise.all(workers.map((worker) => worker.ended));
}

async function slowShards(joinFile) {
  // Two workers, and shards that take a minute each.
  const slow = join(folder, 'slow');
  const slowBytes = 1024 * 1024;
  for (let index = 0; index < slowFolders * slowFiles; index += 1) {
    const within = join(slow, `d${index % slowFolders}`);
    if (index < slowFolders) mkdirSync(within, { recursive: true });
    writeFileSync(join(within, `f${index}`), Buffer.alloc(slowBytes, index));
  }
  for (const name of ['s1', 's2']) {
    await record(start(name, 'worker', '--join', joinFile, '--name', name, '--slots', '1'));
  }
  await run('containers', 'create', 'slow');
  const minute = summaryOf(
    await run('upload', `${slow}/`, 'slow', '--hub', joinFile, '--limit-rate', String(2 * slowBytes)),
  );
  const bestMs = (slowFolders * slowFiles * 1000) / 2;
  report(
    `${minute.shards} shards of ${slowFiles} s on two workers`,
    `${(minute.elapsedMs / 1000).toFixed(1)} s, ${((minute.elapsedMs / bestMs - 1) * 100).toFixed(1)} % more than the limit allows`,
  );

  // One shard of a minute, and the same files at the same rate without a hub, at the same time.
  for (const name of ['alone', 'by-hub']) await run('containers', 'create', name);
  const [alone, byHub] = (
    await Promise.all([
      run('upload', `${join(slow, 'd0')}/`, 'alone', '--limit-rate', String(slowBytes)),
      run('upload', `${join(slow, 'd0')}/`, 'by-hub', '--hub', joinFile, '--limit-rate', String(slowBytes)),
    ])
  ).map(summaryOf);
  const ratio = byHub.elapsedMs / alone.elapsedMs;
  report(
    `${byHub.shards} shard of ${slowFiles} s, against the same without a hub`,
    `${(byHub.elapsedMs / 1000).toFixed(2)} s against ${(alone.elapsedMs / 1000).toFixed(2)} s: ${ratio.toFixed(3)}`,
  );
}

try {
  await cluster.startStore();
  const hub = await cluster.startHub();
  const { joinFile } = cluster;
  if (only === 'everything') await manyWorkers(hub, joinFile);
  await slowShards(joinFile);
  process.stdout.write(`\n| measured | result |\n| --- | --- |\n${rows.join('\n')}\n`);
} finally {
  await cluster.end();
}
