// The faults that a test can request from the fault proxy, and how a rule picks the requests that suffer them.

export type Fault =
  /** Resets the connection after that many bytes of the request body; the target never receives the request. */
  | { readonly kind: 'reset-upload'; readonly afterBytes: number }
  /** Resets the connection after that many bytes of the response body. */
  | { readonly kind: 'reset-download'; readonly afterBytes: number }
  /** The target acts and answers, but the client gets a reset instead of the reply. */
  | { readonly kind: 'drop-reply' }
  /** The proxy answers itself; the target never sees the request. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** The target acts, but the client gets this reply. */
  | { readonly kind: 'answer-after'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Accepts the request and never answers. */
  | { readonly kind: 'hang' }
  /** The target acts and answers, but the client gets nothing. */
  | { readonly kind: 'hang-after' }
  /** Stops reading the request body after that many bytes. */
  | { readonly kind: 'stall-upload'; readonly afterBytes: number }
  /** Sends that many bytes of the response body, then nothing more. */
  | { readonly kind: 'stall-download'; readonly afterBytes: number }
  /** Sends the response body in pieces of that size with a pause between them. */
  | { readonly kind: 'drip-download'; readonly pieceBytes: number; readonly everyMs: number }
  /** Announces the whole length, sends that many bytes and closes normally. */
  | { readonly kind: 'short-body'; readonly bytes: number }
  /** A valid response whose body (and announced length) is truncated, as by a broken middlebox. */
  | { readonly kind: 'cut-body'; readonly bytes: number }
  /** Answers a table query with a page without entities and a token, which leads to the real page. */
  | { readonly kind: 'empty-page' }
  | { readonly kind: 'flip-bit-up'; readonly atByte: number }
  | { readonly kind: 'flip-bit-down'; readonly atByte: number }
  /** Delays the request. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Delays the request until this promise resolves. */
  | { readonly kind: 'meanwhile'; readonly act: () => Promise<unknown> }
  /**
   * Passes on neither the condition of the request nor the ETag of the response, as a proxy that reads with a SAS of its
   * own may.
   */
  | { readonly kind: 'no-etag'; readonly sas: string; readonly act?: () => Promise<unknown> }
  /** Passes on another ETag of the response, as a proxy that compresses bodies does. */
  | { readonly kind: 'other-etag'; readonly change: (etag: string) => string }
  /**
   * Changes the query that the target receives or the body that the client gets, as a server or proxy that ignores some options does. The
   * signatures of tables and those of a SAS stay valid.
   */
  | {
      readonly kind: 'rewritten';
      readonly query?: (query: URLSearchParams) => void;
      readonly body?: (body: string) => string;
    }
  /** The target receives the request twice; the client gets the second reply. */
  | { readonly kind: 'duplicate' };

export interface FaultyRequest {
  readonly method: string;
  /** As in the request line, not decoded, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface FaultRule {
  readonly fault: Fault;
  /** Which requests; default all. */
  readonly when?: (request: FaultyRequest) => boolean;
  /** Number of matching requests that are affected; default 1. */
  readonly times?: number;
  /** Number of matching requests that pass unaffected before; default 0. */
  readonly skip?: number;
}

export interface OrderedFault {
  /** Number of requests affected so far. */
  hits(): number;
  remove(): void;
}

export interface ProxiedRequest extends FaultyRequest {
  /** Wall time of its arrival, ms. */
  readonly atMs: number;
  /** Identifies the client connection. */
  readonly connection: number;
  readonly fault: Fault['kind'] | null;
  /** 0 until answered, and when no answer was sent. */
  readonly status: number;
  /** Body bytes received from and sent to the client. */
  readonly bytesUp: number;
  readonly bytesDown: number;
  /** Whether the request was sent to the target. */
  readonly forwarded: boolean;
}

/** Headers of the service's real responses, for faults that the proxy answers itself. */
export function serviceHeaders(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { 'x-ms-request-id': 'fault-proxy', 'x-ms-version': '2019-02-02', ...extra };
}

/** The service's response when a role or a SAS lacks the required right. */
export const rightIsMissing: Fault = {
  kind: 'answer',
  status: 403,
  headers: serviceHeaders({ 'x-ms-error-code': 'AuthorizationPermissionMismatch' }),
};

/** A front end that reports that the service is busy although the server behind it acted. */
export const busyAfterActing: Fault = { kind: 'answer-after', status: 503, headers: serviceHeaders() };

/** In the order in which they were added; the first that is not used up applies. */
export class FaultPlan {
  readonly #rules = new Set<{ readonly rule: FaultRule; seen: number; hits: number }>();

  add(rule: FaultRule): OrderedFault {
    const entry = { rule, seen: 0, hits: 0 };
    this.#rules.add(entry);
    return {
      hits: () => entry.hits,
      remove: () => {
        this.#rules.delete(entry);
      },
    };
  }

  clear(): void {
    this.#rules.clear();
  }

  take(request: FaultyRequest): Fault | null {
    for (const entry of this.#rules) {
      if (entry.rule.when !== undefined && !entry.rule.when(request)) continue;
      entry.seen += 1;
      if (entry.seen <= (entry.rule.skip ?? 0) || entry.hits >= (entry.rule.times ?? 1)) continue;
      entry.hits += 1;
      return entry.rule.fault;
    }
    return null;
  }
}
