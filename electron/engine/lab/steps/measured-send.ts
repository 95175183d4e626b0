// One request to the table service, sent once and measured: its outcome and duration. Failures that are evidence about
// the service are results; those that make measuring pointless are thrown.
import { StowageError } from '@shared/errors';
import type { ServiceRequest, ServiceResponse } from '../../azure/account';
import { parseBatchAnswer } from '../../tables/batch';
import type { Bench } from '../bench/bench';

export interface Measured {
  readonly startMs: number;
  readonly endMs: number;
  /** Null when none came, or one that failed. */
  readonly response: ServiceResponse | null;
  readonly outcome: 'ok' | 'throttled' | 'failed';
  /** Empty when it succeeded. */
  readonly error: string;
}

/**
 * Denials and broken connections are outcomes; times are monotonic ms.
 * @param operations how many the request has; several are a batch, whose response must report each
 * @throws StowageError when `signal` aborts, and when nothing later in the run could succeed
 */
export async function measuredSend(bench: Bench, request: ServiceRequest, operations: number): Promise<Measured> {
  const startMs = bench.clock.monotonic();
  try {
    const response = await bench.account.send(request);
    const endMs = bench.clock.monotonic();
    if (operations === 1) return { startMs, endMs, response, outcome: 'ok', error: '' };
    const answer = parseBatchAnswer(response.body.toString('utf8'), operations);
    if (answer.kind === 'done') return { startMs, endMs, response, outcome: 'ok', error: '' };
    const isThrottled = answer.status === 503 || answer.status === 429;
    const error = answer.serviceCode || String(answer.status);
    return { startMs, endMs, response, outcome: isThrottled ? 'throttled' : 'failed', error };
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    if (request.signal?.aborted === true || isPointless(failure)) throw failure;
    const outcome = failure.kind === 'throttled' && failure.code === 'throttled.server-busy' ? 'throttled' : 'failed';
    return { startMs, endMs: bench.clock.monotonic(), response: null, outcome, error: failure.code };
  }
}

/** How it ended, in the columns of its row. Nothing is sent twice here. */
export function endOf({ outcome, error }: Measured): {
  readonly retries: number;
  readonly throttled: number;
  readonly ok: number;
  readonly error: string;
} {
  return { retries: 0, throttled: outcome === 'throttled' ? 1 : 0, ok: outcome === 'ok' ? 1 : 0, error };
}

/** Whether nothing later in the run could succeed either. */
function isPointless({ kind, code }: StowageError): boolean {
  return kind === 'auth' || kind === 'bug' || kind === 'cancelled' || kind === 'invalid' || code === 'not-found.table';
}

/**
 * As in the studies a worker pauses for 3 s after an error, here give or take a half: workers that were denied together
 * would otherwise return together, and be denied again while the service is idle in between.
 */
export const errorPauseMs = (random: () => number): number => 3000 * (0.5 + random());

const busyPauseMs = 500;

/**
 * Writes what a step needs and does not measure, however often the network or the service rejects it as busy.
 * @throws StowageError when it fails for another reason
 */
export async function untilAccepted(
  bench: Bench,
  request: ServiceRequest,
  operations: number,
  signal: AbortSignal,
): Promise<void> {
  let measured = await measuredSend(bench, request, operations);
  while (measured.outcome === 'throttled' && !signal.aborted) {
    await bench.clock.sleep(busyPauseMs * (0.5 + bench.random()), signal);
    measured = await measuredSend(bench, request, operations);
  }
  if (measured.outcome === 'ok') return;
  throw new StowageError('throttled.server-error', 'The rows to be read could not be written.', {
    context: { detail: measured.error },
  });
}
