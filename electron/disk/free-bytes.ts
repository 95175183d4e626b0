// The free space on the disk that holds a folder.
import { statfs } from 'node:fs/promises';

/**
 * Bytes that the user may still fill, since some are reserved for the system; null when that is unknown. Never throws.
 */
export async function freeBytesOf(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
}
