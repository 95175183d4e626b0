// What the rooms of the engine get to talk to one storage account: one lean `send`, and the SDKs' clients for making and
// deleting tables and containers. All go through the same http client, credential, retry policy and accounting.
import type { TableClient, TableServiceClient } from '@azure/data-tables';
import type { BlobServiceClient } from '@azure/storage-blob';
import type { NetworkRoute } from '@shared/model/network';
import type { Operation, RequestRecord } from '../metrics/request-record';
import type { BodyTarget, HttpHead } from './http-types';
import type { NextTry, Replay } from './retry-policy';

export { metadataPrefix } from './http-types';

export type Credential =
  | { readonly kind: 'key'; readonly accountName: string; readonly accountKey: string }
  /** Query string without `?`. */
  | { readonly kind: 'sas'; readonly token: string };

/** Plain data from which an Account is made, here or in a worker thread. Contains the secret: never log, never send out. */
export interface AccountDescriptor {
  readonly connectionId: string;
  readonly accountName: string;
  /** Base addresses without trailing slash or query, path-style for emulators (`http://127.0.0.1:1/devstoreaccount1`). */
  readonly endpoints: { readonly blob?: string; readonly table?: string };
  readonly credential: Credential;
  /** Absent: straight to every host. */
  readonly network?: NetworkRoute;
}

export interface ServiceRequest {
  readonly service: 'blob' | 'table';
  readonly operation: Operation;
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD' | 'MERGE';
  /** Below the endpoint, already percent-encoded, starting with `/`. */
  readonly path: string;
  /** Container or table, for the metrics. */
  readonly resource: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** For the accounting, where the caller knows how many the request names; else they are counted in its body. */
  readonly entities?: number;
  /** In any case. That of metadata reaches the service as it is, because it is kept there. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as is; must stay unchanged until the request ends. */
  readonly body?: Uint8Array | undefined;
  /** Receives the body of a 2xx response piece by piece, synchronously; else it is collected into `response.body`. */
  readonly onBody?: (piece: Uint8Array) => void;
  /** In place of `onBody`: receives the body where it shall be. */
  readonly target?: BodyTarget;
  /** Told the head of a 2xx answer of the service before any of its body; again for a try that follows. */
  readonly onHead?: (head: HttpHead) => void;
  /** Called before each try, so that `onBody` or `target` can start over. */
  readonly onAttempt?: (attempt: number) => void;
  /** Told that the request is going to be sent again, and why: a status such as `503`, or an error code. */
  readonly onRetry?: (cause: string, next: NextTry) => void;
  /** Before each try that follows another: where it rejects, there is none, and so does the request. */
  readonly beforeAgain?: () => Promise<void>;
  /** Told that the next try waits because the service has asked the account for patience, this request or another. */
  readonly onHeld?: (next: NextTry) => void;
  /** Told the record of each try as it ends, whatever came of it; the accounting has them too. */
  readonly onEnded?: (record: RequestRecord) => void;
  /** `unsafe`: after any other failure the caller reads back and compares. */
  readonly replay: Replay;
  /** Status codes that are an answer, not a failure; default 200…299. */
  readonly accept?: readonly number[];
  readonly signal?: AbortSignal | undefined;
}

export interface ServiceResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** By header in lower case: the names of metadata, without their prefix, in the case in which they were stored. */
  readonly metadataNames: Readonly<Record<string, string>>;
  /** Empty when `onBody` took it. */
  readonly body: Buffer;
  readonly attempts: number;
  /** How long all tries waited because the service had asked the account for patience. */
  readonly heldMs: number;
  /** Of the last try, as `totalMs`. */
  readonly firstByteMs: number;
  readonly totalMs: number;
}

/** What a worker thread needs of an account. */
export interface LeanAccount {
  readonly descriptor: AccountDescriptor;
  /** Signs, sends, retries and accounts one request. Throws StowageError. */
  send(request: ServiceRequest): Promise<ServiceResponse>;
  /** Milliseconds the whole account currently waits because the service asked for patience; 0 when free. */
  slowdownMs(): number;
  dispose(): void;
}

export interface Account extends LeanAccount {
  /** The same account over sockets of its own, without node:http: for a great many requests one after the other. */
  direct(): LeanAccount;
  /** Loaded when first asked for: for administration, which few sessions do. */
  blobService(): Promise<BlobServiceClient>;
  tableService(): Promise<TableServiceClient>;
  table(name: string): Promise<TableClient>;
}

/** How rooms obtain accounts; implemented by azure/account-registry.ts. */
export interface AccountSource {
  /** Throws `not-found.connection`, `auth.secret-missing`, `network.emulator-down`. */
  open(connectionId: string): Promise<Account>;
  /** As `open`, and refuses with `conflict.read-only` while the connection is locked. */
  openForWriting(connectionId: string): Promise<Account>;
}
