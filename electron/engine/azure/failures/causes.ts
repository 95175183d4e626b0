// What a failure means for every caller that could retry, in one table: what a further attempt of the request counts
// against and waits for, what slows down, and what waits or fails when the attempts are used up. Read by
// retry-policy.ts for one request, transfers/pace for a job, tables/jobs for long jobs. Pure.
import type { ErrorCode } from '@shared/errors';

interface RetryRow {
  /** Attempts of one request, the first included. */
  readonly maxTries: number;
  /** Before the next one; at least as long as the service requests, if it does. */
  readonly wait: 'nothing' | 'a moment' | 'backoff' | 'longer backoff';
  /** `account`: all requests to it wait. */
  readonly slowsDown: 'account' | 'nothing';
}

/**
 * What attempts are counted against, each separately: what a busy service or dead idle connections used up is no
 * evidence about the network.
 */
const retryRows = {
  /** If a request to a busy service were retried too soon, all attempts would be used up at once. */
  busy: { maxTries: 8, wait: 'longer backoff', slowsDown: 'account' },
  serverError: { maxTries: 6, wait: 'backoff', slowsDown: 'nothing' },
  network: { maxTries: 6, wait: 'backoff', slowsDown: 'nothing' },
  /** Another connection is used. */
  stale: { maxTries: 6, wait: 'nothing', slowsDown: 'nothing' },
  /** The bytes, of which the service stored nothing, are sent again. */
  checksum: { maxTries: 3, wait: 'nothing', slowsDown: 'nothing' },
  /** Nothing answers, or the network is down: one more attempt, then the caller decides how long to wait. */
  connection: { maxTries: 2, wait: 'a moment', slowsDown: 'nothing' },
  /** A range that continues where it stopped, while no byte arrives. */
  noProgress: { maxTries: 5, wait: 'backoff', slowsDown: 'nothing' },
} as const satisfies Readonly<Record<string, RetryRow>>;

export type RetryCause = keyof typeof retryRows;
export const retryRow: Readonly<Record<RetryCause, RetryRow>> = retryRows;

/**
 * What fails or waits: the file; the whole job, since all others would fail in the same way; or the whole job until the
 * user does something (`pause`) or until the service can be reached (`network`).
 */
type Affected = 'file' | 'job' | 'pause' | 'network';

interface FailureRow {
  readonly countedAs: RetryCause | null;
  /** What is affected when no further attempt is left. */
  readonly affects: Affected;
  /**
   * The same for a job that the service has never answered: a host that never did is more likely a wrong address than a
   * broken connection, which the user should see at once.
   */
  readonly affectsUnreached: Affected;
  /** The request took too long: a job has less in flight at once, in smaller requests. */
  readonly slowsDownJob: boolean;
  /** While the service can be reached, an interruption must have caused it: a retry makes sense. */
  readonly showsOutage: boolean;
}

const row = (countedAs: RetryCause | null, affects: Affected, more: Partial<FailureRow> = {}): FailureRow => ({
  countedAs,
  affects,
  affectsUnreached: affects,
  slowsDownJob: false,
  showsOutage: false,
  ...more,
});

const ofFile = row(null, 'file');
const ofJob = row(null, 'job');
const lost = row('network', 'network', { affectsUnreached: 'file' });
const tookTooLong = { ...lost, slowsDownJob: true };

const failureRows: Partial<Readonly<Record<ErrorCode, FailureRow>>> = {
  'throttled.server-busy': row('busy', 'file'),
  'throttled.server-error': row('serverError', 'file'),
  'network.refused': row('connection', 'network', { affectsUnreached: 'job', showsOutage: true }),
  'network.name-unknown': row('connection', 'network', { showsOutage: true }),
  'network.offline': row(null, 'network'),
  'network.reset': lost,
  'network.truncated': lost,
  'network.timeout': tookTooLong,
  'network.stalled': tookTooLong,
  'network.certificate': ofJob,
  'network.not-azure': ofJob,
  'network.emulator-down': ofJob,
  'network.proxy': ofJob,
  'not-found.container': ofJob,
  'conflict.being-deleted': ofJob,
  'conflict.read-only': ofJob,
  'local.disk-full': row(null, 'pause'),
};

export function failureRow(code: ErrorCode): FailureRow {
  return failureRows[code] ?? ofFile;
}
