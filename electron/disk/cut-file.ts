// Truncates a file, including one that is open for appending.
import { open } from 'node:fs/promises';

/**
 * On the disk when it resolves. It takes a handle of its own: Windows lets no file be cut through one that was opened
 * for appending. Other handles may stay open; they append after what is left. Throws what the file system throws.
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
