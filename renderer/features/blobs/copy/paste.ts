// Where each blob and folder goes when a clip is pasted into a folder. Pure.
import { type ListingEntry, entryKey } from '../listing/listing';
import type { TransferLocation } from '../transfer/start-transfer';
import type { Clip } from './blob-clipboard';
import { duplicateName } from './names';

export interface Pasted {
  readonly entry: ListingEntry;
  /** Full name at the target; a folder's ends in `/`. */
  readonly target: string;
}

/** Into the folder it came from, a copy gets another name and a move is nothing. */
export function pasted(clip: Clip, location: TransferLocation, listed: readonly ListingEntry[]): readonly Pasted[] {
  if (isHome(clip, location)) return clip.kind === 'move' ? [] : duplicates(clip.entries, listed);
  return clip.entries.map((entry) => ({ entry, target: location.prefix + entry.name.slice(clip.prefix.length) }));
}

/** Each under a free name beside itself. */
export function duplicates(entries: readonly ListingEntry[], listed: readonly ListingEntry[]): readonly Pasted[] {
  const taken = new Set(listed.map(entryKey));
  return entries.map((entry) => {
    const target = duplicateName(entry.name, (name) => taken.has(entryKey({ ...entry, name })));
    taken.add(entryKey({ ...entry, name: target }));
    return { entry, target };
  });
}

/** Whether the folder is the one that the clip came from. */
export function isHome(clip: Clip, { connectionId, container, prefix }: TransferLocation): boolean {
  return clip.connectionId === connectionId && clip.container === container && clip.prefix === prefix;
}
