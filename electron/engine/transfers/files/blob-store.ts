// Azure blobs as a store: turns the requests of a strategy into tasks of the worker threads. Parts are blocks, whose
// ids identify the job and plan of a file; uncommitted blocks are listed by the name of the blob, including those of
// other writers. Over 300 lines, because it contains everything that only this store knows.
import { StowageError } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import type { TransferOptions } from '@shared/model/transfer';
import { metadataPrefix } from '../../azure/account';
import { timeHeaders } from '../../blobs/file-times';
import { folderMarkerHeaders } from '../../blobs/folder-markers';
import type { RequestedVersion } from '../../blobs/response-version';
import { sourceEtagHeaders } from '../../blobs/source-etag';
import {
  type Block,
  type Cut,
  type PartLimits,
  blobPartLimits,
  blockAt,
  blockId,
  blockIdPrefix,
  blockOfId,
  isBlockOf,
  largestOf,
  markOfAttempt,
  markOfPlan,
  minIdBytes,
} from '../plan/blocks';
import { assertReplaceable, isPlaceholderOf } from '../plan/overwrite';
import { plannedIdentity } from '../plan/source-watch';
import { type StoredSettings, storedSettings } from '../plan/stored-settings';
import type { CopyFile, DownloadFile, JobHead, UploadFile, VerifyFile } from '../records/job-records';
import { isCopyOf } from '../worker/blob-requests';
import type { BlobAddress, CopyRejection, ResultOf, TaskOf, Written } from '../worker/messages';
import type { Finish } from '../worker/small-files';
import type { FileContext } from './file-context';
import type { CopySource, StagedParts, Store, StoreCall, StoreWrite, StoredObject } from './store';
import { controlRequest, requestInSlot } from './task-requests';

/** The job whose blocks are written. */
interface OwnJob {
  readonly jobId: string;
  readonly blockIds: JobHead['blockIds'];
}

export class BlobStore implements Store {
  readonly partLimits: PartLimits = blobPartLimits;
  readonly listsMd5: boolean = true;
  readonly #job: OwnJob;
  readonly #container: string;
  readonly #prefixes = new WeakMap<UploadFile | CopyFile, string>();
  /** Which of the job's accounts it is in. */
  readonly #side: 'source' | 'target';

  constructor(job: OwnJob, container: string, side: 'source' | 'target') {
    const { jobId, blockIds } = job;
    this.#job = { jobId: typeof blockIds === 'object' ? blockIds.job : jobId, blockIds };
    this.#container = container;
    this.#side = side;
  }

