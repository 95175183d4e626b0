// The input and the output of one attempt of one HTTP request. No policy, no signing.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { StowageError } from '@shared/errors';
import type { RequestLabel, RequestRecord } from '../../metrics/request-record';

/** How long an attempt may take, in ms. Time spent waiting for a free connection does not count. */
export interface AttemptLimits {
  /** From starting a new connection to its being usable, TLS included. */
  readonly connectMs: number;
  /** From the last byte sent to the head of the response. */
  readonly headerMs: number;
  /** Without enough bytes moving in either direction to count as progress. */
  readonly stallMs: number;
  /** For the whole attempt. */
  readonly totalMs: number;
}

export interface Origin {
  readonly protocol: 'http:' | 'https:';
  /** As in a URL: IPv6 addresses in brackets. */
  readonly hostname: string;
  readonly port: number;
}

export interface HttpHead {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** By header in lower case: the names of metadata, without their prefix, in their original case. */
  readonly metadataNames: Readonly<Record<string, string>>;
}

/** Lets the consumer of a body pause the sender. */
export interface BodyFlow {
  pause(): void;
  resume(): void;
}

/** Supplies the memory that a body is received into. */
export interface BodyTarget {
  /** The memory for the next bytes; throws when no more fit. */
  room(): Uint8Array;
  /** That many bytes were written to it. */
  filled(bytes: number): void;
}

export interface HttpRequest {
  readonly label: RequestLabel;
  readonly origin: Origin;
  readonly method: string;
  /** Request target: path and query, encoded. */
  readonly path: string;
  /** Complete but for `host`; a `content-length` must be among them wherever there is a body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | Readable | undefined;
  readonly limits: AttemptLimits;
  /**
   * The body of a success may not be longer; of any other response only the beginning is received. Default: no limit.
   */
  readonly maxBodyBytes?: number | undefined;
  /** Statuses from 400 on that the caller expects; the metrics count them as answers, not as failures. */
  readonly foreseen?: readonly number[];
  /**
   * Called with the head before any of the body. `pieces`: `onBody` or `target` receives the body; `collect`: it is
   * collected.
   */
  readonly onHead?: ((head: HttpHead, flow: BodyFlow) => 'pieces' | 'collect') | undefined;
  readonly onBody?: ((piece: Uint8Array) => void) | undefined;
  /** Instead of `onBody`. */
  readonly target?: BodyTarget | undefined;
  /** Called with the record of this attempt, which the metrics receive too. */
  readonly onEnded?: ((record: RequestRecord) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse extends HttpHead {
  readonly body: Buffer;
  readonly queueMs: number;
  readonly firstByteMs: number;
  readonly totalMs: number;
}

/** All that this folder knows of the network. */
export interface HttpClient {
  /** Makes one attempt. Rejects with TransportFailure, or with `cancelled.by-user` when the signal aborts. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Closes idle connections and lets running requests fail. */
  dispose(): void;
}

/** An attempt that brought no complete response. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';

  constructor(
    readonly error: StowageError,
    /** `nothing`: the service cannot have seen the request. */
    readonly sent: 'nothing' | 'perhaps',
    /**
     * `stale`: a keep-alive connection that was closed before any byte of the response; most likely it was closed while
     * idle.
     */
    readonly connection: 'stale' | 'live',
  ) {
    super(error.message);
  }
}

/**
 * An ETag of a blob or an object of S3, as proxies change it: weakened, without its quotes, or with the name of an
 * encoding at its end.
 */
const changedEtag = /^(?:W\/)?"?(0x[0-9a-f]+|[0-9a-f]{32}(?:-\d+)?)(?:--?(?:gzip|br))?"?$/iu;

/**
 * Node's header object as plain strings; repeated headers are joined as http joins them. The ETag is that of the service,
 * which is the only one that conditions of later requests may name; those of entities are weak by themselves.
 */
export function plainHeaders(message: IncomingMessage): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name of Object.keys(message.headers)) {
    const value = message.headers[name];
    if (value !== undefined) plain[name] = typeof value === 'string' ? value : value.join(', ');
  }
  const [, etag] = changedEtag.exec(plain.etag ?? '') ?? [];
  if (etag !== undefined) plain.etag = `"${etag}"`;
  return plain;
}

export const metadataPrefix = 'x-ms-meta-';

/** Header names are case-insensitive, but the case of metadata names is data. Node keeps it in the raw list only. */
export function metadataNames({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): Record<string, string> {
  const names: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] ?? '';
    const lower = header.toLowerCase();
    if (lower.startsWith(metadataPrefix)) names[lower] = header.slice(metadataPrefix.length);
  }
  return names;
}
