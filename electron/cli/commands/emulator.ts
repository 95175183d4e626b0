// `stowage emulator`: runs the embedded store in the foreground until it is stopped.
import { join, resolve } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import { emulatorAccount } from '@shared/model/connection-string';
import { EmbeddedStore, developmentConnectionString } from '../../engine/emulator/embedded-store';
import { nodeEmulatorLauncher } from '../../engine/emulator/node-launcher';
import { announceRunningStore, findRunningStore, withdrawRunningStore } from '../../engine/emulator/running-store';
import type { Clock } from '../../engine/ports';
import { exitCodes } from '../exit-codes';
import { makeNamedFolder } from '../named-folder';
import { parseWhole } from '../numbers';
import type { Output } from '../output';

export interface EmulatorOptions {
  readonly data?: string;
  readonly ports?: string;
  readonly memory?: boolean;
  /** Accept the key that Azurite publishes, instead of the one of the state folder. */
  readonly publishedKey?: boolean;
}

export interface EmulatorHost {
  readonly output: Output;
  readonly stateDir: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly emulatorPath: string;
  readonly log: (line: string) => void;
}

export async function runEmulator(options: EmulatorOptions, host: EmulatorHost): Promise<number> {
  const { output, stateDir, signal } = host;
  const ports = options.ports === undefined ? {} : { ports: parsePorts(options.ports) };
  if (options.memory && options.data !== undefined) {
    throw invalidInput('--memory', 'it stores nothing in the --data folder.', 'Use only one of them.');
  }
  const running = findRunningStore(stateDir);
  if (running) {
    throw new StowageError(
      'conflict.other',
      `Process ${running.pid} already runs the local store of this state folder.`,
      {
        context: {
          problem: `process ${running.pid} already runs the local store. Use --connection local, or another --state-dir.`,
        },
      },
    );
  }
  if (options.data !== undefined) await makeNamedFolder('--data', resolve(options.data), 'private');
  const key = options.publishedKey ? 'published' : 'own';
  let hasRun = false;
  const store = new EmbeddedStore({
    dataDir: options.data ?? join(stateDir, 'embedded-store'),
    launcher: nodeEmulatorLauncher(host.emulatorPath),
    clock: host.clock,
    // Once the store has run, messages such as its end and its failures to save are for the user. Before that they are
    // diagnostics, because a failed start is reported by the error below.
    log: (line) => (hasRun ? output.info(line) : host.log(line)),
    persistence: options.memory ? 'memory' : 'disk',
    keyFolder: key === 'own' ? stateDir : null,
    ...ports,
  });
  store.start();
  try {
    const endpoints = await store.whenRunning(signal);
    hasRun = true;
    await announceRunningStore(stateDir, { pid: process.pid, endpoints, key });
    const connectionString = developmentConnectionString(endpoints, store.accountKey);
    output.record({ connectionString }, connectionString);
    if (store.accountKey === emulatorAccount.key) {
      output.info('Every user of this computer can read and change this store: it uses the key published by Azurite.');
    }
    output.info('The local store is running. Press Ctrl+C to stop it.');
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      store.onChange(() => {
        if (store.state === 'failed') resolve();
        if (store.endpoints) void announceRunningStore(stateDir, { pid: process.pid, endpoints: store.endpoints, key });
      });
    });
    if (store.state === 'failed') await store.whenRunning();
  } catch (error) {
    await withdrawRunningStore(stateDir);
    await store.dispose();
    throw ownFailure(error);
  }
  await withdrawRunningStore(stateDir);
  return (await store.dispose()) === 'lost' ? exitCodes.someFailed : exitCodes.done;
}

/**
 * Marks the error as raised by this command, whose message must not advise to start the store with this very command.
 */
function ownFailure(thrown: unknown): StowageError {
  const error = StowageError.from(thrown);
  if (error.code !== 'network.emulator-down') return error;
  const { code, message, context } = error;
  return new StowageError(code, message, { context: { ...context, startedBy: 'command' }, cause: thrown });
}

/** Three ports, as earlier versions took them, name one for the queue service, which no longer runs. */
function parsePorts(text: string): [number, number] {
  const named = text.split(',');
  if (named.length !== 2 && named.length !== 3) {
    throw invalidInput('--ports', `"${text}" does not contain two ports.`, 'Use BLOB,TABLE, for example 10000,10002.');
  }
  const ports = named.map((port) => parseWhole('--ports', port, 0, 65_535));
  return [ports[0] ?? 0, ports.at(-1) ?? 0];
}
