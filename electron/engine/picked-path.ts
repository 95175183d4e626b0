// Resolves the token of a picked or dropped file, which is all that the window knows, to its path, which the host
// knows.
import { StowageError } from '@shared/errors';
import type { FilePurpose } from '@shared/model/file-purpose';
import type { SourceResolver } from './ports';

/**
 * `connectionId`: the account that the file is used with.
 * @throws StowageError `not-found.source` when the host does not know it any more, or not for this purpose
 */
export async function pickedPath(
  sources: SourceResolver,
  token: string,
  purpose: FilePurpose,
  connectionId?: string,
): Promise<string> {
  const path = await sources.resolve(token, purpose, connectionId);
  if (path !== null) return path;
  throw new StowageError('not-found.source', 'What was picked is not known any more.');
}

/** `pickedPath` of one host. */
export type ResolveToken = (token: string, purpose: FilePurpose, connectionId?: string) => Promise<string>;
