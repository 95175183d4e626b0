// Truncates a file, including one that is open for appending.
import { open } from 'node:fs/promises';

/**
 * On disk when it resolves. Uses a separate handle: Windows does not truncate a file through one that was opened for
 * appending. Other handles may stay open; they append after the new end. Throws what the file system throws.
 */
export async function cutFile(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.truncate(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
