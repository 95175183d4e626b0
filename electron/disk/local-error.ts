// Maps file system errors to the product's error codes.
import { StowageError, type ErrorCode } from '@shared/errors';

const codes: Readonly<Record<string, ErrorCode>> = {
  ENOENT: 'local.not-found',
  ENOTDIR: 'local.not-found',
  ENXIO: 'local.not-found',
  ENODEV: 'local.not-found',
  EEXIST: 'conflict.target-exists',
  EACCES: 'local.denied',
  EPERM: 'local.denied',
  EROFS: 'local.denied',
  EISDIR: 'local.denied',
  EBUSY: 'local.denied',
  ETXTBSY: 'local.denied',
  ENOSPC: 'local.disk-full',
  EDQUOT: 'local.disk-full',
};

/** A StowageError about `path`; an error that already is one is returned unchanged. */
export function localError(thrown: unknown, path: string): StowageError {
  if (thrown instanceof StowageError) return thrown;
  const systemCode = systemCodeOf(thrown);
  if (systemCode === '') return StowageError.from(thrown);
  const code = codes[systemCode] ?? 'local.io';
  const message = code === 'local.disk-full' ? 'The disk is full.' : `The file system answered ${systemCode}.`;
  return new StowageError(code, message, {
    context: { path, systemCode },
    cause: thrown,
  });
}

/** Throws what `work` throws, as `localError` about `path`. */
export async function withLocalErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw localError(thrown, path);
  }
}

/** Node's code of a failed system call; empty for anything else. */
export function systemCodeOf(thrown: unknown): string {
  const code = thrown instanceof Error ? (thrown as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9]+$/u.test(code) ? code : '';
}
