// How a time-out of a request that moves data is handled: the tuner reduces the requests in flight at once, the request
// releases its slot and is queued again. It costs an attempt only if nothing of the whole job has arrived since the
// last one and the tuner had nothing left to reduce.
import { StowageError, type StowageErrorOptions } from '@shared/errors';
import { retryRow } from '../../azure/failures/causes';
import { isTimeout } from '../../azure/failures/network-failure';
import { backoffMs } from '../../azure/retry-policy';
import { minBlockBytes } from './byte-budget';
import type { JobTuning } from './job-tuning';

export interface TimeoutPorts {
  readonly tuning: Pick<JobTuning, 'fixed' | 'timesReduced' | 'limitMs'>;
  /** The bytes of the job received until now. */
  readonly storedBytes: () => number;
  readonly onTimedOut: (tookMs: number) => void;
  readonly onArrived: (request: Pick<TimedOutRequest, 'bytes' | 'tookMs'>) => void;
}

/** A request that has timed out or arrived. */
export interface TimedOutRequest {
  readonly f: number;
  readonly offset: number;
  readonly bytes: number;
  /** How many bytes were in flight with it, in requests of its size about. */
  readonly atOnce: number;
  readonly tookMs: number;
}

/** An immediate time-out is a failure of the service, which needs a pause. */
const quickMs = 1_000;
/** The part of a size that timed out and is advised instead. */
const advisedPart = 1 / 16;

export class RequestTimeouts {
  readonly #ports: TimeoutPorts;
  /** Time-outs in a row without anything arriving, by file and offset. */
  readonly #inVain = new Map<string, { count: number; mark: string }>();

  constructor(ports: TimeoutPorts) {
    this.#ports = ports;
  }

  /**
   * Returns how long to wait before the request asks for a slot again. Throws the error if it is no time-out, or when
   * the request should fail.
   */
  pauseAfter(error: StowageError, request: TimedOutRequest): number {
    if (!isTimeout(error)) throw error;
    this.#ports.onTimedOut(request.tookMs);
    const key = `${request.f} ${request.offset}`;
    const mark = `${this.#ports.storedBytes()} ${this.#ports.tuning.timesReduced}`;
    const before = this.#inVain.get(key);
    const count = before?.mark === mark ? before.count + 1 : 1;
    this.#inVain.set(key, { count, mark });
    if (count >= retryRow.network.maxTries) {
      this.#inVain.delete(key);
      throw this.#tooSlow(error, request);
    }
    return request.tookMs >= quickMs && count === 1 ? 0 : backoffMs(count, 0.5);
  }

  /** The request has arrived. */
  arrived({ f, offset, bytes, tookMs }: Omit<TimedOutRequest, 'atOnce'>): void {
    this.#ports.onArrived({ bytes, tookMs });
    if (this.#inVain.size > 0) this.#inVain.delete(`${f} ${offset}`);
  }

  #tooSlow(error: StowageError, { bytes, atOnce, tookMs }: TimedOutRequest): StowageError {
    const { fixed, limitMs } = this.#ports.tuning;
    const facts = {
      ...error.context,
      tooSlow: true,
      atOnce: fixed.concurrency ?? atOnce,
      bytes,
      limitMs: Math.round(limitMs ?? tookMs),
      fixedSize: fixed.blockBytes !== null,
      fixedNumber: fixed.concurrency !== null,
      adviceBytes: Math.max(minBlockBytes, 2 ** Math.floor(Math.log2(bytes * advisedPart))),
    };
    // An outage is detected once for all files of the job; only a response shows that there is none.
    const code = error.kind === 'network' ? error.code : tooSlowCode;
    return new StowageError(code, error.message, { ...optionsOf(error), context: facts });
  }
}

const tooSlowCode = 'network.too-slow';

/** What a request failed with that timed out although the service can be reached. */
export function tooSlowIfReached(error: StowageError): StowageError {
  if (error.context.tooSlow !== true || error.code === tooSlowCode) return error;
  return new StowageError(tooSlowCode, error.message, optionsOf(error));
}

function optionsOf({ retry, context, requestId }: StowageError): StowageErrorOptions {
  return { retry, context, requestId };
}
