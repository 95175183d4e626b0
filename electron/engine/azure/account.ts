// A storage account as the rooms of the engine use it: one lean `send`, and the SDKs' clients for creating and deleting
// tables and containers. All share the same http client, credential, retry policy and accounting.
import type { TableServiceClient } from '@azure/data-tables';
import type { BlobServiceClient } from '@azure/storage-blob';
import type { Readable } from 'node:stream';
import type { NetworkRoute } from '@shared/model/network';
import { type TableService, tableServiceAt } from '@shared/model/table-service';
import type { Operation, RequestRecord } from '../metrics/request-record';
import type { BodyFlow, BodyTarget, HttpHead } from './http/http-types';
import type { NextTry, Replay } from './retry-policy';

export { metadataPrefix } from './http/http-types';

export type Credential =
  | { readonly kind: 'key'; readonly accountName: string; readonly accountKey: string }
  /** Query string without `?`. */
  | { readonly kind: 'sas'; readonly token: string }
  /** Its access token is issued by `AccountDeps.tokens` when a request needs it, and travels nowhere else. */
  | ({ readonly kind: 'token' } & TokenTarget)
  /** Of a service that speaks S3. */
  | {
      readonly kind: 's3';
      /** Empty for anonymous requests. */
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** Of temporary credentials; otherwise empty. */
      readonly sessionToken: string;
      readonly region: string;
      /** Whether buckets are named in the path, not in the host. */
      readonly pathStyle: boolean;
    };

/**
 * The resource of an access token. `tenant` is the tenant of the account, which may differ from that of the identity.
 */
export interface TokenTarget {
  readonly identityId: string;
  readonly tenant: string;
  /** Such as `https://storage.azure.com`, without `/.default`. */
  readonly resource: string;
}

/** Issues access tokens. Throws `auth.sign-in-needed` when only the user can help. */
export interface TokenSource {
  /** The token to send now, without waiting; null when there is none that is still valid. */
  current(target: TokenTarget): string | null;
  valid(target: TokenTarget): Promise<{ readonly token: string }>;
  /** A token other than `rejected`; `claims`: those that the challenge of the service requests, JSON. */
  replace(target: TokenTarget, rejected: string, claims?: string): Promise<{ readonly token: string }>;
}

/** Supplies the other key of an account, which may have been rotated while it is in use. */
export interface KeySource {
  /** A stored key of the connection other than `rejected`; null when there is none. */
  other(connectionId: string, rejected: string): Promise<string | null>;
  /** The service accepted a key that `other` had supplied. */
  accepted(connectionId: string, key: string): void;
}

/** Plain data from which an Account is made, here or in a worker thread. Contains the secret: never log, never send out. */
export interface AccountDescriptor {
  readonly connectionId: string;
  readonly accountName: string;
  /** Base addresses without trailing slash or query, path-style for emulators (`http://127.0.0.1:1/devstoreaccount1`). */
  readonly endpoints: {
    readonly blob?: string;
    readonly table?: string;
    /** Only where it was entered; it otherwise follows from the blob endpoint. */
    readonly dfs?: string;
  };
  readonly credential: Credential;
  /** The only blob that its SAS grants access to; absent when it grants more. */
  readonly onlyBlob?: { readonly container: string; readonly name: string };
  /** The only container that its SAS grants access to, whole or in part; absent when it grants more. */
  readonly onlyContainer?: string;
  /** Absent: straight to every host. */
  readonly network?: NetworkRoute;
  /** What its answers revealed about the table service; absent: what its host reveals. */
  readonly tableService?: TableService;
}

/** Where requests to tables go, and which service takes them. */
export function partTargetOf({ endpoints, tableService }: Pick<AccountDescriptor, 'endpoints' | 'tableService'>): {
  readonly endpoint: string;
  readonly service: TableService;
} {
  return { endpoint: endpoints.table ?? '', service: tableService ?? tableServiceAt(endpoints.table) };
}

