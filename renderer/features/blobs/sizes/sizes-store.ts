// The sizes counted in one container, folder by folder; stored until the app ends. Effects are parameters.
import { type StoreApi, createStore } from 'zustand';
import { StowageError } from '@shared/errors';
import type { StreamInput } from '@shared/ipc/contract';
import type { BlobSizes } from '@shared/model/blob-sizes';
import { type FolderSize, type NodesByPath, type SizedNode, nodesOf } from './known-sizes';

const maxRetained = 8;

export interface Sizing {
  /** The requested folder. */
  readonly prefix: string;
  /** `stopped` and `failed`: sums of a part only. */
  readonly status: 'counting' | 'complete' | 'stopped' | 'failed';
  readonly sizes: BlobSizes | null;
  readonly nodes: NodesByPath;
  readonly error: StowageError | null;
}

/** The most recently requested comes first. */
export type Sizings = readonly Sizing[];

export type FollowSizes = (
  input: StreamInput<'blobs.sizes'>,
  onEvent: (sizes: BlobSizes) => void,
  signal: AbortSignal,
) => Promise<void>;

export interface SizesStore {
  readonly store: StoreApi<{ readonly sizings: Sizings }>;
  /** Counts everything below the folder again, replacing the known sizes. */
  readonly count: (prefix: string) => Promise<void>;
  /** Counts on from where a count of the folder was stopped or failed. */
  readonly goOn: (prefix: string) => Promise<void>;
  readonly stop: (prefix: string) => void;
  /** Stops the running count; known sizes stay. */
  readonly stopAll: () => void;
}

export interface SizesStoreParts {
  readonly connectionId: string;
  readonly container: string;
  readonly follow: FollowSizes;
}

export function createSizesStore({ connectionId, container, follow: subscribe }: SizesStoreParts): SizesStore {
  const store = createStore<{ readonly sizings: Sizings }>(() => ({ sizings: [] }));
  const running = new Map<string, AbortController>();

  const change = (prefix: string, part: Partial<Sizing>): void =>
    store.setState(({ sizings }) => ({
      sizings: sizings.map((one) => (one.prefix === prefix ? { ...one, ...part } : one)),
    }));
  const stop = (prefix: string): void => {
    if (!running.has(prefix)) return;
    running.get(prefix)?.abort();
    running.delete(prefix);
    change(prefix, { status: 'stopped' });
  };

  const follow = async (prefix: string, from: 'start' | 'where it stopped'): Promise<void> => {
    running.get(prefix)?.abort();
    const mine = new AbortController();
    running.set(prefix, mine);
    try {
      await subscribe(
        { connectionId, container, prefix, from },
        (sizes) => {
          if (mine.signal.aborted) return;
          const status = sizes.state === 'complete' ? 'complete' : 'counting';
          change(prefix, { status, sizes, nodes: nodesOf(sizes) });
        },
        mine.signal,
      );
    } catch (thrown) {
      if (!mine.signal.aborted) change(prefix, { status: 'failed', error: StowageError.from(thrown) });
    }
    if (running.get(prefix) === mine) running.delete(prefix);
  };

  return {
    store,
    count(prefix) {
      const begun: Sizing = { prefix, status: 'counting', sizes: null, nodes: new Map(), error: null };
      store.setState(({ sizings }) => ({
        sizings: [begun, ...sizings.filter((one) => one.prefix !== prefix)].slice(0, maxRetained),
      }));
      return follow(prefix, 'start');
    },
    goOn(prefix) {
      change(prefix, { status: 'counting', error: null });
      return follow(prefix, 'where it stopped');
    },
    stop,
    stopAll() {
      for (const prefix of [...running.keys()]) stop(prefix);
    },
  };
}

/** The count that covers the folder: that of the folder if there is one, else a complete one of a folder above. */
export function sizingFor(
  sizings: Sizings,
  prefix: string,
): { readonly sizing: Sizing; readonly node: SizedNode | null } | null {
  const own = sizings.find((one) => one.prefix === prefix);
  if (own) return { sizing: own, node: own.nodes.get(prefix) ?? null };
  for (const sizing of sizings) {
    const node = sizing.status === 'complete' ? sizing.nodes.get(prefix) : undefined;
    if (node) return { sizing, node };
  }
  return null;
}

/** The known size of a folder from any complete count. */
export function knownSize(sizings: Sizings, prefix: string): FolderSize | undefined {
  for (const { status, sizes, nodes } of sizings) {
    const node = status === 'complete' ? nodes.get(prefix) : undefined;
    if (node && sizes) return { blobs: node.blobs, bytes: node.bytes, newest: node.newest, asOf: sizes.asOf };
  }
  return undefined;
}
