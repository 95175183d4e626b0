// The one error type that crosses rooms and processes. Where a failure is first understood it becomes a StowageError.
// Texts for users are in error-words.ts, the mapping from the service is in engine/azure. Every thread loads this file
// at its start, so it imports nothing.

/** How a caller should treat the failure; every code belongs to exactly one kind. */
export type ErrorKind =
  | 'auth'
  | 'notFound'
  | 'conflict'
  | 'throttled'
  | 'network'
  | 'localIo'
  | 'invalid'
  | 'cancelled'
  | 'bug';

/** Every failure the product can name, with its kind. A new code needs a text in error-words.ts to compile. */
export const errorCodes = {
  // the service denies the credential or the operation
  'auth.denied': 'auth',
  'auth.key-rejected': 'auth',
  'auth.sas-expired': 'auth',
  'auth.sas-lacks-right': 'auth',
  'auth.clock-skew': 'auth',
  'auth.secret-missing': 'auth',
  'auth.sign-in-needed': 'auth',
  'auth.sign-in-failed': 'auth',
  // something named does not exist
  'not-found.connection': 'notFound',
  'not-found.identity': 'notFound',
  'not-found.table': 'notFound',
  'not-found.entity': 'notFound',
  'not-found.container': 'notFound',
  'not-found.blob': 'notFound',
  'not-found.job': 'notFound',
  'not-found.session': 'notFound',
  'not-found.source': 'notFound',
  'not-found.resource': 'notFound',
  // the state of the resource is not the one that the request assumed
  'conflict.exists': 'conflict',
  'conflict.being-deleted': 'conflict',
  'conflict.etag-changed': 'conflict',
  'conflict.blob-changed': 'conflict',
  'conflict.source-changed': 'conflict',
  'conflict.target-exists': 'conflict',
  'conflict.leased': 'conflict',
  'conflict.public-access-off': 'conflict',
  'conflict.archived': 'conflict',
  'conflict.blob-type': 'conflict',
  'conflict.immutable': 'conflict',
  'conflict.blocks-lost': 'conflict',
  'conflict.other-blocks': 'conflict',
  'conflict.read-only': 'conflict',
  'conflict.indexed': 'conflict',
  'conflict.other': 'conflict',
  // the service is up but throttles
  'throttled.server-busy': 'throttled',
  'throttled.server-error': 'throttled',
  // the way to the service is broken
  'network.refused': 'network',
  'network.name-unknown': 'network',
  'network.reset': 'network',
  'network.timeout': 'network',
  'network.stalled': 'network',
  'network.too-slow': 'network',
  'network.certificate': 'network',
  'network.not-azure': 'network',
  'network.truncated': 'network',
  'network.checksum': 'network',
  'network.oversized': 'network',
  'network.malformed': 'network',
  'network.repeated-page': 'network',
  'network.range-ignored': 'network',
  'network.engine-restarted': 'network',
  'network.emulator-down': 'network',
  'network.proxy': 'network',
  'network.offline': 'network',
  // this machine's files
  'local.not-found': 'localIo',
  'local.denied': 'localIo',
  'local.disk-full': 'localIo',
  'local.io': 'localIo',
  'local.checksum': 'localIo',
  // the findings of a check of files against blobs
  'verify.missing-here': 'notFound',
  'verify.missing-there': 'notFound',
  'verify.missing-source': 'notFound',
  'verify.missing-copy': 'notFound',
  'verify.length': 'conflict',
  'verify.content': 'conflict',
  'verify.no-md5': 'conflict',
  // the request makes no sense; nothing was sent
  'invalid.input': 'invalid',
  'invalid.connection-string': 'invalid',
  'invalid.sas': 'invalid',
  'invalid.filter': 'invalid',
  'invalid.token': 'invalid',
  'invalid.name': 'invalid',
  'invalid.key': 'invalid',
  'invalid.entity': 'invalid',
  'invalid.refused': 'invalid',
  'invalid.service-version': 'invalid',
  'cancelled.by-user': 'cancelled',
  'bug.unexpected': 'bug',
  'bug.thread-lost': 'bug',
} as const satisfies Record<string, ErrorKind>;
export type ErrorCode = keyof typeof errorCodes;

