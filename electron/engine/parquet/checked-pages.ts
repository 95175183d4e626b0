// Checks the figures of a Parquet file before the parser relies on them: it allocates what a header declares, and 136
// bytes can declare two thousand million values.
import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { MiB } from '@shared/units';

/** Writers end a page at about 1 MiB or 20,000 rows; runs of equal values may make it longer. */
const maxPageValues = 4_000_000;
const maxPageBytes = 128 * MiB;

/** A tree of ten thousand columns takes the parser a second; entities have 252 properties. */
const maxColumns = 10_000;

/** A page promises more than its bytes, or a preview, can hold. */
export class PageTooLarge extends Error {}

/** Of groups in groups. The parser calls itself for each. */
const maxDepth = 100;

/** Whether every group has the columns that it declares. */
export function isSchemaComplete({ schema }: FileMetaData): boolean {
  /** For each open group, the columns that are still missing. */
  const missing = [1];
  for (const { num_children: children = 0 } of schema) {
    while (missing.at(-1) === 0) missing.pop();
    const count = missing.pop();
    if (count === undefined) return true;
    missing.push(count - 1);
    if (children > 0) missing.push(children);
    if (missing.length > maxDepth) return false;
  }
  return missing.every((count) => count === 0);
}

export function hasTooManyColumns({ schema }: FileMetaData): boolean {
  return schema.length > maxColumns;
}

/** Whether there is a value, or a gap, for each row in each column. */
export function areRowsHeld({ num_rows: rows, row_groups: groups }: FileMetaData): boolean {
  let held = 0n;
  for (const { columns, num_rows: ofGroup } of groups) {
    const isHeld = columns.every(({ meta_data: meta }) => meta === undefined || meta.num_values >= ofGroup);
    if (!isHeld || ofGroup < 0n) return false;
    held += ofGroup;
  }
  return rows <= held;
}

interface Chunk {
  readonly start: number;
  readonly end: number;
  readonly values: bigint;
}

/**
 * A source whose column chunks are checked when they are read. A chunk that is read page by page, through an index, is
 * not checked: the limits of the thread apply.
 */
export class CheckedPages implements AsyncBuffer {
  readonly byteLength: number;
  readonly #source: AsyncBuffer;
  /** By their start. */
  readonly #chunks: readonly Chunk[];

  constructor(source: AsyncBuffer, { row_groups: groups }: FileMetaData) {
    this.byteLength = source.byteLength;
    this.#source = source;
    const chunks = groups.flatMap(({ columns }) =>
      columns.flatMap(({ meta_data: meta }) => {
        if (meta === undefined) return [];
        // Writers without a dictionary leave the offset out or write zero.
        const dictionary = Number(meta.dictionary_page_offset ?? 0);
        const start = dictionary > 0 ? dictionary : Number(meta.data_page_offset);
        return [{ start, end: start + Number(meta.total_compressed_size), values: meta.num_values }];
      }),
    );
    this.#chunks = chunks.sort((left, right) => left.start - right.start);
  }

  async slice(start: number, end = this.byteLength): Promise<ArrayBuffer> {
    const bytes = await this.#source.slice(start, end);
    for (let at = this.#firstFrom(start); at < this.#chunks.length; at += 1) {
      const chunk = this.#chunks[at];
      if (chunk === undefined || chunk.start > end) break;
      if (chunk.end > end) continue;
      checkPages(new DataView(bytes, chunk.start - start, chunk.end - chunk.start), chunk.values);
    }
    return bytes;
  }

  #firstFrom(start: number): number {
    let [low, high] = [0, this.#chunks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#chunks[middle]?.start ?? start) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function checkPages(view: DataView, values: bigint): void {
  const reader = { view, offset: 0 };
  let inPages = 0;
  while (reader.offset < view.byteLength - 1) {
    const header = parquetHeader(reader);
    const { compressed_page_size: compressedBytes, uncompressed_page_size: bytes } = header;
    const { data_page_header: data, data_page_header_v2: data2, dictionary_page_header: dictionary } = header;
    const counts = [data?.num_values, data2?.num_values, data2?.num_rows, dictionary?.num_values];
    const leftBytes = view.byteLength - reader.offset;
    const isPossible =
      isWithin(compressedBytes, leftBytes) &&
      isWithin(bytes, maxPageBytes) &&
      counts.every((count) => count === undefined || isWithin(count, maxPageValues));
    if (!isPossible) throw new PageTooLarge();
    reader.offset += compressedBytes;
    inPages += data?.num_values ?? data2?.num_values ?? 0;
  }
  if (inPages < values) throw new PageTooLarge();
}

function isWithin(value: number, limit: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= limit;
}
