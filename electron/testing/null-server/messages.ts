// Messages between the processes of the null server. The first process knows which blobs exist; those that answer
// requests ask it, because parts of one blob arrive at different processes.

/** A blob without bytes: reads return zeros. */
export interface NullBlob {
  readonly bytes: number;
  /** Base64, as stored by the client; empty for none. */
  readonly md5: string;
}

export type StoreRequest =
  | { readonly request: 'put'; readonly key: string; readonly blob: NullBlob }
  | { readonly request: 'stage'; readonly key: string; readonly blockId: string; readonly bytes: number }
  | { readonly request: 'commit'; readonly key: string; readonly blockIds: readonly string[]; readonly md5: string }
  | { readonly request: 'find'; readonly key: string }
  | { readonly request: 'uncommitted'; readonly key: string }
  | { readonly request: 'remove'; readonly key: string }
  /** In order, from `from`, at most `max`. */
  | { readonly request: 'list'; readonly prefix: string; readonly from: string; readonly max: number };

export type StoreAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'blob'; readonly blob: NullBlob }
  | { readonly kind: 'blocks'; readonly blocks: readonly { readonly id: string; readonly bytes: number }[] }
  | { readonly kind: 'blobs'; readonly blobs: readonly (NullBlob & { readonly key: string })[] };

/** One process's statistics; times are wall time in ms since 1970, 0 without requests. */
export interface RequestCounts {
  readonly requests: number;
  readonly byOperation: Readonly<Record<string, number>>;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

export type BlobProtocol = 'http' | 'https';

export interface Ports {
  readonly blobPort: number;
  readonly tablePort: number;
}

export type FromAnswering =
  | ({ readonly kind: 'ready' } & Ports)
  | { readonly kind: 'question'; readonly id: number; readonly query: StoreRequest }
  | { readonly kind: 'counts'; readonly id: number; readonly counts: RequestCounts };

export type ToAnswering =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: StoreAnswer }
  | { readonly kind: 'counts?'; readonly id: number }
  | { readonly kind: 'reset' };

/** The configuration of the null server. */
export interface NullServerSetup {
  readonly processes: number;
  /** Initial blobs, by `container/name`. */
  readonly blobs: readonly { readonly path: string; readonly bytes: number; readonly md5: string }[];
  /** Number of entities per table, in pages of 1,000. */
  readonly entities: number;
  /** Protocol of the blob endpoint. */
  readonly protocol: BlobProtocol;
}

export type FromServer =
  | ({ readonly kind: 'listening' } & Ports)
  | { readonly kind: 'counts'; readonly id: number; readonly counts: RequestCounts };

export type ToServer =
  /** The first message. */
  | { readonly kind: 'start'; readonly setup: NullServerSetup }
  | { readonly kind: 'counts?'; readonly id: number }
  | { readonly kind: 'reset' };

export const noRequests: RequestCounts = {
  requests: 0,
  byOperation: {},
  receivedBytes: 0,
  sentBytes: 0,
  firstMs: 0,
  lastMs: 0,
};

/** Adds up the counts of several processes. */
export function joined(all: readonly RequestCounts[]): RequestCounts {
  const active = all.filter((counts) => counts.requests > 0);
  if (active.length === 0) return noRequests;
  const byOperation: Record<string, number> = {};
  for (const counts of active) {
    for (const [name, count] of Object.entries(counts.byOperation))
      byOperation[name] = (byOperation[name] ?? 0) + count;
  }
  return {
    requests: active.reduce((sum, counts) => sum + counts.requests, 0),
    byOperation,
    receivedBytes: active.reduce((sum, counts) => sum + counts.receivedBytes, 0),
    sentBytes: active.reduce((sum, counts) => sum + counts.sentBytes, 0),
    firstMs: Math.min(...active.map((counts) => counts.firstMs)),
    lastMs: Math.max(...active.map((counts) => counts.lastMs)),
  };
}
