// A file of random bytes, the same for the same seed.
import { createCipheriv } from 'node:crypto';
import { open } from 'node:fs/promises';

const pieceBytes = 4 * 1024 * 1024;

/** A cipher's key stream: random to everybody who would compress or cache it, the same for the same seed. */
export async function randomFile(path: string, bytes: number, seed: string): Promise<string> {
  const stream = createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16));
  const file = await open(path, 'w', 0o600);
  try {
    for (let left = bytes; left > 0; left -= pieceBytes) {
      await file.write(stream.update(Buffer.alloc(Math.min(pieceBytes, left))));
    }
  } finally {
    await file.close();
  }
  return path;
}
