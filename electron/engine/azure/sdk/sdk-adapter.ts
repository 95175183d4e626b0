// Lets both Azure SDKs send through an account of ours: their requests are named, signed again for each attempt,
// retried and accounted like our own, and fail with the same errors. The SDKs' own retries are off.
import { Readable } from 'node:stream';
import type { TableServiceClientOptions } from '@azure/data-tables';
import type { StoragePipelineOptions } from '@azure/storage-blob';
import { StowageError } from '@shared/errors';
import type { RestAccount, ServiceRequest, ServiceResponse } from '../account';
import type { HttpHead } from '../http/http-types';
import { nameRequest } from '../operation-names';
import { SdkHeaders } from './sdk-headers';

/** What data-tables takes as its `httpClient`. */
export type TableSdkClient = NonNullable<TableServiceClientOptions['httpClient']>;
/** What storage-blob takes as its `httpClient`. */
export type BlobSdkClient = NonNullable<StoragePipelineOptions['httpClient']>;

export function tableSdkClient(account: RestAccount, endpoint: string): TableSdkClient {
  return {
    sendRequest: async (request) => {
      const answer = await forward(account, 'table', endpoint, {
        method: request.method,
        url: request.url,
        headers: request.headers.toJSON(),
        body: request.body,
        signal: request.abortSignal,
        streamed: request.streamResponseStatusCodes,
        onSent: request.onUploadProgress,
      });
      return { ...answer, request, headers: new SdkHeaders(answer.head.headers) };
    },
  };
}

export function blobSdkClient(account: RestAccount, endpoint: string): BlobSdkClient {
  return {
    sendRequest: async (request) => {
      const answer = await forward(account, 'blob', endpoint, {
        method: request.method,
        url: request.url,
        headers: request.headers.rawHeaders(),
        body: request.body as unknown,
        signal: request.abortSignal,
        streamed: request.streamResponseStatusCodes,
        onSent: request.onUploadProgress,
      });
      return { ...answer, request, headers: new SdkHeaders(answer.head.headers) };
    },
  };
}

interface SdkRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignalLike | undefined;
  readonly streamed: Set<number> | undefined;
  readonly onSent: ((progress: { loadedBytes: number }) => void) | undefined;
}

interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

interface StreamedAnswer {
  readonly head: HttpHead;
  readonly status: number;
  readonly readableStreamBody: Readable;
}
interface CollectedAnswer {
  readonly head: HttpHead;
  readonly status: number;
  readonly bodyAsText: string;
}

async function forward(
  account: RestAccount,
  service: 'blob' | 'table',
  endpoint: string,
  request: SdkRequest,
): Promise<StreamedAnswer | CollectedAnswer> {
  const url = new URL(request.url);
  const path = url.pathname.slice(new URL(endpoint).pathname.replace(/\/$/, '').length);
  const headers = sendableHeaders(request.headers);
  const name = nameRequest({ service, method: request.method, path, query: url.searchParams, headers });
  const body = sendableBody(request.body);
  const oneShot = request.body !== null && request.body !== undefined && body === undefined;
  const cancellation = cancelledWith(request.signal);
  const sent: ServiceRequest = {
    service,
    ...name,
    method: request.method,
    path,
    encodedQuery: url.search.slice(1),
    headers,
    body: body instanceof Uint8Array ? body : undefined,
    bodyStream: oneShot ? oneShotBody(request.body) : typeof body === 'function' ? body : undefined,
    // A stream that was read once cannot be sent again.
    replay: oneShot ? 'unsafe' : name.replay,
    // The SDKs treat some failures as answers, such as an existing table when creating one; all of them are thrown here.
    // Without a condition, it is none: something between answers, and the SDKs would not say for which request.
    accept: headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined ? [] : [304],
    signal: cancellation.signal,
  };
  const isStreamed = (status: number): boolean =>
    request.streamed?.has(status) === true || request.streamed?.has(Number.POSITIVE_INFINITY) === true;
  let goesOn = false;
  try {
    const answer = await streamed(account, sent, isStreamed, cancellation.dispose);
    if ('readableStreamBody' in answer) {
      goesOn = true;
      return answer;
    }
    if (body instanceof Uint8Array) request.onSent?.({ loadedBytes: body.length });
    return { head: answer, status: answer.status, bodyAsText: answer.body.toString('utf8') };
  } finally {
    if (!goesOn) cancellation.dispose();
  }
}

/** A signal of ours that follows the SDK's, until disposed. */
function cancelledWith(signal: AbortSignalLike | undefined): {
  readonly signal: AbortSignal;
  readonly dispose: () => void;
} {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort);
  return { signal: controller.signal, dispose: () => signal?.removeEventListener('abort', abort) };
}

/** Resolves with a stream at the head of a streamed answer, else with the collected answer. */
function streamed(
  account: RestAccount,
  request: ServiceRequest,
  isStreamed: (status: number) => boolean,
  onStreamEnd: () => void,
): Promise<StreamedAnswer | ServiceResponse> {
  return new Promise((resolve, reject) => {
    let stream: Readable | undefined;
    let pause = (): void => undefined;
    account
      .send({
        ...request,
        // Bytes that the reader has received from one attempt cannot be withdrawn by a second.
        onAttempt: () => {
          if (stream !== undefined) throw new StowageError('network.reset', 'The body ended early.');
        },
        takesBody: (head, flow) => {
          if (!isStreamed(head.status)) return false;
          stream = new Readable({ read: () => flow.resume() });
          pause = () => flow.pause();
          resolve({ head, status: head.status, readableStreamBody: stream });
          return true;
        },
        onBody: (piece) => {
          if (stream?.push(piece) === false) pause();
        },
      })
      .then(
        (answer) => {
          if (stream === undefined) resolve(answer);
          else stream.push(null);
        },
        (error: unknown) => {
          if (stream === undefined) reject(error instanceof Error ? error : StowageError.from(error));
          else stream.destroy(StowageError.from(error));
        },
      )
      .finally(() => {
        if (stream !== undefined) onStreamEnd();
      });
  });
}

/** Streams keep the SDKs' `content-length`; for bytes it is computed again. Signing headers are ours. */
function sendableHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const sendable: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (lower === 'authorization' || lower === 'x-ms-date' || lower === 'x-ms-version') continue;
    if (lower === 'accept-encoding' || lower === 'connection') continue;
    sendable[lower] = value;
  }
  return sendable;
}

/** Undefined without a body and for a stream that can be read only once. */
function sendableBody(body: unknown): Uint8Array | (() => Readable) | undefined {
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  if (body instanceof Uint8Array) return body;
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (typeof body === 'function') return body as () => Readable;
  return undefined;
}

function oneShotBody(body: unknown): () => Readable {
  if (!(body instanceof Readable)) {
    throw new StowageError('bug.unexpected', 'A request body is of a kind that cannot be sent.');
  }
  return () => body;
}
