// The nats-server that a hub runs: which binary, its configuration, and a child process that is started again when it
// ends. Everything that it stores is in the folder of the hub.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { StowageError, invalidInput } from '@shared/errors';
import { isAlive } from '../../disk/is-alive';
import { localError } from '../../disk/local-error';
import type { Clock } from '../ports';

/** The first with atomic batches and with consumers that can be paused; older ones know no `sync_interval: always`. */
const oldest = { major: 2, minor: 12 };
const executableName = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server';

export interface ServerLookup {
  /** `--nats-server`. */
  readonly given: string | undefined;
  /** The built command line; a package and a checkout have the binary in a known folder beside it. */
  readonly programPath: string;
  readonly path: string | undefined;
}

export interface ServerBinary {
  readonly executable: string;
  readonly version: string;
}

/**
 * The packaged binary, the one of the set-up, or one on the PATH; a given one before all of them.
 * @throws StowageError `invalid.input` when there is none, or only one that is too old
 */
export async function findServer({ given, programPath, path = '' }: ServerLookup): Promise<ServerBinary> {
  const besides = [join(dirname(programPath), '..'), join(dirname(programPath), '../../.runtime')];
  const places = [...besides.map((folder) => join(folder, 'nats-server', executableName)), ...onPath(path)];
  const executable = given ?? places.find((each) => existsSync(each));
  if (executable === undefined) {
    throw invalidInput(
      '--nats-server',
      'there is no nats-server on this machine.',
      'Install nats-server 2.12 or newer, name it with --nats-server PATH, or use a running one with --join FILE.',
    );
  }
  const version = await versionOf(executable);
  if (version === null) {
    throw invalidInput('--nats-server', `“${executable}” is no nats-server that runs here.`, 'Name another one.');
  }
  assertNewEnough(version, '--nats-server', `“${executable}”`);
  return { executable, version };
}

/** @throws StowageError `invalid.input` for a server that lacks what the hub relies on */
export function assertNewEnough(version: string, field: string, what: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return;
  const needed = `${oldest.major}.${oldest.minor}`;
  throw invalidInput(
    field,
    `${what} is nats-server ${version}, which can lose acknowledged work in a power cut.`,
    `Use nats-server ${needed} or newer.`,
  );
}

const onPath = (path: string): readonly string[] =>
  path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, executableName));

async function versionOf(executable: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(executable, ['--version'], { timeout: 20_000 });
    return /v?(\d+\.\d+\.\d+)/u.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}

export interface ServerUser {
  readonly publicKey: string;
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** On a local disk. */
  readonly storeDir: string;
  /** Null only on the loopback interface. */
  readonly tls: { readonly certPath: string; readonly keyPath: string } | null;
  readonly users: readonly ServerUser[];
}

export function serverConfig({ host, port, storeDir, tls, users }: ServerSettings): string {
  const list = (subjects: readonly string[]): string => JSON.stringify(subjects);
  return [
    `host: ${JSON.stringify(host)}`,
    `port: ${port}`,
    // Work is acknowledged only once it is on the disk.
    `jetstream { store_dir: ${JSON.stringify(storeDir)}, sync_interval: always }`,
    // The end of a worker's machine is noticed within seconds.
    'ping_interval: "5s"',
    'max_payload: 8388608',
    ...(tls === null
      ? []
      : [
          `tls { cert_file: ${JSON.stringify(tls.certPath)}, key_file: ${JSON.stringify(tls.keyPath)}, min_version: "1.2" }`,
        ]),
    'authorization { users: [',
    ...users.map(
      ({ publicKey, publish, subscribe }) =>
        `  { nkey: ${publicKey}, permissions: { publish: ${list(publish)}, subscribe: ${list(subscribe)} } }`,
    ),
    '] }',
    '',
  ].join('\n');
}

export interface SupervisedServer {
  readonly pid: number | null;
  /** Rejects when the server has ended too often. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

const maxQuickEnds = 5;
const quickMs = 10_000;

const configIn = (folder: string): string => join(folder, 'nats.conf');
const pidIn = (folder: string): string => join(folder, 'nats-server.pid');

/**
 * Runs the server with the configuration in the folder, and again whenever it ends.
 * @throws StowageError when it cannot be started
 */
export async function superviseServer(
  { executable }: ServerBinary,
  folder: string,
  { clock, log }: { readonly clock: Clock; readonly log: (line: string) => void },
): Promise<SupervisedServer> {
  const pidPath = pidIn(folder);
  let child: ChildProcess | null = null;
  let stopping = false;
  let lastLine = '';
  const run = async (): Promise<number | null> => {
    const running = spawn(executable, ['--config', configIn(folder)], { stdio: ['ignore', 'ignore', 'pipe'] });
    child = running;
    createInterface({ input: running.stderr }).on('line', (line) => {
      lastLine = line;
      log(line);
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      running.once('error', reject);
      running.once('exit', resolve);
    });
    if (running.pid !== undefined) await writeFile(pidPath, String(running.pid), { mode: 0o600 });
    return ended;
  };
  const supervise = async (): Promise<never> => {
    let quickEnds = 0;
    for (;;) {
      const startedMs = clock.monotonic();
      const code = await run().catch((thrown: unknown) => {
        throw localError(thrown, executable);
      });
      if (stopping) return new Promise<never>(() => undefined);
      quickEnds = clock.monotonic() - startedMs < quickMs ? quickEnds + 1 : 1;
      log(`nats-server ended with code ${String(code)}; it is started again.`);
      if (quickEnds >= maxQuickEnds) throw serverEnded(lastLine);
      await clock.sleep(200 * quickEnds);
    }
  };
  const failed = supervise();
  failed.catch(() => undefined);
  return {
    get pid() {
      return child?.pid ?? null;
    },
    failed,
    stop: async () => {
      stopping = true;
      const running = child;
      if (running?.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGTERM');
      const kill = setTimeout(() => running.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(kill);
      await rm(pidPath, { force: true });
    },
  };
}

function serverEnded(lastLine: string): StowageError {
  const why = lastLine.replace(/^.*\[(?:FTL|ERR)\]\s*/u, '').slice(0, 300);
  return new StowageError('conflict.other', `nats-server does not run: ${why}`, {
    context: { problem: `nats-server ended again and again: ${why || 'it gave no reason'}.` },
  });
}

/** Ends a server whose hub was killed: only a process that still runs with the configuration of this folder. */
export async function endEarlierServer(folder: string, clock: Clock): Promise<void> {
  const configPath = configIn(folder);
  const text = await readFile(pidIn(folder), 'utf8').catch(() => '');
  const pid = Number(text);
  if (!Number.isInteger(pid) || pid <= 1 || process.platform === 'win32') return;
  if (!(await commandOf(pid)).includes(configPath)) return;
  process.kill(pid, 'SIGTERM');
  for (let waited = 0; waited < 100 && isAlive(pid); waited += 1) await clock.sleep(50);
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

async function commandOf(pid: number): Promise<string> {
  try {
    return (await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)], { timeout: 5000 })).stdout;
  } catch {
    return '';
  }
}

/** @throws StowageError `invalid.input` when something else listens there */
export async function freePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (thrown: NodeJS.ErrnoException) => {
      const why =
        thrown.code === 'EADDRINUSE' ? 'another program listens there' : `it cannot listen there (${thrown.code})`;
      reject(invalidInput('--listen', `${host}:${port}: ${why}.`, 'Name another port, or 0 for a free one.'));
    });
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}
