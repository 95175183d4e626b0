// Checks the headers of Parquet pages before the parser reads them: it allocates what a header declares, and 136 bytes
// can declare two thousand million values.
import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { MiB } from '@shared/units';

/** Writers end a page at about 1 MiB or 20,000 rows; runs of equal values may make it longer. */
const maxPageValues = 4_000_000;
const maxPageBytes = 128 * MiB;

/** A page promises more than its bytes, or a preview, can hold. */
export class PageTooLarge extends Error {}

interface Chunk {
  readonly start: number;
  readonly end: number;
}

/**
 * A source whose column chunks are checked when they are read. A chunk that is read page by page, through an index, is
 * not checked: the limits of the thread apply.
 */
export class CheckedPages implements AsyncBuffer {
  readonly byteLength: number;
  readonly #source: AsyncBuffer;
  readonly #chunks: readonly Chunk[];

  constructor(source: AsyncBuffer, { row_groups: groups }: FileMetaData) {
    this.byteLength = source.byteLength;
    this.#source = source;
    this.#chunks = groups.flatMap(({ columns }) =>
      columns.flatMap(({ meta_data: meta }) => {
        if (meta === undefined) return [];
        // Writers without a dictionary leave the offset out or write zero.
        const dictionary = Number(meta.dictionary_page_offset ?? 0);
        const start = dictionary > 0 ? dictionary : Number(meta.data_page_offset);
        return [{ start, end: start + Number(meta.total_compressed_size) }];
      }),
    );
  }

  async slice(start: number, end = this.byteLength): Promise<ArrayBuffer> {
    const bytes = await this.#source.slice(start, end);
    for (const chunk of this.#chunks) {
      if (chunk.start < start || chunk.end > end) continue;
      checkPages(new DataView(bytes, chunk.start - start, chunk.end - chunk.start));
    }
    return bytes;
  }
}

function checkPages(view: DataView): void {
  const reader = { view, offset: 0 };
  while (reader.offset < view.byteLength - 1) {
    const header = parquetHeader(reader);
    const { compressed_page_size: compressedBytes, uncompressed_page_size: bytes } = header;
    const { data_page_header: data, data_page_header_v2: data2, dictionary_page_header: dictionary } = header;
    const values = [data?.num_values, data2?.num_values, data2?.num_rows, dictionary?.num_values];
    const leftBytes = view.byteLength - reader.offset;
    const isPossible =
      isWithin(compressedBytes, leftBytes) &&
      isWithin(bytes, maxPageBytes) &&
      values.every((count) => count === undefined || isWithin(count, maxPageValues));
    if (!isPossible) throw new PageTooLarge();
    reader.offset += compressedBytes;
  }
}

function isWithin(value: number, limit: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= limit;
}