/** Named facts for the wording (table, container, blob, account, host, field, status…). Never a secret. */
export type ErrorContext = Readonly<Record<string, string | number | boolean>>;

/** `no`: the same request would fail again. `afterMs`: it may succeed when sent again after that many milliseconds. */
export type RetryAdvice = 'no' | { readonly afterMs: number };

/** The serialised form of an error; its schema is in error-shape.ts. */
export interface ErrorShape {
  code: ErrorCode;
  detail: string;
  retry: 'no' | { afterMs: number };
  context: Record<string, string | number | boolean>;
  requestId?: string | undefined;
}

export interface StowageErrorOptions {
  readonly context?: ErrorContext;
  readonly retry?: RetryAdvice;
  /** The service's x-ms-request-id, where a response carried one. */
  readonly requestId?: string | undefined;
  /** Retained for debugging in this process only; never serialised. */
  readonly cause?: unknown;
}

/** A failure with a code from `errorCodes`. `message` is the technical detail, one sentence without secrets. */
export class StowageError extends Error {
  override readonly name = 'StowageError';
  readonly code: ErrorCode;
  readonly retry: RetryAdvice;
  readonly context: ErrorContext;
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, detail: string, options: StowageErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retry = options.retry ?? 'no';
    this.context = options.context ?? {};
    this.requestId = options.requestId;
  }

  get kind(): ErrorKind {
    return errorCodes[this.code];
  }

  toShape(): ErrorShape {
    return {
      code: this.code,
      detail: this.message,
      retry: this.retry,
      context: { ...this.context },
      ...(this.requestId === undefined ? {} : { requestId: this.requestId }),
    };
  }

  static fromShape(shape: ErrorShape): StowageError {
    const error = new StowageError(shape.code, shape.detail, {
      retry: shape.retry,
      context: shape.context,
      requestId: shape.requestId,
    });
    arrived.add(error);
    return error;
  }

  /**
   * Converts anything thrown to a StowageError; anything that is not one already is a bug, and its text is not shown.
   */
  static from(thrown: unknown): StowageError {
    if (thrown instanceof StowageError) {
      return thrown.kind === 'bug' && !arrived.has(thrown) ? unforeseen(thrown) : thrown;
    }
    const label = labelOf(thrown);
    if (label === 'AbortError') return cancelled();
    if (label === 'RestError') return notOfTheService(thrown);
    return unforeseen(new StowageError('bug.unexpected', `An unexpected ${label} was thrown.`, { cause: thrown }));
  }
}

/** A deserialised error: it was logged where it occurred, and its stack here would be misleading. */
const arrived = new WeakSet<StowageError>();

/**
 * Failures of the service and of the network reach the SDKs as StowageErrors. Errors that the SDKs throw themselves
 * mean a response with a status or a body that their operation does not have.
 */
function notOfTheService(cause: unknown): StowageError {
  return new StowageError('network.malformed', 'The answer is none that the operation can have.', { cause });
}

/** `name` may contain anything, or be a getter that throws. */
function labelOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  try {
    const name: unknown = thrown.name;
    return typeof name === 'string' ? name : 'Error';
  } catch {
    return 'Error';
  }
}

let reportUnforeseen: (error: StowageError) => void = () => undefined;

/** Logs the error if this thread has a logger; returns the same error. */
export function unforeseen(error: StowageError): StowageError {
  try {
    reportUnforeseen(error);
  } catch {
    // Called from error handlers: a failure to log must not replace the error being handled.
  }
  return error;
}

/**
 * Logs unexpected errors; set once per thread by its entry. Wherever such an error goes next, into a journal, a job or
 * a view, it passes through `StowageError.from`.
 */
export function onUnforeseen(report: (error: StowageError) => void): void {
  reportUnforeseen = report;
}

export function cancelled(): StowageError {
  return new StowageError('cancelled.by-user', 'The operation was cancelled.');
}

/** Invalid user input: names the field, the mistake and how to correct it. */
export function invalidInput(field: string, problem: string, fix: string): StowageError {
  return new StowageError('invalid.input', `${field}: ${problem} ${fix}`, { context: { field, problem, fix } });
}
