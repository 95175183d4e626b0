// Starts an app once: measures how long it takes until it can be used, and how much memory it holds when idle.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { inProject } from '../../project.mjs';

const usableLimitMs = 60_000;
const endLimitMs = 15_000;

/**
 * @typedef {object} Start
 * @property {number} windowMs from the start of the process to its window's object
 * @property {number} pageMs to the page
 * @property {number} usableMs to the first frame that can be used
 * @property {readonly { name: string, processorMs: number }[]} worked what each process worked until then; less bent by
 *   what else the machine does than times are
 * @property {readonly { name: string, bytes: number, threads: number }[]} held by each process alone after the wait
 * @property {number} fileBytes the parts of files that any of them has in memory, each part once
 */

/**
 * @param {{
 *   executable: string, args: readonly string[], env: NodeJS.ProcessEnv,
 *   usable: string, idleMs: number,
 * }} options `usable`: a selector of what must be on the page; `idleMs`: how long it is left alone
 * @returns {Promise<Start>}
 */
export async function startOnce({ executable, args, env, usable, idleMs }) {
  const startedAtMs = Date.now();
  const child = spawn(executable, ['-r', inProject('scripts/bench/start/probe.cjs'), ...args], {
    env: { ...env, STOWAGE_BENCH_USABLE: usable },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  try {
    const summary = await firstReport(child);
    const worked = familyOf(child.pid).map((pid) => ({ name: nameOf(pid), processorMs: processorMsOf(pid) }));
    await new Promise((resolve) => setTimeout(resolve, idleMs));
    const family = familyOf(child.pid);
    return {
      windowMs: summary.createdAtMs - startedAtMs,
      pageMs: summary.pageAtMs - startedAtMs,
      usableMs: Math.max(summary.usableAtMs, summary.shownAtMs) - startedAtMs,
      worked,
      held: family.map((pid) => ({ name: nameOf(pid), bytes: ownBytesOf(pid), threads: threadsOf(pid) })),
      fileBytes: fileBytesOf(family),
    };
  } finally {
    child.kill('SIGTERM');
    const limit = setTimeout(() => child.kill('SIGKILL'), endLimitMs);
    await gone;
    clearTimeout(limit);
  }
}

/** @returns {Promise<{ createdAtMs: number, shownAtMs: number, usableAtMs: number, pageAtMs: number }>} */
function firstReport(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why) => reject(new Error(`The app ${why}.\n${output.slice(-2_000)}`));
    const limit = setTimeout(() => fail('was not usable within a minute'), usableLimitMs);
    const receive = (piece) => {
      output += piece;
      const report = /^stowage-bench (\{.*\})$/mu.exec(output);
      if (report?.[1] === undefined) return;
      clearTimeout(limit);
      resolve(JSON.parse(report[1]));
    };
    child.stdout.setEncoding('utf8').on('data', receive);
    child.stderr.setEncoding('utf8').on('data', receive);
    child.once('exit', (code) => fail(`ended with code ${code}`));
  });
}

/** This process and all its descendants. */
function familyOf(pid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => {
      const [, parent] = statOf(name);
      return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }];
    });
  const below = (parent) => all.filter((one) => one.parent === parent).flatMap((one) => [one.pid, ...below(one.pid)]);
  return [pid, ...below(pid)];
}

/** User and system time since the start, in ticks of 10 ms. */
function processorMsOf(pid) {
  const fields = statOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

/** The fields after the process's name in its `stat` line; none for a process that has ended. */
function statOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function nameOf(pid) {
  // Some programs rewrite their command line, with blanks between the words.
  const command = read(`/proc/${pid}/cmdline`).split(/[\0 ]/u);
  const flag = (name) => command.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  return flag('utility-sub-type') ?? flag('type') ?? 'main';
}

/** Memory that belongs to no file; shared memory is divided among its processes. */
function ownBytesOf(pid) {
  return kibibytesIn(read(`/proc/${pid}/smaps_rollup`), 'Pss_Anon') * 1024;
}

function threadsOf(pid) {
  return Number(/^Threads:\s+(\d+)$/mu.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

/**
 * Counts each part of a file once, however many processes have it in memory. The proportional share that the system
 * reports would be smaller whenever another user runs the same Electron.
 */
function fileBytesOf(pids) {
  const parts = new Map();
  for (const text of pids.map((pid) => read(`/proc/${pid}/smaps`))) {
    for (const mapping of text.split(/^(?=[\da-f]+-[\da-f]+ )/mu)) {
      const key = /^\S+ \S+ (\S+ \S+ \d+ +\/.*)$/mu.exec(mapping)?.[1];
      const bytes = (kibibytesIn(mapping, 'Rss') - kibibytesIn(mapping, 'Anonymous')) * 1024;
      if (key !== undefined) parts.set(key, Math.max(parts.get(key) ?? 0, bytes));
    }
  }
  return [...parts.values()].reduce((sum, bytes) => sum + bytes, 0);
}

const kibibytesIn = (text, field) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'mu').exec(text)?.[1] ?? 0);

/** Empty for a process that has ended. */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
