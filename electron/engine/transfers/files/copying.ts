// One blob on its way between two places, and the requests that all ways of copying share.
import type { BlobWays, CopyWays } from './copy-ways';
import { type FileContext, controlRequest } from './file-context';
import type { CopyFile, CopySpec } from '../records/job-records';
import type { SkipReason } from '../records/remarks';
import type { OpenFile } from '../records/files-state';
import type { Lane } from '../pace/scheduler';
import type { CopyFrom, WholeFacts } from '../worker/messages';

export interface CopyEnds {
  readonly spec: CopySpec;
  readonly ways: CopyWays;
}

export interface Copying {
  readonly open: OpenFile;
  readonly file: CopyFile;
  readonly place: CopyEnds;
  readonly ways: BlobWays;
  readonly context: FileContext;
  readonly lane: Lane;
}

/** What exists at the target; null for nothing. */
export async function inspect(side: 'source' | 'target', copying: Copying): Promise<WholeFacts | null> {
  const { file, place, context, lane } = copying;
  const address = side === 'target' ? addressOf(copying) : { container: place.spec.from.container, name: file.source };
  return (await controlRequest(context, lane, file.f, 'read-blob', { ...address, side })).blob;
}

/** The copy, or why there is none. `etag`: the version that is known to be the copy. */
export type CopyOutcome =
  | { readonly outcome: 'made'; readonly etag: string }
  | { readonly outcome: 'skipped'; readonly reason: SkipReason };

/** The target. */
export function addressOf({ file, place }: Copying): { readonly container: string; readonly name: string } {
  return { container: place.spec.container, name: file.name };
}

/** The version that is copied. */
export function fromOf({ file, place, context }: Copying): CopyFrom & { readonly lastModified: string } {
  const { bytes, etag, contentMd5, lastModified } = file;
  const md5 = context.options.verify === 'md5' ? contentMd5 : '';
  return { container: place.spec.from.container, name: file.source, bytes, etag, lastModified, contentMd5: md5 };
}

/** The tier that a copy is written to; empty for the account's default. */
export function tierOf({ file }: Copying): string {
  return file.tier === 'Cool' || file.tier === 'Cold' ? file.tier : '';
}
