// The codecs in which pages of Parquet files may be compressed.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Compressors, FileMetaData } from 'hyparquet';
import { decompressLz4, decompressLz4Raw, decompressZstd } from 'hyparquet-compressors';

/** Data that expands beyond the size in its header is rejected. */
export const compressors: Compressors = {
  GZIP: (input, outputLength) => gunzipSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  BROTLI: (input, outputLength) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  // Given the room, because the frame's own header could promise any size.
  ZSTD: (input, outputLength) => decompressZstd(input, new Uint8Array(outputLength)),
  LZ4: unlessEmpty(decompressLz4),
  LZ4_RAW: unlessEmpty(decompressLz4Raw),
};
type Decompress = NonNullable<Compressors[keyof Compressors]>;
const readable: ReadonlySet<string> = new Set(['UNCOMPRESSED', 'SNAPPY', ...Object.keys(compressors)]);

/** The first codec of the file that cannot be read; null for none. */
export function unreadableCodec({ row_groups: groups }: FileMetaData): string | null {
  for (const { columns } of groups) {
    for (const { meta_data: meta } of columns) {
      if (meta !== undefined && !readable.has(meta.codec)) return meta.codec;
    }
  }
  return null;
}

/** The library rejects the block of a page without values, such as that of a column of nulls. */
function unlessEmpty(decompress: Decompress): Decompress {
  return (input, outputLength) => (outputLength === 0 ? new Uint8Array() : decompress(input, outputLength));
}
