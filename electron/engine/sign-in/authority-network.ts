// Lets msal-node send through the engine's HTTP client, so that the proxy, its login, the trusted authorities and the
// offline switch apply to signing in as to everything else. Nothing here is counted in the metrics of storage accounts.
import type { INetworkModule, NetworkRequestOptions, NetworkResponse } from '@azure/msal-node';
import { StowageError } from '@shared/errors';
import { type HttpClient, TransportFailure } from '../azure/http/http-types';

const limits = { connectMs: 15_000, headerMs: 30_000, stallMs: 30_000, totalMs: 60_000 };

/** Many times larger than any response of an authority or a page of resources. */
const maxBodyBytes = 16 * 1024 * 1024;

export interface PlainAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PlainRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Throws StowageError `network.*` or `cancelled.by-user`; every status is an answer. */
export async function sendPlain(http: HttpClient, request: PlainRequest): Promise<PlainAnswer> {
  const url = new URL(request.url);
  const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
  const body = request.body === undefined ? undefined : Buffer.from(request.body, 'utf8');
  const sendOnce = async (): Promise<PlainAnswer> => {
    const answer = await http.send({
      label: {
        connectionId: '',
        service: 'blob',
        operation: 'SignIn',
        resource: '',
        partition: '',
        entities: 0,
        attempt: 1,
      },
      origin: { protocol, hostname: url.hostname, port: Number(url.port) || (protocol === 'http:' ? 80 : 443) },
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: {
        accept: 'application/json',
        ...request.headers,
        ...(body === undefined
          ? request.method === 'POST'
            ? { 'content-length': '0' }
            : {}
          : { 'content-length': String(body.length) }),
      },
      body,
      limits,
      maxBodyBytes,
      onHead: () => 'collect',
      signal: request.signal,
    });
    return { status: answer.status, headers: answer.headers, body: answer.body.toString('utf8') };
  };
  try {
    return await sendOnce().catch((thrown: unknown) => {
      // The connection was closed while it was idle: no server has seen the request.
      if (thrown instanceof TransportFailure && thrown.connection === 'stale') return sendOnce();
      throw thrown;
    });
  } catch (thrown) {
    throw thrown instanceof TransportFailure ? thrown.error : StowageError.from(thrown);
  }
}

/**
 * msal wraps what its network client throws into separate errors. `takeFailure` tells the
 * caller whether the authority could not be reached or denied access.
 */
export class AuthorityNetwork implements INetworkModule {
  readonly #http: HttpClient;
  #failure: StowageError | null = null;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** The error of the last request, once: a later error that sent nothing has another cause. */
  takeFailure(): StowageError | null {
    const failure = this.#failure;
    this.#failure = null;
    return failure;
  }

  sendGetRequestAsync<T>(url: string, options?: NetworkRequestOptions): Promise<NetworkResponse<T>> {
    return this.#send('GET', url, options);
  }

  sendPostRequestAsync<T>(url: string, options?: NetworkRequestOptions): Promise<NetworkResponse<T>> {
    return this.#send('POST', url, options);
  }

  async #send<T>(
    method: 'GET' | 'POST',
    url: string,
    options: NetworkRequestOptions = {},
  ): Promise<NetworkResponse<T>> {
    this.#failure = null;
    try {
      const headers = lowerCaseNames(options.headers ?? {});
      const { body } = options;
      const answer = await sendPlain(this.#http, { method, url, headers, ...(body === undefined ? {} : { body }) });
      return { headers: { ...answer.headers }, body: parsed(answer) as T, status: answer.status };
    } catch (thrown) {
      this.#failure = StowageError.from(thrown);
      throw this.#failure;
    }
  }
}

function parsed({ body, status }: PlainAnswer): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // As for any response that is not OAuth's: a page of a proxy, an outage.
    return { error: 'unreadable_answer', error_description: `The authority answered ${status} without JSON.` };
  }
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
