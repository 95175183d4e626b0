// Measures jobs on many machines with real processes on this one: a hub, workers, the embedded store. Prints a table for
// docs/performance.md. Usage: node scripts/bench-cluster.mjs [--workers=N] [--files=N]
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { outDir } from './project.mjs';

const number = (name, fallback) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
const workerCount = number('workers', 20);
const fileCount = number('files', 2000);
const largeCount = 4;
const largeBytes = 16 * 1024 * 1024;
const limitRate = 2 * 1024 * 1024;
const killed = 3;
const slowFolders = 4;
const slowFiles = 60;

const folder = mkdtempSync(join(tmpdir(), 'stowage-bench-cluster-'));
const children = [];
let connectionString = '';

/**
 * @typedef {object} Program
 * @property {import('node:child_process').ChildProcess} child
 * @property {any[]} lines the records that it has printed
 * @property {string} err
 * @property {(() => void)[]} waiting
 * @property {Promise<number | null>} ended
 */

/**
 * Starts the command line.
 * @param {string} state
 * @param {readonly string[]} args
 * @returns {Program}
 */
function start(state, ...args) {
  const child = spawn(
    process.execPath,
    [join(outDir, 'cli/stowage.js'), '--state-dir', join(folder, state), ...args, '--json'],
    {
      env: { ...process.env, STOWAGE_CONNECTION_STRING: connectionString },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  /** @type {Program} */
  const program = { child, lines: [], err: '', waiting: [], ended: Promise.resolve(null) };
  const changed = () => program.waiting.splice(0).forEach((resolve) => resolve());
  createInterface({ input: child.stdout }).on('line', (line) => {
    program.lines.push({ atMs: Date.now(), ...JSON.parse(line) });
    changed();
  });
  child.stderr.on('data', (piece) => {
    program.err += piece;
    changed();
  });
  program.ended = new Promise((resolve) => child.once('close', (code) => (changed(), resolve(code))));
  children.push(program);
  return program;
}

/** @param {Program} program @param {() => boolean} holds */
async function until(program, holds) {
  while (!holds()) {
    if (program.child.exitCode !== null) throw new Error(program.err);
    await new Promise((resolve) => program.waiting.push(() => resolve(undefined)));
  }
}

/** @param {Program} program @param {(line: any) => boolean} [isWanted] */
async function record(program, isWanted = () => true) {
  await until(program, () => program.lines.some(isWanted));
  return program.lines.find(isWanted);
}

async function run(...args) {
  const program = start('client', ...args);
  const code = await program.ended;
  if (code !== 0) throw new Error(`${args.join(' ')}: ${program.err}`);
  return program.lines;
}

const residentMiB = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const rows = [];
const report = (what, value) => {
  rows.push(`| ${what} | ${value} |`);
  process.stdout.write(`${what}: ${value}\n`);
};

try {
  const source = join(folder, 'files');
  for (let index = 0; index < fileCount; index += 1) {
    const within = join(source, `d${index % 20}`);
    if (index < 20) mkdirSync(within, { recursive: true });
    writeFileSync(join(within, `f${index}`), `file ${index}`.padEnd(2000, '.'));
  }
  for (let index = 0; index < largeCount; index += 1)
    writeFileSync(join(source, `large${index}`), Buffer.alloc(largeBytes, index));

  const store = start('store', 'emulator', '--memory');
  ({ connectionString } = await record(store));
  for (const name of ['here', 'there', 'killed', 'limited']) await run('containers', 'create', name);

  const hub = start('hub', 'hub', '--listen', '127.0.0.1:0');
  const { join: joinFile } = await record(hub);
  await until(hub, () => hub.err.includes('is running'));
  const serverPid = Number(readFileSync(join(folder, 'hub/hub/nats-server.pid'), 'utf8'));

  const one = start('w0', 'worker', '--join', joinFile, '--name', 'w0', '--slots', '2');
  await record(one);
  const summaryOf = (lines) => lines.find(({ event }) => event === 'summary');
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
    [hub.child.pid, serverPid, survivor?.child.pid].map((pid) => `${residentMiB(pid).toFixed(0)} MiB`).join(', '),
  );

  // Two workers, and shards that take a minute each.
  for (const worker of workers) worker.child.kill('SIGTERM');
  await Promise.all(workers.map((worker) => worker.ended));
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
  process.stdout.write(`\n| measured | result |\n| --- | --- |\n${rows.join('\n')}\n`);
} finally {
  for (const { child } of children) child.kill('SIGTERM');
  await Promise.all(children.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
}
