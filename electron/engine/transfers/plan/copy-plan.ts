// From the chosen blobs and folders to the files of a copy job, with their new names. Streams the listing of the
// source; a folder that would be copied into itself is rejected first.
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import { copiedWholeBytes } from '@shared/model/blob-selection';
import type { TransferOptions } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import type { Account } from '../../azure/account';
import { assertUploadName } from '../../blobs/blob-path';
import { walkBlobs } from '../../blobs/listing';
import { outerPrefixes } from '../../blobs/outer-prefixes';
import { blockBytesFor } from './blocks';
import type { CopyFile, CopySpec, Unnumbered } from '../records/job-records';
import { accountKeyOf } from '../pace/network-gate';
import { createNameSet } from '../records/name-set';
import { detachSubstring } from '../../runtime/detach-substring';
import { type Namespace, nameRulesOf } from './real-folder-names';
import { lookUpBlobs, notShown, DeniedChoices } from './look-up-blobs';
import type { PlanStep } from './plan';
import type { Remark } from '../records/remarks';

export interface CopyPlanPorts {
  /** The accounts that are copied from and to; the same within one account. */
  readonly source: Account;
  readonly target: Account;
  readonly signal: AbortSignal;
  /** Of the account of the target; `flat` also where it is not known. */
  readonly namespace?: Namespace;
  /** Whether the user wants it retried although it was denied. */
  readonly insists?: 'yes' | 'no';
  /** Called for each request to the source. */
  readonly requested?: (operation: 'ListBlobs' | 'GetBlobProperties') => void;
  /** Called when this blob is one of the files. */
  readonly planned?: (blob: BlobItem) => void;
}

export async function* planCopy(
  spec: CopySpec,
  { source, target, signal, namespace = 'flat', insists, requested, planned }: CopyPlanPorts,
): AsyncGenerator<readonly PlanStep<CopyFile>[], void, undefined> {
  const isSameTarget = accountKeyOf(source) === accountKeyOf(target) && spec.from.container === spec.container;
  const root = spec.prefix === '' || spec.prefix.endsWith('/') ? spec.prefix : `${spec.prefix}/`;
  // Within one folder all names differ.
  const taken = spec.selection.length > 1 ? createNameSet() : null;
  const prefixes = spec.selection.flatMap((one) => (one.kind === 'prefix' ? [one.prefix] : []));
  const copied = outerPrefixes(isSameTarget ? prefixes : []);

  const rules = nameRulesOf(namespace);

  const step = (blob: BlobItem, name: string): PlanStep<CopyFile> => {
    // A real folder has no content that could be copied.
    if (blob.isFolder === true) return { kind: 'left-out', path: blob.name, why: 'folder marker' };
    try {
      assertCopyName(name, blob);
      rules.assertPossible(name, 'file');
      if (isSameTarget && name === blob.name) throw onItself(name);
      if (copied.holds(name)) throw insideItself(name);
      if (taken?.add(name) === 'known') throw sameTarget(name);
      planned?.(blob);
      return { kind: 'file', file: copyFileOf(blob, name, spec.options), remark: remarkOf(blob) };
    } catch (error) {
      return { kind: 'problem', problem: { source: blob.name, target: name, error: StowageError.from(error) } };
    }
  };

  const denied = new DeniedChoices(insists);
  const singles = spec.selection.flatMap((one) => (one.kind === 'blob' ? [one] : []));
  const looking = { account: source, container: spec.from.container, rejected: denied, signal, requested };
  const names = singles.map(({ name }) => name);
  let looked = 0;
  for await (const { lookups, since, shown } of lookUpBlobs(names, looking)) {
    const steps: PlanStep<CopyFile>[] = [];
    for (const { name, found } of lookups) {
      const as = root + (singles[looked]?.as ?? '');
      looked += 1;
      if ('blob' in found) steps.push(step(found.blob, as));
      else if (!denied.putAside('read', name, as, found)) steps.push(notShown(name, as, found));
      // If this job has moved it already, no other file gets its name.
      if (!('blob' in found) && found.code === 'not-found.blob') taken?.add(as);
    }
    yield* denied.shown('read', since, shown);
    if (steps.length > 0) yield steps;
  }
  for (const chosen of spec.selection) {
    if (chosen.kind === 'blob') continue;
    const as = root + chosen.as;
    if (isSameTarget && as.startsWith(chosen.prefix)) {
      yield [{ kind: 'problem', problem: { source: chosen.prefix, target: as, error: insideItself(as) } }];
      continue;
    }
    let count = 0;
    let shown = false;
    const since = denied.now;
    const pages = walkBlobs(source, { container: spec.from.container, prefix: chosen.prefix, signal });
    for await (const blobs of denied.unlessDenied(pages, { source: chosen.prefix, target: as })) {
      shown = true;
      requested?.('ListBlobs');
      yield* denied.shown('list', since);
      count += blobs.length;
      yield blobs.map((blob) => step(blob, as + blob.name.slice(chosen.prefix.length)));
    }
    if (shown && count === 0) {
      yield [{ kind: 'problem', problem: { source: chosen.prefix, target: as, error: notFound(chosen.prefix, spec) } }];
    }
  }
  yield* denied.settle();
}

/** The planned file for a blob. */
export function copyFileOf(
  blob: Pick<BlobItem, 'name' | 'bytes' | 'etag' | 'contentMd5' | 'lastModified' | 'tier'>,
  name: string,
  options: TransferOptions,
): Unnumbered<CopyFile> {
  const { bytes, lastModified, tier } = blob;
  return {
    t: 'copy',
    source: detachSubstring(blob.name),
    name,
    bytes,
    etag: detachSubstring(blob.etag),
    contentMd5: detachSubstring(blob.contentMd5),
    lastModified,
    tier,
    blockBytes: copyBlockBytes(bytes, options),
  };
}

/** 0: the service copies it in one request. */
export function copyBlockBytes(bytes: number, options: TransferOptions): number {
  const inOne = bytes <= (options.blockBytes === 'auto' ? copiedWholeBytes : options.blockBytes);
  return inOne ? 0 : blockBytesFor(bytes, options, null);
}

/** As for an upload, except for the parts at its end that the source has as well: those the service has accepted. */
function assertCopyName(name: string, source: BlobItem): void {
  const [parts, accepted] = [name.split('/'), source.name.split('/')];
  while (parts.length > 0 && parts.at(-1) === accepted.at(-1)) {
    parts.pop();
    accepted.pop();
  }
  if (parts.length > 0) assertUploadName(parts.join('/'), t`Rename it, then try again.`);
}

function remarkOf({ blobType }: BlobItem): Remark | '' {
  return blobType === 'BlockBlob' ? '' : 'kind may change';
}

function onItself(name: string): StowageError {
  return new StowageError('conflict.target-exists', 'Source and target are the same blob.', {
    context: { path: name, what: 'itself' },
  });
}

function insideItself(name: string): StowageError {
  return new StowageError('invalid.input', 'A folder cannot go into itself.', {
    context: { what: 'inside-itself', path: name },
  });
}

function sameTarget(name: string): StowageError {
  return new StowageError('conflict.target-exists', 'Another blob of this job has the same target.', {
    context: { path: name, what: 'twin' },
  });
}

function notFound(prefix: string, { from }: CopySpec): StowageError {
  return new StowageError('not-found.blob', 'There is no blob in that folder.', {
    context: { container: from.container, blob: prefix },
  });
}
