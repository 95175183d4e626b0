// The embedded store: Azurite as a supervised child. Finds free ports, waits until both services answer, restarts it
// when it dies or hangs, and reports where it listens. Starting the process is up to the host.
import { request } from 'node:http';
import { StowageError, cancelled } from '@shared/errors';
import { emulatorAccount } from '@shared/model/connection-string';
import { makePrivateFolder } from '../../disk/make-folder';
import { storeKeyPath } from '../../disk/store-key-file';
import type { Clock, EmulatorChild, EmulatorLauncher } from '../ports';
import { accountKeyOption } from './program/account-key';
import { ensureStoreKey } from './store-key';

export type StoreState = 'starting' | 'running' | 'restarting' | 'stopped' | 'failed';
export interface StoreEndpoints {
  readonly blob: string;
  readonly table: string;
}

export interface EmbeddedStoreOptions {
  readonly dataDir: string;
  readonly launcher: EmulatorLauncher;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Its key file names the account key; without one, requests are signed with the key that Azurite publishes. */
  readonly keyFolder: string | null;
  /** Fixed ports in the order blob, table; free ones when absent. */
  readonly ports?: readonly [number, number];
  /** `memory` stores nothing on disk. */
  readonly persistence?: 'disk' | 'memory';
}

const startTimeoutMs = 60_000;
const probeIntervalMs = 15_000;
const probeTimeoutMs = 20_000;
const unansweredProbesAllowed = 2;
const restartDelaysMs = [200, 1_000, 3_000, 10_000] as const;

/** In the format that `program/save-all.ts` prints when it closes. */
const lostLine = /^What changed last in \S+ is lost: /u;

/** The arguments of the program: loopback only, telemetry off, any service version that a client may use. */
export function emulatorArguments(
  options: Pick<EmbeddedStoreOptions, 'dataDir' | 'ports' | 'persistence'> & { readonly keyFile?: string },
): string[] {
  const [blob, table] = options.ports ?? [0, 0];
  return [
    ...['--blobHost', '127.0.0.1', '--tableHost', '127.0.0.1'],
    ...['--blobPort', String(blob), '--tablePort', String(table)],
    ...['--blobKeepAliveTimeout', '120', '--tableKeepAliveTimeout', '120'],
    ...(options.persistence === 'memory' ? ['--inMemoryPersistence'] : ['--location', options.dataDir]),
    ...['--disableTelemetry', '--skipApiVersionCheck', '--silent'],
    ...(options.keyFile === undefined ? [] : [accountKeyOption, options.keyFile]),
  ];
}

/** Connection string for the development account at these endpoints, by default with the key that Azurite publishes. */
export function developmentConnectionString(
  endpoints: StoreEndpoints,
  accountKey: string = emulatorAccount.key,
): string {
  return (
    `DefaultEndpointsProtocol=http;AccountName=${emulatorAccount.name};AccountKey=${accountKey};` +
    `BlobEndpoint=${endpoints.blob};TableEndpoint=${endpoints.table};`
  );
}

/** The address on which a service listens, read from a line of Azurite's output; null for any other line. */
export function listeningService(line: string): { service: 'blob' | 'table'; endpoint: string } | null {
  const match = /Azurite (Blob|Table) service is successfully listening at (https?:\/\/[^\s/]+)/.exec(line);
  if (!match?.[1] || !match[2]) return null;
  const service = match[1].toLowerCase() as 'blob' | 'table';
  return { service, endpoint: `${match[2]}/${emulatorAccount.name}` };
}

export class EmbeddedStore {
  readonly #options: EmbeddedStoreOptions;
  readonly #listeners = new Set<() => void>();
  readonly #stopping = new AbortController();
  #state: StoreState = 'stopped';
  #endpoints: StoreEndpoints | null = null;
  #child: EmulatorChild | null = null;
  #failure: StowageError | null = null;
  #life: Promise<void> | null = null;
  #isAllSaved = true;
  /** Of the child that answered last: work in progress, such as a transfer, knows its address. */
  #lastPorts: readonly [number, number] | null = null;
  #accountKey: string = emulatorAccount.key;

  constructor(options: EmbeddedStoreOptions) {
    this.#options = options;
  }

  get state(): StoreState {
    return this.#state;
  }
  /** Null while the store does not answer. */
  get endpoints(): StoreEndpoints | null {
    return this.#state === 'running' ? this.#endpoints : null;
  }

  /** Valid once the store has answered. */
  get accountKey(): string {
    return this.#accountKey;
  }

