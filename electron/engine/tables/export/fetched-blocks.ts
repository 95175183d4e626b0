// The file of fetched entities: packed blocks, one after another, each behind its length. Its first bytes can be read
// back while the rest is still missing, and no value is parsed twice.
import { type FileHandle, open } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { StowageError } from '@shared/errors';
import type { PackedRows } from '@shared/rows/packed-rows';

const lengthBytes = 4;
/** A page is at most 4 MiB; blocks are smaller. Anything beyond is a damaged file. */
const maxBlockBytes = 1 << 28;

/** The blocks as bytes of the file. */
export function blockBytes(blocks: readonly PackedRows[]): Buffer {
  return Buffer.concat(
    blocks.flatMap((block) => {
      const bytes = serialize(block);
      const length = Buffer.allocUnsafe(lengthBytes);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** The blocks in order, of the first `bytes` of the file. @throws StowageError `local.io` if it is damaged */
export async function* fetchedBlocks(
  path: string,
  bytes: number,
  signal?: AbortSignal,
): AsyncGenerator<PackedRows, void, undefined> {
  const file = await open(path, 'r');
  try {
    for (let at = 0; at < bytes;) {
      signal?.throwIfAborted();
      const length = (await readAt(file, at, lengthBytes, path)).readUInt32LE();
      if (length > maxBlockBytes) throw damaged(path);
      yield deserialize(await readAt(file, at + lengthBytes, length, path)) as PackedRows;
      at += lengthBytes + length;
    }
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, at: number, length: number, path: string): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let read = 0; read < length;) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read);
    if (bytesRead === 0) throw damaged(path);
    read += bytesRead;
  }
  return bytes;
}

function damaged(path: string): StowageError {
  return new StowageError('local.io', 'The file of fetched entities is damaged.', { context: { path } });
}