  where(name: string): { readonly container: string; readonly blob: string } {
    return { container: this.#container, blob: name };
  }

  async probe(name: string, call: StoreCall): Promise<StoredObject | null> {
    return (await request(call, 'read-blob', { ...this.#address(name), side: this.#side })).blob;
  }

  assertReplaceable(existing: StoredObject, name: string, options: TransferOptions): void {
    assertReplaceable(existing, options, this.#address(name));
  }

  isFolder({ bytes, settings }: StoredObject): boolean {
    return bytes === 0 && Object.entries(folderMarkerHeaders).every(([name, value]) => settings[name] === value);
  }

  isPlaceholder(existing: StoredObject): boolean {
    return isPlaceholderOf(this.#job.jobId, existing);
  }

  /** A marker of an empty folder has nothing but its mark. */
  settingsFor(
    file: UploadFile,
    replaced: StoredObject | null,
    call: StoreCall,
  ): StoredSettings | Promise<StoredSettings> {
    if (file.marks === 'folder') {
      return { contentType: 'application/octet-stream', headers: folderMarkerHeaders, dropped: [] };
    }
    const { options } = call.context;
    const times = options.preserveTimes === true ? timeHeaders(file.mtimeNs) : {};
    const preservesTags = options.preserveProperties === true && (replaced?.tags ?? 0) > 0;
    if (!preservesTags) return storedSettings(file, options, { replaced, replacedTags: '', times });
    return this.tagsOf(file.name, call).then((replacedTags) =>
      storedSettings(file, options, { replaced, replacedTags, times }),
    );
  }

  async acceptParts({ blobType, etag }: StoredObject, name: string, call: StoreCall): Promise<string | null> {
    if (blobType === 'BlockBlob') return null;
    return (await request(call, 'empty-blob', { ...this.#address(name), etag })).etag;
  }

  writeWhole(
    file: UploadFile,
    { settings, condition, unlessMd5, earlierWithinMs }: StoreWrite & { readonly unlessMd5: string },
    own: FileContext,
  ): Promise<ResultOf<'put-blob'>> {
    return requestInSlot(own, file.bytes, { f: file.f, block: 'file' }, 'put-blob', {
      container: this.#container,
      name: file.name,
      source: file.marks === 'folder' ? null : { path: file.path, identity: plannedIdentity(file) },
      contentType: settings.contentType,
      settings: settings.headers,
      condition,
      unlessMd5,
      earlierWithinMs,
    });
  }

  async writePart(file: UploadFile, { number, offset, length }: Block, own: FileContext): Promise<number> {
    const { sum } = await requestInSlot(own, length, { f: file.f, block: number }, 'put-block', {
      container: this.#container,
      name: file.name,
      file: file.f,
      source: { path: file.path, identity: plannedIdentity(file) },
      offset,
      length,
      blockId: blockId(this.prefixOf(file), number),
    });
    return sum;
  }

  async stagedParts(file: UploadFile | CopyFile, call: StoreCall): Promise<StagedParts> {
    const blocks = await this.#blocksOf(file.name, 'uncommitted', call, file.upload);
    return {
      numbers: stagedAmong(blocks, this.prefixOf(file), file),
      // The parts of an upload that was begun are its own.
      hasOthers: file.upload === undefined && blocks.some(({ id }) => !isBlockOf(this.#job.jobId, id)),
    };
  }

  commit(
    file: UploadFile | CopyFile,
    parts: readonly BlockNumber[],
    { settings, condition, earlierWithinMs, contentMd5 }: StoreWrite & { readonly contentMd5: string },
    call: StoreCall,
  ): Promise<Written> {
    return request(call, 'put-block-list', {
      ...this.#address(file.name),
      blockIdPrefix: this.prefixOf(file),
      blocks: parts,
      bytes: file.bytes,
      contentMd5,
      contentType: settings.contentType,
      settings: settings.headers,
      condition,
      earlierWithinMs,
    });
  }

  async isMadeOfParts(file: UploadFile | CopyFile, call: StoreCall): Promise<boolean> {
    return isMadeOf(await this.#blocksOf(file.name, 'committed', call), this.prefixOf(file), file);
  }

  /**
   * The service takes no block whose id has another length than those that are staged already, and stores these for a
   * week. Nor does it take any for a file that was written through the Data Lake endpoint.
   */
  isBlockedByOthers(error: StowageError): boolean {
    return error.context.serviceCode === 'InvalidBlobOrBlock' || hasNoBlocks(error);
  }

  async planBesideOthers(file: UploadFile, call: StoreCall): Promise<UploadFile | null> {
    const blocks = await this.#blocksOf(file.name, 'uncommitted', call).catch(noneIfDenied);
    const other = blocks.find(({ id }) => !isBlockOf(this.#job.jobId, id));
    const idBytes = other === undefined ? 0 : Buffer.from(other.id, 'base64').length;
    return idBytes >= minIdBytes ? { ...file, idBytes } : null;
  }

  /**
   * Commits none of them where there is no blob, and deletes the empty blob that comes of it. Where deleting is not
   * allowed, that blob stays until the upload replaces it.
   */
  async discardOthersParts(name: string, rejection: StowageError, call: StoreCall): Promise<void> {
    if (hasNoBlocks(rejection)) return this.#makeReplaceable(name, rejection, call);
    const { outcome } = await request(call, 'discard-blocks', this.#address(name));
    if (outcome === 'exists') throw rejection;
    call.context.remark('other blocks discarded');
  }

  /**
   * A file that was written through the Data Lake endpoint is replaced whole, by an empty blob that takes blocks. Its
   * properties would be lost, so it is not where they are to be preserved.
   */
  async #makeReplaceable(name: string, rejection: StowageError, call: StoreCall): Promise<void> {
    const { overwrite, preserveProperties } = call.context.options;
    // Under these policies nothing had the name before: it is a file that somebody has written meanwhile.
    if (overwrite === 'never' || overwrite === 'rename' || preserveProperties === true) throw rejection;
    const existing = await this.probe(name, call);
    if (existing === null) throw rejection;
    await request(call, 'empty-blob', { ...this.#address(name), etag: existing.etag });
  }

  readWhole(
    file: DownloadFile,
    target: { readonly destination: Finish; readonly md5: string; readonly unlessExists: string },
    own: FileContext,
  ): Promise<ResultOf<'get-blob'>> {
    const { bytes } = file;
    const { md5, destination, unlessExists } = target;
    const input = { ...this.#versionOf(file, own), bytes, md5, destination, unlessExists };
    return requestInSlot(own, bytes, { f: file.f, block: 'file' }, 'get-blob', input);
  }

  async readPart(file: DownloadFile, part: Block, destination: Finish, own: FileContext): Promise<number> {
    const shown = { f: file.f, block: part.number };
    return (await requestInSlot(own, part.length, shown, 'get-range', this.#rangeOf(file, part, destination, own))).sum;
  }

  async mendPart(file: DownloadFile, part: Block, destination: Finish, own: FileContext): Promise<number> {
    const shown = { f: file.f, block: part.number };
    return (await requestInSlot(own, 0, shown, 'mend-range', this.#rangeOf(file, part, destination, own))).mendedBytes;
  }

  async comparePart(file: VerifyFile, part: Block, own: FileContext): Promise<'same' | 'differs'> {
    const { number, offset, length } = part;
    const { f, path, there } = file;
    const input = { ...this.#address(file.name), file: f, etag: there?.etag ?? '', path, offset, length };
    return (await requestInSlot(own, length, { f, block: number }, 'compare-range', input)).outcome;
  }

  versionOf(file: CopyFile, { md5 }: { readonly md5: boolean }): CopySource {
    const { source, bytes, etag, lastModified, contentMd5 } = file;
    return { ...this.#address(source), bytes, etag, lastModified, contentMd5: md5 ? contentMd5 : '' };
  }

  copyWhole(
    file: CopyFile,
    from: CopySource,
    { source, condition, earlierWithinMs }: Omit<StoreWrite, 'settings'> & { readonly source: StoredObject },
    own: FileContext,
  ): Promise<Written | CopyRejection> {
    return requestInSlot(own, file.bytes, { f: file.f, block: 'file' }, 'copy-blob', {
      ...this.#address(file.name),
      from,
      tier: tierOf(file),
      tags: source.tags > 0 ? 'copied' : 'none',
      ...this.#metadataOfCopy(file, source, own),
      condition,
      earlierWithinMs,
    });
  }

  async copyPart(file: CopyFile, from: CopySource, part: Block, own: FileContext): Promise<'stored' | CopyRejection> {
    const shown = { f: file.f, block: part.number };
    const copied = await requestInSlot(own, part.length, shown, 'copy-block', this.#copiedBlock(file, from, part));
    return copied.outcome === 'stored' ? 'stored' : copied;
  }

  async carryPart(file: CopyFile, from: CopySource, part: Block, own: FileContext): Promise<void> {
    const shown = { f: file.f, block: part.number };
    await requestInSlot(own, part.length, shown, 'carry-block', this.#copiedBlock(file, from, part));
  }

  async settingsOfCopy(file: CopyFile, source: StoredObject, from: Store, call: StoreCall): Promise<StoredSettings> {
    const tags = source.tags > 0 ? await from.tagsOf(file.source, call) : '';
    const tier = tierOf(file);
    return {
      contentType: source.settings['x-ms-blob-content-type'] ?? '',
      headers: {
        ...source.settings,
        ...this.sourceEtag(file, call.context),
        ...(tags === '' ? {} : { 'x-ms-tags': tags }),
        ...(tier === '' ? {} : { 'x-ms-access-tier': tier }),
      },
      dropped: [],
    };
  }

  async tagsOf(name: string, call: StoreCall): Promise<string> {
    return (await request(call, 'read-tags', { ...this.#address(name), side: this.#side })).tags;
  }

  recordsSource({ settings }: StoredObject, file: CopyFile, context: FileContext): boolean {
    return Object.entries(this.sourceEtag(file, context)).every(([name, etag]) => settings[name] === etag);
  }

  isCopyOf(object: StoredObject, from: CopySource): boolean {
    return isCopyOf(object, from);
  }

  async compareWithSource(
    file: VerifyFile,
    source: Store,
    { number, offset, length }: Block,
    own: FileContext,
  ): Promise<'same' | 'differs'> {
    const { f, here, there } = file;
    const from = source.where(file.path);
    const { outcome } = await requestInSlot(own, length, { f, block: number }, 'compare-blobs', {
      ...this.#address(file.name),
      etag: there?.etag ?? '',
      source: { container: from.container, name: from.blob, etag: here?.etag ?? '' },
      offset,
      length,
    });
    return outcome;
  }

  async deleteCopied(
    file: CopyFile,
    { store, etag, seenAtMs }: { readonly store: Store; readonly etag: string; readonly seenAtMs: number },
    call: StoreCall,
  ): Promise<ResultOf<'delete-source'>['outcome']> {
    const { container, blob } = store.where(file.name);
    const copy = { container, name: blob, etag, seenAtMs };
    return (await request(call, 'delete-source', { ...this.#address(file.source), etag: file.etag, copy })).outcome;
  }

  async remove(name: string, etag: string, call: StoreCall): Promise<void> {
    await request(call, 'delete-blob', { ...this.#address(name), etag });
  }

  /** With which later syncs compare the copy. */
  protected sourceEtag({ etag }: CopyFile, { options }: FileContext): Readonly<Record<string, string>> {
    return options.recordSourceEtag === true ? sourceEtagHeaders(etag) : {};
  }

  /** The service copies the metadata of the source only where a request has none. */
  #metadataOfCopy(file: CopyFile, { settings }: StoredObject, own: FileContext): Pick<TaskOf<'copy-blob'>, 'metadata'> {
    const record = this.sourceEtag(file, own);
    if (Object.keys(record).length === 0) return {};
    const copied = Object.entries(settings).filter(([name]) => name.startsWith(metadataPrefix));
    return { metadata: { ...Object.fromEntries(copied), ...record } };
  }

  /** What the ids of the file's parts begin with. */
  protected prefixOf(file: UploadFile | CopyFile): string {
    let prefix = this.#prefixes.get(file);
    if (prefix === undefined) this.#prefixes.set(file, (prefix = idPrefixOf(file, this.#job)));
    return prefix;
  }

  #address(name: string): BlobAddress {
    return { container: this.#container, name };
  }

  async #blocksOf(
    name: string,
    which: 'committed' | 'uncommitted',
    call: StoreCall,
    upload?: string,
  ): Promise<readonly StoredBlock[]> {
    const input = { ...this.#address(name), which, ...(upload === undefined ? {} : { upload }) };
    return (await request(call, 'get-block-list', input)).blocks;
  }

  #rangeOf(file: DownloadFile, { offset, length }: Block, destination: Finish, own: FileContext): TaskOf<'get-range'> {
    const { temporaryPath: path, mark } = destination;
    return { ...this.#versionOf(file, own), file: file.f, path, mark, offset, length };
  }

  /** The MD5 of the whole object reveals a mixture of versions where it is compared. */
  #versionOf({ name, etag, lastModified, contentMd5 }: DownloadFile, { options }: FileContext): RequestedVersion {
    const isSummed = options.verify === 'md5' && contentMd5 !== '';
    return { ...this.#address(name), etag, ...(isSummed ? {} : { lastModified }) };
  }

  #copiedBlock(file: CopyFile, from: CopySource, { number, offset, length }: Block): TaskOf<'copy-block'> {
    return { ...this.#address(file.name), from, offset, length, blockId: blockId(this.prefixOf(file), number) };
  }
}

const request = <K extends Parameters<typeof controlRequest>[3]>(
  { context, lane, f }: StoreCall,
  kind: K,
  input: TaskOf<K>,
): Promise<ResultOf<K>> => controlRequest(context, lane, f, kind, input);

interface StoredBlock {
  readonly id: string;
  readonly bytes: number;
}

/** Only accounts with a hierarchical namespace answer so. */
const hasNoBlocks = ({ context: { serviceCode } }: StowageError): boolean =>
  serviceCode === 'BlobOperationNotSupported';

function noneIfDenied(thrown: unknown): readonly StoredBlock[] {
  const error = StowageError.from(thrown);
  if (error.kind !== 'auth') throw error;
  return [];
}

/** The tier that a copy is written to; empty for the account's default. */
function tierOf({ tier }: CopyFile): string {
  return tier === 'Cool' || tier === 'Cold' ? tier : '';
}

/** Another one as soon as the file is planned as another state of its source, or in blocks of another size. */
export function idPrefixOf(file: UploadFile | CopyFile, { jobId, blockIds }: OwnJob): string {
  const mark = blockIds === undefined ? markOfAttempt(file.attempt) : markOfPlan(planOf(file, blockIds));
  return blockIdPrefix(jobId, mark, file.t === 'upload' ? file.idBytes : undefined);
}

/** Without the inode for a job on many machines: network file systems number the same file differently. */
function planOf(file: UploadFile | CopyFile, blockIds: OwnJob['blockIds']): readonly (string | number)[] {
  const { attempt, bytes, blockBytes } = file;
  const inode = file.t === 'upload' && blockIds === 'plan' ? [file.ino] : [];
  const source = file.t === 'upload' ? [file.mtimeNs, ...inode] : [file.source, file.etag];
  return [attempt, bytes, blockBytes, ...source];
}

/** Only complete blocks, none of which is part of another. */
export function stagedAmong(uncommitted: readonly StoredBlock[], prefix: string, cut: Cut): Set<BlockNumber> {
  const found = new Set<BlockNumber>();
  for (const { id, bytes } of uncommitted) {
    const number = blockOfId(prefix, id);
    if (number !== null && bytes > 0 && blockAt(cut, number).length === bytes) found.add(number);
  }
  return largestOf(found, cut);
}

/** Whether a blob consists only of blocks with that prefix, in order and complete. */
export function isMadeOf(committed: readonly StoredBlock[], prefix: string, cut: Cut): boolean {
  let end = 0;
  for (const { id, bytes } of committed) {
    const number = blockOfId(prefix, id);
    const block = number === null ? null : blockAt(cut, number);
    if (block?.offset !== end || block.length !== bytes) return false;
    end += bytes;
  }
  return committed.length > 0 && end === cut.bytes;
}
