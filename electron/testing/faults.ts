// The faults a test can order from the fault proxy, and how a rule picks the requests that suffer them.

export type Fault =
  /** The connection is reset after that many bytes of the request body; the target never sees the request. */
  | { readonly kind: 'reset-upload'; readonly afterBytes: number }
  /** The connection is reset after that many bytes of the response body. */
  | { readonly kind: 'reset-download'; readonly afterBytes: number }
  /** The target acts and answers; the client gets a reset in place of the reply. */
  | { readonly kind: 'drop-reply' }
  /** Answers by itself; the target never sees the request. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** The target acts, and the client then gets this in place of its reply. */
  | { readonly kind: 'answer-after'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Stops reading the request body after that many bytes. */
  | { readonly kind: 'stall-upload'; readonly afterBytes: number }
  /** Sends that many bytes of the response body, then nothing more. */
  | { readonly kind: 'stall-download'; readonly afterBytes: number }
  /** Sends the response body in pieces of that size with a pause between. */
  | { readonly kind: 'drip-download'; readonly pieceBytes: number; readonly everyMs: number }
  /** Announces the whole length, sends that many bytes and closes cleanly. */
  | { readonly kind: 'short-body'; readonly bytes: number }
  /** A well-formed response whose body (and announced length) ends early, as a broken middle box makes it. */
  | { readonly kind: 'cut-body'; readonly bytes: number }
  /** A table query is answered by a page without entities and a token; the token leads on to the real page. */
  | { readonly kind: 'empty-page' }
  | { readonly kind: 'flip-bit-up'; readonly atByte: number }
  | { readonly kind: 'flip-bit-down'; readonly atByte: number }
  /** Holds the request back before it goes on. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Holds the request back until this is done. */
  | { readonly kind: 'meanwhile'; readonly act: () => Promise<unknown> }
  /** The target gets the request twice; the client sees the second reply. */
  | { readonly kind: 'duplicate' };

export interface FaultyRequest {
  readonly method: string;
  /** Decoded by nobody: as it stood in the request line, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface FaultRule {
  readonly fault: Fault;
  /** Which requests; all when absent. */
  readonly when?: (request: FaultyRequest) => boolean;
  /** How many matching requests suffer; default 1. */
  readonly times?: number;
  /** How many matching requests pass unharmed before; default 0. */
  readonly skip?: number;
}

export interface OrderedFault {
  /** Requests that suffered so far. */
  hits(): number;
  remove(): void;
}

export interface ProxiedRequest extends FaultyRequest {
  /** Wall time of its arrival, ms. */
  readonly atMs: number;
  /** Tells one client connection from another. */
  readonly connection: number;
  readonly fault: Fault['kind'] | null;
  /** 0 until answered, and when no answer was sent. */
  readonly status: number;
  /** Body bytes received from the client and sent to it. */
  readonly bytesUp: number;
  readonly bytesDown: number;
  /** Whether the target was asked. */
  readonly forwarded: boolean;
}

/** What real answers of the service carry, for faults that answer by themselves. */
export function serviceHeaders(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { 'x-ms-request-id': 'fault-proxy', 'x-ms-version': '2019-02-02', ...extra };
}

/** What the service answers where a role or a SAS lacks the right for what was asked. */
export const rightIsMissing: Fault = {
  kind: 'answer',
  status: 403,
  headers: serviceHeaders({ 'x-ms-error-code': 'AuthorizationPermissionMismatch' }),
};

/** Rules in the order they were given; the first that still has something to do takes the request. */
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
