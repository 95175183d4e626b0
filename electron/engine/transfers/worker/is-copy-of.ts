// Whether the service made one blob by copying another in its current state. Pure.
import type { BlobAddress, WholeFacts } from './messages';

/**
 * A copy of an older version has the same source URL, so the copy must be younger than the last change of the source.
 * Times have whole seconds, so within the same second it is not certain.
 */
export function isCopyOf(
  { copiedFrom, lastModified }: Pick<WholeFacts, 'copiedFrom' | 'lastModified'>,
  source: BlobAddress & { readonly lastModified: string },
): boolean {
  const isSame = copiedFrom?.container === source.container && copiedFrom.name === source.name;
  return isSame && Date.parse(lastModified) > Date.parse(source.lastModified);
}
