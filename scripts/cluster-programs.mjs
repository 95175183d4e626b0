// A store, a hub, workers and commands as processes of the built command line, for measurements of jobs on many machines.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { outDir } from './project.mjs';

/**
 * @typedef {object} Program
 * @property {import('node:child_process').ChildProcess} child
 * @property {any[]} lines the records that it has printed
 * @property {string} err
 * @property {(() => void)[]} waiting
 * @property {Promise<number | null>} ended
 */

export class ClusterPrograms {
  /** Removed at the end. */
  folder = mkdtempSync(join(tmpdir(), 'stowage-cluster-'));
  connectionString = '';
  joinFile = '';
  /** @type {Program[]} */
  #programs = [];

  /**
   * Starts the command line.
   * @param {string} state its state folder
   * @param {readonly string[]} args
   * @returns {Program}
   */
  start(state, ...args) {
    const child = spawn(
      process.execPath,
      [join(outDir, 'cli/stowage.js'), '--state-dir', join(this.folder, state), ...args, '--json'],
      {
        env: { ...process.env, STOWAGE_CONNECTION_STRING: this.connectionString },
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
    this.#programs.push(program);
    return program;
  }

  /** @param {readonly string[]} args @returns {Promise<any[]>} what it printed */
  async run(...args) {
    const program = this.start('client', ...args);
    const code = await program.ended;
    if (code !== 0) throw new Error(`${args.join(' ')}: ${program.err}`);
    return program.lines;
  }

  async startStore() {
    const store = this.start('store', 'emulator', '--memory');
    ({ connectionString: this.connectionString } = await record(store));
  }

  /** On the port of the first one. @returns {Promise<Program>} */
  async startHub() {
    const address = this.joinFile === '' ? '127.0.0.1:0' : new URL(this.#url).host;
    const hub = this.start('hub', 'hub', '--listen', address);
    ({ join: this.joinFile, url: this.#url } = await record(hub));
    await until(hub, () => hub.err.includes('is running'));
    return hub;
  }

  #url = '';

  /** Of nats-server, which the hub supervises. */
  get serverPid() {
    return Number(readFileSync(join(this.folder, 'hub/hub/nats-server.pid'), 'utf8'));
  }

  /** @param {string} name @param {number} slots @returns {Program} */
  startWorker(name, slots = 1) {
    return this.start(name, 'worker', '--join', this.joinFile, '--name', name, '--slots', String(slots));
  }

  async end() {
    for (const { child } of this.#programs) child.kill('SIGTERM');
    await Promise.all(this.#programs.map(({ ended }) => ended));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @param {Program} program @param {() => boolean} holds */
async function until(program, holds) {
  while (!holds()) {
    if (program.child.exitCode !== null || program.child.signalCode !== null) throw new Error(program.err);
    await new Promise((resolve) => program.waiting.push(() => resolve(undefined)));
  }
}

/** @param {Program} program @param {(line: any) => boolean} [isWanted] */
export async function record(program, isWanted = () => true) {
  await until(program, () => program.lines.some(isWanted));
  return program.lines.find(isWanted);
}

/** @param {any[]} lines */
export const summaryOf = (lines) => lines.find(({ event }) => event === 'summary');

/** A value of the command line, such as `--workers=20`. @param {string} name @param {number} fallback */
export const numberOf = (name, fallback) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
