// Checks the pages of a listing before they are used: a server, proxy or cache that drops the prefix, the delimiter or the
// marker of a request must not get blobs shown, counted, copied or deleted that were not requested, nor any twice.
import { StowageError } from '@shared/errors';
import { TokenProgress } from '@shared/token-progress';
import type { RestAccount } from '../azure/account';
import { type XmlElement, child } from './xml';

export interface RequestedList {
  readonly container: string;
  /** The parameters of the request. */
  readonly query: Readonly<Record<string, string>>;
}

/** Throws `network.range-ignored` for entries of a page that its request excludes, and for blobs that it names twice. */
export function checkEntries(
  root: XmlElement,
  { container, query }: RequestedList,
  nameOf: (entry: XmlElement) => string,
): void {
  const { prefix = '', delimiter, include = '' } = query;
  // Each version and snapshot of a blob is an entry of its own.
  const names = /snapshots|versions|deleted/u.test(include) ? null : new Set<string>();
  for (const entry of child(root, 'Blobs')?.children ?? []) {
    if (entry.name !== 'Blob' && entry.name !== 'BlobPrefix') continue;
    const name = nameOf(entry);
    if (!name.startsWith(prefix)) throw listIgnored(container, 'prefix');
    if (delimiter !== undefined && !isOfLevel(entry, name, prefix.length, delimiter)) {
      throw listIgnored(container, 'delimiter');
    }
    if (names === null || entry.name === 'BlobPrefix') continue;
    if (names.has(name)) throw listIgnored(container, 'names');
    names.add(name);
  }
}

/** A folder ends with the first delimiter behind the prefix, and a blob has none there. */
function isOfLevel({ name: kind }: XmlElement, name: string, from: number, delimiter: string): boolean {
  const at = name.indexOf(delimiter, from);
  return kind === 'Blob' ? at === -1 : at !== -1 && at + delimiter.length === name.length;
}

/**
 * For walks through the pages of one list: notices tokens that repeat, empty pages without end, and pages that begin with
 * known blobs.
 */
export class ListProgress {
  readonly #container: string;
  readonly #tokens: TokenProgress;
  #last: string | null = null;

  constructor(container: string, { onEmptyPages }: Pick<RestAccount, 'onEmptyPages'>) {
    this.#container = container;
    this.#tokens = new TokenProgress({ container }, { onNotice: onEmptyPages?.('ListBlobs') });
  }

  /** Pass each page before it is used. Throws `network.range-ignored`, `network.repeated-page`. */
  follow({
    blobs,
    folders = [],
    markers = [],
    marker,
  }: {
    readonly blobs: readonly { readonly name: string }[];
    readonly folders?: readonly unknown[];
    readonly markers?: readonly unknown[];
    readonly marker: string | null;
  }): void {
    if (marker !== null) this.#tokens.follow(marker, blobs.length + folders.length + markers.length);
    if (this.#last !== null && blobs.some(({ name }) => name === this.#last))
      throw listIgnored(this.#container, 'names');
    this.#last = blobs.at(-1)?.name ?? this.#last;
  }
}

function listIgnored(container: string, what: 'prefix' | 'delimiter' | 'names'): StowageError {
  return new StowageError('network.range-ignored', `A list ignores what was requested: ${what}.`, {
    context: { container, what },
  });
}
