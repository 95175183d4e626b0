// The free space on the disk that holds a folder.
import { statfs } from 'node:fs/promises';

/** Bytes that a person may still fill, since some are kept for the system; null where nobody says. Never throws. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
}
