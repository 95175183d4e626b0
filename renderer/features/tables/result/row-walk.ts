// Iterates over loaded rows in order, in memory and on disk alike, in chunks: whatever reads all rows uses it, so that
// none is missed and the window stays responsive.
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { type PackedRows, blockRows, entityAt } from '@shared/rows/packed-rows';

/** Where packed rows come from; a `RowList` is one. */
export interface RowSource {
  readonly length: number;
  /** A different run number invalidates everything read so far. */
  readonly generation: number;
  /** The packed rows from `at * blockRows` on; undefined past the end. Rejects when they cannot be read back. */
  block(at: number): Promise<PackedRows | undefined>;
}

/** Some rows on the way: those at `from` to `to`, not included, of `rows`. */
interface RowChunk {
  readonly rows: PackedRows;
  /** Loaded index of the row at position 0 of `rows`. */
  readonly first: number;
  readonly from: number;
  readonly to: number;
}

export interface WalkOptions {
  readonly turns: Yielder;
  readonly signal: AbortSignal;
}

/**
 * The rows from index `from` to `to` (exclusive).
 * @throws StowageError `cancelled.by-user` when aborted, or when the rows are replaced by those of another run
 */
export async function* walkRows(
  source: RowSource,
  { from, to }: { readonly from: number; readonly to: number },
  { turns: yielder, signal }: WalkOptions,
): AsyncGenerator<RowChunk, void, undefined> {
  const { generation } = source;
  for (let next = from; next < to;) {
    const at = Math.floor(next / blockRows);
    const first = at * blockRows;
    const rows = await source.block(at);
    if (signal.aborted || source.generation !== generation || rows === undefined || rows.count <= next - first) {
      throw new StowageError('cancelled.by-user', 'The walk over the loaded rows ended early.');
    }
    const end = Math.min(to - first, rows.count);
    yield { rows, first, from: next - first, to: end };
    next = first + end;
    await yielder.rest();
    if (signal.aborted) throw new StowageError('cancelled.by-user', 'The walk over the loaded rows ended early.');
  }
}

/** The entities of a chunk with their loaded indexes. */
export function* entitiesOf({
  rows,
  first,
  from,
  to,
}: RowChunk): Generator<readonly [Entity, number], void, undefined> {
  for (let within = from; within < to; within += 1) yield [entityAt(rows, within), first + within];
}

export interface Yielder {
  /** Something to wait for once the turn has lasted long enough; undefined while there is time left. */
  rest(): Promise<void> | undefined;
}

const turnMs = 8;

/** Slices of a few milliseconds, between which input and drawing are processed. */
export function createFrameYielder(): Yielder {
  let startedAt = performance.now();
  return {
    rest() {
      if (performance.now() - startedAt < turnMs) return undefined;
      return new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          channel.port1.close();
          startedAt = performance.now();
          resolve();
        };
        channel.port2.postMessage(null);
      });
    },
  };
}