/** One request to the service, from any caller down to the attempts of `request.ts`; the SDKs make it too. */
export interface ServiceRequest {
  readonly service: 'blob' | 'table';
  /** Sent to the Data Lake endpoint of the blob service. Default: the endpoint of the service. */
  readonly endpoint?: 'dfs';
  readonly operation: Operation;
  readonly method: string;
  /** Below the endpoint, already percent-encoded, starting with `/`. */
  readonly path: string;
  /** Container or table, for the metrics. */
  readonly resource: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Instead of `query`: encoded already, without `?`. */
  readonly encodedQuery?: string;
  /** Number of entities for the accounting, when the caller knows it; otherwise they are counted in the body. */
  readonly entities?: number;
  /** Names in any case. The case of metadata names is sent as written, because the service stores it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as is; must stay unchanged until the request ends. */
  readonly body?: Uint8Array | undefined;
  /** Instead of `body`: creates a new stream for each attempt. */
  readonly bodyStream?: (() => Readable) | undefined;
  /**
   * Receives the body of a 2xx response piece by piece, synchronously. Without it, the body is collected into
   * `response.body`.
   */
  readonly onBody?: (piece: Uint8Array) => void;
  /** Instead of `onBody`: supplies the memory that the body is received into. */
  readonly target?: BodyTarget;
  /** Called with the head of a 2xx response before any of its body; again for a retry. */
  readonly onHead?: (head: HttpHead) => void;
  /** Called after `onHead`: whether `onBody` or `target` receives this body. Without it, they always do. */
  readonly takesBody?: (head: HttpHead, flow: BodyFlow) => boolean;
  /** Called before each attempt, so that `onBody` or `target` can start over. */
  readonly onAttempt?: (attempt: number) => void;
  /** Called when the request will be retried. `cause`: a status such as `503`, or an error code. */
  readonly onRetry?: (cause: string, next: NextTry) => void;
  /** Awaited before each retry. If it rejects, the request is not retried and rejects too. */
  readonly beforeRetry?: () => Promise<void>;
  /** Called when the next attempt waits because the service throttles the account, whichever request was throttled. */
  readonly onHeld?: (next: NextTry) => void;
  /** Called with the record of each attempt when it ends, in success or failure. The metrics receive it too. */
  readonly onEnded?: (record: RequestRecord) => void;
  /**
   * Whether a successful response reports inside that the service was too busy for the request, as for batches: it is
   * retried like a response with that status. The body is empty when `onBody` or `target` received it.
   */
  readonly busyInside?: (body: Buffer) => { readonly status: number; readonly retryAfterMs: number | null } | null;
  /** `unsafe`: not retried when the service may have acted on it; the caller then reads back and compares. */
  readonly replay: Replay;
  /**
   * `caller`: an attempt that times out is not repeated here but fails, so that the caller, which decides how much is
   * in flight, can send less first. Default: repeated like other failures.
   */
  readonly timeouts?: 'caller';
  /** Status codes that are answers, not failures; default 200…299. */
  readonly accept?: readonly number[];
  readonly signal?: AbortSignal | undefined;
}

export interface ServiceResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** By header in lower case: the names of metadata, without their prefix, in the case in which they were stored. */
  readonly metadataNames: Readonly<Record<string, string>>;
  /** Empty when `onBody` or `target` received the body. */
  readonly body: Buffer;
  readonly attempts: number;
  /** Whether an earlier attempt was answered that the service is busy; see failures/after-busy.ts. */
  readonly afterBusy: boolean;
  /** How long all attempts together waited because the service throttled the account. */
  readonly heldMs: number;
  /** Of the last attempt, like `firstByteMs`. */
  readonly firstByteMs: number;
  readonly totalMs: number;
}

/** The part of an account that a worker thread needs. */
export interface RestAccount {
  readonly descriptor: AccountDescriptor;
  /** Signs, sends, retries and accounts one request. Throws StowageError. */
  send(request: ServiceRequest): Promise<ServiceResponse>;
  /** Present where somebody waits: what to call, with their number, when pages of a list stay empty. */
  readonly onEmptyPages?: (operation: Operation) => (pages: number) => void;
  /** Milliseconds for which the whole account still waits because the service throttles it; 0 when it does not. */
  slowdownMs(): number;
  /** Present when another account's service has to send it along to copy from here. */
  readonly sourceAuthorization?: () => Promise<string>;
  dispose(): void;
}

export interface Account extends RestAccount {
  /** The same account over direct sockets instead of node:http, which is cheaper for very many requests in a row. */
  direct(): RestAccount;
  /** The SDKs' clients, used for administration only. They are loaded at the first call. */
  blobService(): Promise<BlobServiceClient>;
  tableService(): Promise<TableServiceClient>;
}

/** How rooms obtain accounts; implemented by azure/account-registry.ts. */
export interface AccountSource {
  /** Throws `not-found.connection`, `auth.secret-missing`, `network.emulator-down`. */
  open(connectionId: string): Promise<Account>;
  /** As `open`, and rejects with `conflict.read-only` while the connection is locked. */
  openForWriting(connectionId: string): Promise<Account>;
}
