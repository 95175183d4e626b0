// Whether the service made a blob of another one as that is now. Pure.
import type { BlobAddress, WholeFacts } from './messages';

/**
 * A copy of an older version has the address of its source too: it was made before that was changed. The service tells
 * whole seconds, so what was made in that of the change is not known to be a copy of what was written then.
 */
export function isCopyOf(
  { copiedFrom, lastModified }: Pick<WholeFacts, 'copiedFrom' | 'lastModified'>,
  source: BlobAddress & { readonly lastModified: string },
): boolean {
  const isSame = copiedFrom?.container === source.container && copiedFrom.name === source.name;
  return isSame && Date.parse(lastModified) > Date.parse(source.lastModified);
}
