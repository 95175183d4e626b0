// Resolves the token of a picked or dropped file, which is all that the window knows, to its path, which the host
// knows.
import { StowageError } from '@shared/errors';
import type { SourceResolver } from './ports';

/** @throws StowageError `not-found.source` when the host does not know it any more */
export async function pickedPath(sources: SourceResolver, token: string): Promise<string> {
  const path = await sources.resolve(token);
  if (path !== null) return path;
  throw new StowageError('not-found.source', 'What was picked is not known any more.');
}
