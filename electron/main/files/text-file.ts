// Writes a text, or bytes, that a person asked to keep: whole or not at all, and in words when the disk refuses.
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { type ErrorCode, StowageError } from '@shared/errors';

const codes: Readonly<Record<string, ErrorCode>> = {
  ENOENT: 'local.not-found',
  ENOTDIR: 'local.not-found',
  EACCES: 'local.denied',
  EPERM: 'local.denied',
  EROFS: 'local.denied',
  EBUSY: 'local.denied',
  EISDIR: 'local.denied',
  ENOSPC: 'local.disk-full',
  EDQUOT: 'local.disk-full',
};

/** Replaces what stood at the absolute `path`. Throws `local.*`; the old file then stays as it was. */
export function writeTextFile(path: string, text: string): Promise<void> {
  return writeFileWhole(path, Buffer.from(text, 'utf8'));
}

/** The same for bytes. */
export async function writeFileWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (thrown) {
    await rm(draft, { force: true });
    const systemCode = (thrown as NodeJS.ErrnoException).code ?? '';
    throw new StowageError(codes[systemCode] ?? 'local.io', `${basename(path)} could not be written.`, {
      context: { path: basename(path), systemCode },
      cause: thrown,
    });
  }
}
