// Entry of a transfer worker thread: connects the task server to the thread's message port and to real accounts.
import { parentPort, workerData } from 'node:worker_threads';
import { createAccountDeps } from '../../azure/account-deps';
import { createDirectClient } from '../../azure/http/direct/direct-client';
import { createTlsMemory } from '../../azure/http/direct/tls-memory';
import { createRestAccount } from '../../azure/request';
import { createPacers } from '../../azure/pacer';
import { createServiceVersions } from '../../azure/service-version';
import { TokenPort } from '../../azure/token-port';
import { systemClock } from '../../system-clock';
import { createBatch, type FromWorker, type ToWorker, type WorkerSettings } from './messages';
import { serveTasks } from './serve';

const port = parentPort;
if (port === null) throw new Error('A transfer worker runs only as a worker thread.');

// Shared by all jobs of one account, so that they are throttled together.
const pacers = createPacers(systemClock, Math.random);
const versions = createServiceVersions(() => undefined);
// A job's connections end with it, but TLS sessions are retained for the next job of the account.
const tls = createTlsMemory();

const settings = workerData as WorkerSettings;
const { retryForMs } = settings;
const tokens = settings.tokens === null ? undefined : new TokenPort(settings.tokens, () => systemClock.now());

const outgoing = createBatch<FromWorker>((messages) => port.postMessage(messages));
const receive = serveTasks({
  post: (message) => outgoing.add(message),
  random: Math.random,
  md5Module: settings.md5Module,
  monotonic: () => systemClock.monotonic(),
  pacerOf: ({ accountName, endpoints }) => pacers.of(accountName, endpoints.blob ?? endpoints.table ?? ''),
  openAccount: (descriptor, metrics) => {
    const deps = {
      ...createAccountDeps({
        metrics,
        clock: systemClock,
        random: Math.random,
        // A job itself waits for a service that cannot be reached.
        ...(retryForMs === null ? {} : { patience: { retryForMs, unreachable: 'caller' } as const }),
        ...(tokens === undefined ? {} : { tokens, keys: tokens, onRight: (seen) => tokens.reportRight(seen) }),
        createClient: (options) => createDirectClient(options, tls),
        ...(descriptor.network === undefined ? {} : { network: descriptor.network }),
      }),
      pacers,
      versions,
    };
    const account = createRestAccount(descriptor, deps);
    return {
      ...account,
      dispose: () => {
        account.dispose();
        deps.dispose();
      },
    };
  },
});
port.on('message', (messages: readonly ToWorker[]) => {
  for (const message of messages) receive(message);
});
