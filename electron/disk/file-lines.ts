// The lines of a file as bytes, in bounded memory, so that a position in the file can be recorded and reading can end
// there.
import { type FileHandle, open } from 'node:fs/promises';
import { readIfExists } from './read-if-exists';

const chunkBytes = 1 << 18;

/** Lines with their line feed; bytes after the last one, or after `bytes`, are omitted. A missing file has none. */
export async function* fileLines(path: string, bytes = Infinity): AsyncGenerator<Buffer, void, undefined> {
  const file = await readIfExists(path, (present) => open(present, 'r'), null);
  if (file === null) return;
  try {
    yield* linesIn(file, bytes);
  } finally {
    await file.close();
  }
}

/** The same of an open file, from its beginning. */
export async function* linesIn(file: FileHandle, bytes = Infinity): AsyncGenerator<Buffer, void, undefined> {
  let rest = Buffer.alloc(0);
  for (let at = 0; at < bytes;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, bytes - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    let start = 0;
    for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a, start)) {
      yield rest.subarray(start, end + 1);
      start = end + 1;
    }
    rest = rest.subarray(start);
  }
}
