// The state that accounts share within one process or worker thread: the http client, the pacers and the service
// versions.
import type { KeySource, TokenSource } from './account';
import type { DataRight, RightsTarget } from '@shared/model/rights';
import type { MetricsSink } from '../metrics/request-record';
import type { Clock } from '../ports';
import { createDirectClient } from './http/direct/direct-client';
import { type HttpClientOptions, createHttpClient } from './http/http-client';
import type { HttpClient, AttemptLimits } from './http/http-types';
import { type Pacers, createPacers } from './pacer';
import { type ServiceVersions, createServiceVersions } from './service-version';

/** A request that has no final answer yet. */
export interface LongWait {
  /** Of the service, with its port. */
  readonly host: string;
  readonly operation: string;
  /**
   * `failures`: it was answered, but the service was busy or failed, so that it is sent again. `empty-pages`: its list goes
   * on, but all of its last pages were empty.
   */
  readonly because: 'no-answer' | 'failures' | 'empty-pages';
  /** How many of them there were. */
  readonly emptyPages?: number;
}

/** How long a request continues while the service fails or does not answer, and the listener for the wait. */
export interface Patience {
  /**
   * From its first attempt; only then do the attempts of the policy count. Limits nothing that is not worth retrying.
   */
  readonly retryForMs: number;
  /** `caller`: what an unreachable service means is decided there. Default: it counts as a failing one. */
  readonly unreachable?: 'caller';
  /** Called when a request has had no final answer for `noticeMs`. */
  readonly onWaiting?: (wait: LongWait) => void;
}

/** A shorter wait is not reported. */
export const noticeMs = 3000;

/** What the answer to one request shows about the rights of a connection. */
export interface SeenRight extends RightsTarget {
  readonly connectionId: string;
  readonly right: DataRight;
  readonly seen: 'allowed' | 'role' | 'sas' | 'unclear';
}

export interface AccountDeps {
  readonly metrics: MetricsSink;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly http: HttpClient;
  /** Created on first use. */
  readonly directHttp: () => HttpClient;
  readonly pacers: Pacers;
  readonly versions: ServiceVersions;
  /** Replaces single limits of every attempt; for tests that cannot wait. */
  readonly limits?: Partial<AttemptLimits>;
  /** Every request is sent once, whatever happens to it: for measurements. Absent: according to the policy. */
  readonly retries?: 'none';
  readonly patience?: Patience;
  /** Absent when no account signs in. */
  readonly tokens?: TokenSource;
  /** Called when answers reveal that the table service of a connection is Cosmos DB, which its host did not. */
  readonly onCosmos?: (connectionId: string) => void;
  /** Absent where accounts have the key of their description only. */
  readonly keys?: KeySource;
  /** Called with what answers show about rights, unless the account key signs, which has all of them. */
  readonly onRight?: ((seen: SeenRight) => void) | undefined;
  /** Closes all connections. Accounts made from these deps fail afterwards. */
  dispose(): void;
}

export interface AccountDepsOptions extends HttpClientOptions {
  /** Default: the one of node:http. */
  readonly createClient?: (options: HttpClientOptions) => HttpClient;
  readonly random: () => number;
  /** Diagnostics, such as an endpoint that requires an older service version; never secrets. */
  readonly log?: (line: string) => void;
  readonly limits?: Partial<AttemptLimits>;
  readonly retries?: 'none';
  readonly patience?: Patience;
  readonly tokens?: TokenSource;
  readonly onCosmos?: (connectionId: string) => void;
  readonly keys?: KeySource;
  readonly onRight?: ((seen: SeenRight) => void) | undefined;
}

/**
 * Make these once per process or worker thread and share them: requests are only paced against others of the same
 * pacer.
 */
export function createAccountDeps(options: AccountDepsOptions): AccountDeps {
  const { metrics, clock, random, limits, retries, patience, tokens, onCosmos, keys, onRight } = options;
  const http = (options.createClient ?? createHttpClient)(options);
  let direct: HttpClient | null = null;
  return {
    metrics,
    clock,
    random,
    http,
    directHttp: () => (direct ??= createDirectClient(options)),
    pacers: createPacers(clock, random),
    versions: createServiceVersions(options.log ?? ((): void => undefined)),
    ...(limits === undefined ? {} : { limits }),
    ...(retries === undefined ? {} : { retries }),
    ...(patience === undefined ? {} : { patience }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(onCosmos === undefined ? {} : { onCosmos }),
    ...(keys === undefined ? {} : { keys }),
    ...(onRight === undefined ? {} : { onRight }),
    dispose: () => {
      http.dispose();
      direct?.dispose();
    },
  };
}
