// Where something lies that a person picked or dropped: the window has a token of it, the host its path.
import { StowageError } from '@shared/errors';
import type { SourceResolver } from './ports';

/** @throws StowageError `not-found.source` when the host does not know it any more */
export async function pickedPath(sources: SourceResolver, token: string): Promise<string> {
  const path = await sources.resolve(token);
  if (path !== null) return path;
  throw new StowageError('not-found.source', 'What was picked is not known any more.');
}
