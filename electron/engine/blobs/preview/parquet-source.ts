// The bytes of a Parquet file as its parser reads them: by ranges, and limited in number.
import type { AsyncBuffer } from 'hyparquet';

export interface ParquetSource extends AsyncBuffer {
  /** Allows that many further bytes; bytes that were read before cost nothing. */
  allow(bytes: number): void;
  /** Rejects with `OverLimit`. */
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

/** More would be read than was allowed. */
export class OverLimit extends Error {
  /** @param neededBytes what would have to be allowed, to come further than this time */
  constructor(readonly neededBytes: number) {
    super();
  }
}