  onChange(listen: () => void): () => void {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  /** Begins supervision; returns at once. */
  start(): void {
    this.#life ??= this.#supervise();
  }

  /** Resolves when the store answers; throws `network.emulator-down` when it cannot be started. */
  async whenRunning(signal?: AbortSignal): Promise<StoreEndpoints> {
    for (;;) {
      if (this.endpoints) return this.endpoints;
      if (this.#state === 'failed' && this.#failure) throw this.#failure;
      await this.#nextChange(signal);
    }
  }

  /** `lost`: some of its data could not be written; the details were logged. */
  async dispose(): Promise<'saved' | 'lost'> {
    this.#stopping.abort();
    await this.#child?.stop();
    await this.#life;
    this.#setState('stopped');
    this.#listeners.clear();
    return this.#isAllSaved ? 'saved' : 'lost';
  }

  async #supervise(): Promise<void> {
    const { clock, log } = this.#options;
    let failuresInARow = 0;
    while (!this.#stopping.signal.aborted) {
      this.#setState(failuresInARow === 0 ? 'starting' : 'restarting');
      try {
        const { exited } = await this.#launch();
        failuresInARow = 0;
        this.#setState('running');
        const code = await exited;
        if (this.#stopping.signal.aborted) return;
        log(`The embedded store stopped (exit code ${code ?? 'unknown'}); starting it again.`);
        this.#setState('restarting');
      } catch (thrown) {
        if (this.#stopping.signal.aborted) return;
        this.#failure = StowageError.from(thrown);
        log(`The embedded store did not start: ${this.#failure.message}`);
        await this.#child?.stop();
        // Another program may have taken one of them by now.
        this.#lastPorts = null;
        // The port of an earlier process of ours is free in a moment; one that belongs to another program is not.
        if (this.#endpoints === null && this.#failure.message.includes('EADDRINUSE')) failuresInARow = Infinity;
      }
      const delayMs = restartDelaysMs[failuresInARow];
      if (delayMs === undefined) {
        this.#setState('failed');
        return;
      }
      failuresInARow += 1;
      await clock.sleep(delayMs, this.#stopping.signal).catch(() => undefined);
    }
  }

  /** Starts one child and waits until it answers; `exited` resolves with its exit code. */
  async #launch(): Promise<{ readonly exited: Promise<number | null> }> {
    const { dataDir, keyFolder, launcher, clock, log } = this.#options;
    await makePrivateFolder(dataDir);
    this.#accountKey = keyFolder === null ? emulatorAccount.key : await ensureStoreKey(keyFolder);
    const ports = this.#options.ports ?? this.#lastPorts;
    const child = await launcher.launch(
      emulatorArguments({
        ...this.#options,
        ...(ports !== null && { ports }),
        ...(keyFolder !== null && { keyFile: storeKeyPath(keyFolder) }),
      }),
    );
    this.#child = child;
    // Disposed while the process was being created: no caller knows it yet.
    if (this.#stopping.signal.aborted) await child.stop();
    const found: { blob?: string; table?: string } = {};
    const lastLines: string[] = [];
    const exited = new Promise<number | null>((resolve) => child.onExit(resolve));
    const listening = new Promise<void>((resolve) => {
      child.onLine((line) => {
        lastLines.push(line);
        if (lastLines.length > 5) lastLines.shift();
        // A regular close is not logged; data that could not be saved is.
        if (this.#stopping.signal.aborted && !line.startsWith('Azurite ')) log(line);
        if (lostLine.test(line)) this.#isAllSaved = false;
        const service = listeningService(line);
        if (service) found[service.service] = service.endpoint;
        if (found.blob && found.table) resolve();
      });
    });
    const timer = new AbortController();
    const outcome = await Promise.race([
      listening.then(() => 'listening' as const),
      exited.then(() => 'exited' as const),
      clock.sleep(startTimeoutMs, timer.signal).then(
        () => 'timeout' as const,
        () => 'timeout' as const,
      ),
    ]);
    timer.abort();
    const { blob, table } = found;
    if (outcome !== 'listening' || !blob || !table) {
      const why = outcome === 'exited' ? 'ended while starting' : 'did not answer within a minute';
      throw new StowageError('network.emulator-down', `The store program ${why}: ${lastLines.at(-1) ?? 'no output'}`, {
        context: { detail: lastLines.at(-1) ?? '' },
      });
    }
    await Promise.all([probe(blob), probe(table)]);
    this.#endpoints = { blob, table };
    this.#lastPorts = [portOf(blob), portOf(table)];
    void this.#watchHealth(child, [blob, table], exited);
    return { exited };
  }

  /** A child that lives but no longer answers is stopped; its exit then restarts it. */
  async #watchHealth(child: EmulatorChild, endpoints: readonly string[], exited: Promise<unknown>): Promise<void> {
    const over = new AbortController();
    void exited.then(() => over.abort());
    this.#stopping.signal.addEventListener('abort', () => over.abort(), { once: true });
    let unanswered = 0;
    while (!over.signal.aborted) {
      await this.#options.clock.sleep(probeIntervalMs, over.signal).catch(() => undefined);
      if (over.signal.aborted) return;
      const answers = await Promise.allSettled(endpoints.map(probe));
      unanswered = answers.every((answer) => answer.status === 'fulfilled') ? 0 : unanswered + 1;
      if (unanswered > unansweredProbesAllowed) {
        this.#options.log('The embedded store no longer answers; stopping it.');
        await child.stop();
        return;
      }
    }
  }

  #nextChange(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        release();
        reject(cancelled());
      };
      const release = this.onChange(() => {
        signal?.removeEventListener('abort', abort);
        release();
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  #setState(state: StoreState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listen of [...this.#listeners]) listen();
  }
}

function portOf(endpoint: string): number {
  return Number(new URL(endpoint).port);
}

/** Any HTTP answer counts: the service is alive even when it rejects an unsigned request. */
function probe(endpoint: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const get = request(`${endpoint}?comp=list`, { timeout: probeTimeoutMs }, (response) => {
      response.resume();
      resolve();
    });
    get.on('timeout', () => get.destroy(new Error('no answer')));
    get.on('error', () =>
      reject(new StowageError('network.emulator-down', 'The store program listens but does not answer.')),
    );
    get.end();
  });
}
