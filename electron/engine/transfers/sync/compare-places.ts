// Compares any two places without changing either: what `check` reports, and the counts of a plan.
import type { SyncCompare } from '@shared/model/sync';
import type { LinksFollowed, TransferOptions } from '@shared/model/transfer';
import type { AccountSource } from '../../azure/account';
import { type Compared, type MergedPage, compareSides } from '../../sync/merge';
import { BlobSide } from '../../sync/blob-side';
import type { SyncSide } from '../../sync/sides';
import { blockCount, movedBlockBytes } from '../plan/blocks';
import { copyBlockBytes } from '../plan/copy-plan';
import { foreseeNameRules } from '../plan/folding';
import { storedPatterns } from '../plan/glob';
import { rootOf } from '../plan/plan';
import { type NamePatterns, type SyncEntry, chosenBy, localSide } from './sync-plan';
import type { SyncLocation } from './sync-spec';

export interface CompareRequest extends NamePatterns {
  readonly source: SyncLocation;
  readonly target: SyncLocation;
  readonly how: SyncCompare;
  /** Whether empty folders are compared, too. Default: no. */
  readonly emptyFolders?: boolean | undefined;
  /** Of folders on this machine. Default: none. */
  readonly followLinks?: LinksFollowed | undefined;
  /** Called for a pair that was compared by size alone, because no MD5 is stored. */
  readonly onNoMd5?: (name: string) => void;
}

export async function* compareLocations(
  { source, target, how, onNoMd5, emptyFolders, followLinks, ...patterns }: CompareRequest,
  accounts: AccountSource,
  { signal, onRequest }: { readonly signal: AbortSignal; readonly onRequest?: (() => void) | undefined },
): AsyncGenerator<MergedPage<Compared>, void, undefined> {
  const { include, exclude } = storedPatterns({ include: patterns.include ?? [], exclude: patterns.exclude ?? [] });
  const keep = chosenBy({ include, exclude, filters: patterns.filters });
  const sideOf = async (location: SyncLocation): Promise<SyncSide> => {
    const folders = emptyFolders === true ? 'listed' : 'ignored';
    if (location.kind === 'local') {
      const rules = await foreseeNameRules(location.dir);
      return localSide(location.dir, rules, 'fail', { folders, links: followLinks });
    }
    return new BlobSide(await accounts.open(location.connectionId), location.container, rootOf(location.prefix), {
      onRequest,
      folders,
    });
  };
  const options = { how, keep, withoutMd5: 'size', signal, ...(onNoMd5 && { onNoMd5 }) } as const;
  for await (const { pairs, asides } of compareSides(await sideOf(source), await sideOf(target), options)) {
    yield { pairs: pairs.filter(({ isImplied }) => isImplied !== true), asides };
  }
}

export interface SyncSum {
  readonly files: number;
  readonly bytes: number;
}
const noSum: SyncSum = { files: 0, bytes: 0 };

/** What a plan amounts to, entry by entry. */
export class SyncTally {
  /** `stays`: only at the target, and not deleted. */
  readonly sums = { new: noSum, changed: noSum, same: noSum, deleted: noSum, stays: noSum };
  problems = 0;
  leftOut = 0;
  /** Which the job would send, without those that list. */
  requests = 0;
  readonly #options: TransferOptions;
  readonly #kind: 'copy' | 'other';

  constructor(options: TransferOptions, kind: 'copy' | 'other') {
    this.#options = options;
    this.#kind = kind;
  }

  add(entry: SyncEntry): void {
    if (entry.what === 'problem') this.problems += 1;
    else if (entry.what === 'left out') this.leftOut += 1;
    else if (entry.what === 'only there') {
      this.#count(entry.deletes ? 'deleted' : 'stays', entry.target.bytes);
      // A local file is deleted without one.
      if (entry.deletes && entry.target.at === 'blob') this.requests += 1;
    } else {
      this.#count(entry.what, entry.source.bytes);
      // A folder on this machine is made without one.
      const isLocalFolder = this.#kind === 'other' && entry.source.isFolder === true && entry.source.at === 'blob';
      if (entry.what !== 'same' && !isLocalFolder) this.requests += this.#requestsFor(entry.source.bytes);
    }
  }

  #count(kind: keyof SyncTally['sums'], bytes: number): void {
    const { files, bytes: before } = this.sums[kind];
    this.sums[kind] = { files: files + 1, bytes: before + bytes };
  }

  #requestsFor(bytes: number): number {
    const blockBytes =
      this.#kind === 'copy' ? copyBlockBytes(bytes, this.#options) : movedBlockBytes(bytes, this.#options, null);
    return blockBytes === 0 ? 1 : blockCount(bytes, blockBytes) + 1;
  }
}
