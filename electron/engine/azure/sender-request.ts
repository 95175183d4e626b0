// One request to the service and its final response, as they pass through an exchange.
import type { Readable } from 'node:stream';
import type { Operation, RequestRecord } from '../metrics/request-record';
import type { BodyFlow, BodyTarget, HttpAnswer, HttpHead } from './http/http-types';
import type { NextTry, Replay } from './retry-policy';

export interface SenderRequest {
  readonly service: 'blob' | 'table';
  readonly operation: Operation;
  readonly method: string;
  /** Below the endpoint, encoded. */
  readonly path: string;
  /** Encoded, without `?`; may be empty. */
  readonly query: string;
  readonly resource: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The original case of header names that are signed in lower case, by their lower-case names. */
  readonly spelling?: Readonly<Record<string, string>> | undefined;
  /** A function creates a new stream for each try. */
  readonly body?: Uint8Array | (() => Readable) | undefined;
  /** See ServiceRequest. */
  readonly entities?: number | undefined;
  readonly replay: Replay;
  /** See ServiceRequest. */
  readonly timeouts?: 'caller' | undefined;
  /** See HttpTry; called only for 2xx responses of the service. */
  readonly onHead?: ((head: HttpHead, flow: BodyFlow) => 'pieces' | 'collect') | undefined;
  readonly onBody?: ((piece: Uint8Array) => void) | undefined;
  readonly target?: BodyTarget | undefined;
  readonly onAttempt?: ((attempt: number) => void) | undefined;
  readonly onRetry?: ((cause: string, next: NextTry) => void) | undefined;
  /** See ServiceRequest. */
  readonly beforeRetry?: (() => Promise<void>) | undefined;
  /** See ServiceRequest. */
  readonly onHeld?: ((next: NextTry) => void) | undefined;
  /** See HttpTry; called for each try. */
  readonly onEnded?: ((record: RequestRecord) => void) | undefined;
  /** Statuses besides 2xx that are neither retried nor failures. */
  readonly accept?: readonly number[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SenderAnswer extends HttpAnswer {
  readonly attempts: number;
  /** See ServiceResponse. */
  readonly afterBusy: boolean;
  /** How long its tries waited because the service throttled the account. */
  readonly heldMs: number;
}
