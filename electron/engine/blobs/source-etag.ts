// The ETag of the source of a copy, as metadata of the copy: a later sync sees by it whether the source has changed.
// ETags of Azure identify a version, and the copy has one of its own. Pure.
import { metadataPrefix } from '../azure/account';

const metadataName = 'stowage_source_etag';
const header = metadataPrefix + metadataName;

/** Headers of a write. */
export function sourceEtagHeaders(etag: string): Readonly<Record<string, string>> {
  return { [header]: etag };
}

/** Settings of an object without that ETag: new content is not a copy of anything. */
export function withoutSourceEtag(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name.toLowerCase() !== header));
}

export function sourceEtagIn(valueOf: (name: string) => string | undefined): { readonly sourceEtag?: string } {
  const sourceEtag = valueOf(metadataName);
  return sourceEtag === undefined ? {} : { sourceEtag };
}
