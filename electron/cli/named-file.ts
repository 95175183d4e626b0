// Files that arguments and options name, to be read whole. They may come from others, or be a device without an end.
import { open } from 'node:fs/promises';
import { invalidInput } from '@shared/errors';
import { MiB } from '@shared/units';
import { localError, systemCodeOf } from '../disk/local-error';

const pieceBytes = MiB;

/** @throws StowageError `invalid.input` where the name is a folder's or the file is larger, and `local.*` */
export async function textOfNamedFile(field: string, path: string, maxBytes = 16 * MiB): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const piece = Buffer.alloc(pieceBytes);
      const pieces: Buffer[] = [];
      let bytes = 0;
      for (;;) {
        const { bytesRead } = await file.read(piece, 0, pieceBytes, null);
        if (bytesRead === 0) return Buffer.concat(pieces).toString('utf8');
        bytes += bytesRead;
        if (bytes > maxBytes) {
          throw invalidInput(field, `"${path}" is larger than ${maxBytes / MiB} MiB.`, 'Specify a smaller file.');
        }
        pieces.push(Buffer.from(piece.subarray(0, bytesRead)));
      }
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'EISDIR') throw invalidInput(field, `"${path}" is a folder.`, 'Specify a file.');
    throw localError(thrown, path);
  }
}
