// A bench on a real account: its connections, the simulated network in front of it if there is one, and separate
// transfers. Its dispose closes everything it opened.
import { directRoute } from '@shared/model/network-way';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LineSettings } from '@shared/lab/line-settings';
import { isClear } from '@shared/lab/line-settings';
import { seeded } from '@shared/lab/statistics/seeded';
import type { Account, AccountSource } from '../../azure/account';
import { createAccountDeps } from '../../azure/account-deps';
import type { ServedTokens } from '../../azure/token-port';
import { createHttpClient } from '../../azure/http/http-client';
import type { MetricsSink } from '../../metrics/request-record';
import type { Clock } from '../../ports';
import { createTransfers } from '../../transfers/create-transfers';
import { type LineEndpoints, startLineProxy } from '../line/line-proxy';
import type { Bench } from './bench';
import { profiled } from './cpu-profile';
import { Meter } from './meter';
import type { LocalFiles } from './local-files';
import { createTransferFiles } from './transfer-files';

export interface OpenBenchPorts {
  readonly clock: Clock;
  readonly metrics: MetricsSink;
  readonly transferWorkerPath: string;
  /** Absent when no account signs in. */
  readonly tokens?: ServedTokens | undefined;
  readonly log: (line: string) => void;
}

export interface OpenBenchOptions {
  readonly line: LineSettings;
  readonly seed: number;
  readonly container: string;
  readonly local: LocalFiles;
  /** For files and journals of the run; removed by the caller. */
  readonly folder: string;
}

export interface OpenBench {
  readonly bench: Bench;
  dispose(): Promise<void>;
}

const direct = 'past-the-line';

export async function openBench(target: Account, options: OpenBenchOptions, ports: OpenBenchPorts): Promise<OpenBench> {
  const { clock } = ports;
  // Steps that may fail come before anything is opened.
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const { createAccount } = await import('../../azure/create-account');
  const meter = new Meter(ports.metrics);
  const { descriptor } = target;
  const proxy = isClear(options.line)
    ? null
    : await startLineProxy(descriptor.endpoints, options.line, { clock, random: seeded(options.seed + 1) });
  const endpoints: LineEndpoints = proxy?.endpoints ?? descriptor.endpoints;
  const { network = directRoute } = descriptor;
  let client = createHttpClient({ metrics: meter, clock, network });
  const withTokens = ports.tokens === undefined ? {} : { tokens: ports.tokens };
  const deps = createAccountDeps({
    metrics: meter,
    clock,
    random: Math.random,
    log: ports.log,
    retries: 'none',
    ...withTokens,
    createClient: () => ({ send: (request) => client.send(request), dispose: () => client.dispose() }),
  });
  const account = createAccount({ ...descriptor, endpoints }, deps);
  // Transfers retry as usual: how they get through is what these experiments measure.
  const steadyDeps = createAccountDeps({
    metrics: meter,
    clock,
    random: Math.random,
    log: ports.log,
    network,
    ...withTokens,
  });
  const steady = createAccount({ ...descriptor, endpoints }, steadyDeps);
  const accountOf = (id: string): Promise<Account> => Promise.resolve(id === direct ? target : steady);
  const accounts: AccountSource = { open: accountOf, openForWriting: accountOf };
  const transfers = createTransfers({
    accounts,
    sources: { resolve: () => Promise.resolve(null) },
    stateDir: join(options.folder, 'transfers'),
    clock,
    random: Math.random,
    metrics: meter,
    workerPath: ports.transferWorkerPath,
    tokens: ports.tokens,
  });
  return {
    bench: {
      account,
      files: createTransferFiles({
        transfers,
        clock,
        measured: descriptor.connectionId,
        direct,
        container: options.container,
        local: options.local,
        folder: options.folder,
      }),
      clock,
      random: seeded(options.seed),
      meter,
      closeConnections: () => {
        client.dispose();
        client = createHttpClient({ metrics: meter, clock, network });
      },
      cpuMs: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1000;
      },
      profiled,
    },
    dispose: async () => {
      await transfers.dispose();
      account.dispose();
      steady.dispose();
      deps.dispose();
      steadyDeps.dispose();
      await proxy?.dispose();
    },
  };
}
