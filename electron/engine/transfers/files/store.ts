// What moving a file needs of the store at its other end, in the terms of no particular service: objects, parts that are
// written one by one and committed together, ranges. Uploads, downloads, copies and checks know this interface and the
// local file only; blob-store.ts implements it for Azure blobs. No bytes pass through it: the threads behind a store read
// and write local files themselves.
import type { StowageError } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import type { TransferOptions } from '@shared/model/transfer';
import type { Lane } from '../pace/scheduler';
import type { Block, PartLimits } from '../plan/blocks';
import type { WriteCondition } from '../plan/overwrite';
import type { StoredSettings } from '../plan/stored-settings';
import type { CopyFile, DownloadFile, UploadFile, VerifyFile } from '../records/job-records';
import type { CopyFrom, CopyRejection, EarlierWithinMs, WholeFacts, Written } from '../worker/messages';
import type { Finish } from '../worker/small-files';
import type { FileContext } from './file-context';

/**
 * An object as the store has it at the moment. Its `settings` are in the format of the store and only passed back to
 * it.
 */
export type StoredObject = WholeFacts;
/** The version of an object that is copied. */
export type CopySource = CopyFrom & { readonly lastModified: string };

/** The file for which something is requested. Requests that move no bytes wait for a slot in its lane. */
export interface StoreCall {
  readonly f: number;
  readonly lane: Lane;
  readonly context: FileContext;
}

/** How an object is written. */
export interface StoreWrite {
  readonly settings: StoredSettings;
  readonly condition: WriteCondition;
  readonly earlierWithinMs: EarlierWithinMs;
}

/** The parts of a planned file, distinguished from those of other writers and of other plans of it. */
export interface StagedParts {
  readonly numbers: Set<BlockNumber>;
  /** Other writers have staged parts under the same name. */
  readonly hasOthers: boolean;
}

/** How an upload in parts begins. */
export interface BeginParts {
  readonly settings: StoredSettings;
  /** Of the whole file, if it is known; otherwise empty. */
  readonly contentMd5: string;
  /** An earlier run may have begun it. */
  readonly isContinued: boolean;
}

/**
 * Methods that take a `StoreCall` wait for a slot; those that take the context of a block or a file move bytes within a
 * slot that was granted. They throw StowageError.
 */
export interface Store {
  /** What the store can do: the number and sizes of the parts of one object. */
  readonly partLimits: PartLimits;
  /** Whether listings name every MD5 that the properties of an object name. */
  readonly listsMd5: boolean;
  /** Whether a part may be copied from another version of the source than the one that was requested. Default: no. */
  readonly readsAnyVersion?: boolean;
  /** The location of an object, for messages. */
  where(name: string): { readonly container: string; readonly blob: string };
  /** Null when there is no such object. */
  probe(name: string, call: StoreCall): Promise<StoredObject | null>;

  /** Throws if the job must not replace the object because of its kind. */
  assertReplaceable(existing: StoredObject, name: string, options: TransferOptions): void;
  /** Whether the object stands for a folder, or is one. Absent where nothing does. */
  isFolder?(existing: StoredObject): boolean;
  /** Whether the object only reserves the name for an upload of this job. */
  isPlaceholder(existing: StoredObject): boolean;
  /** Everything stored besides the bytes, some of it perhaps preserved from the replaced object. */
  settingsFor(
    file: UploadFile,
    replaced: StoredObject | null,
    call: StoreCall,
  ): StoredSettings | Promise<StoredSettings>;
  /**
   * Makes an object one under whose name parts can be written. Returns the ETag of what then has the name; null where
   * nothing had to be done.
   */
  acceptParts(existing: StoredObject, name: string, call: StoreCall): Promise<string | null>;
  /** `uncommitted`: the condition is met, and yet parts staged by others are in the way. `same`: equal to `unlessMd5`. */
  writeWhole(
    file: UploadFile,
    write: StoreWrite & { readonly unlessMd5: string },
    own: FileContext,
  ): Promise<{ readonly outcome: 'stored' | 'exists' | 'uncommitted' | 'same' }>;
  /**
   * The file as its parts can be written: cut as the store wants it, and its upload begun where there is such a thing, or
   * begun again if that of an earlier run is gone. The same object when nothing is to be done, as in stores without this
   * method.
   */
  beginParts?<F extends UploadFile | CopyFile>(file: F, begin: BeginParts, call: StoreCall): Promise<F>;
  /** Gives up an upload that was begun, with the parts that it has. Does not throw. */
  abandonParts?(file: UploadFile | CopyFile, call: StoreCall): Promise<void>;
  /** Returns the CRC-32 of the sent bytes. */
  writePart(file: UploadFile, part: Block, own: FileContext): Promise<number>;
  /** The parts of this plan of the file that wait for a commit. */
  stagedParts(file: UploadFile | CopyFile, call: StoreCall): Promise<StagedParts>;
  /** `parts`: in file order. */
  commit(
    file: UploadFile | CopyFile,
    parts: readonly BlockNumber[],
    write: StoreWrite & { readonly contentMd5: string },
    call: StoreCall,
  ): Promise<Written>;
  /** Whether the committed object consists of the parts of this plan of the file. */
  isMadeOfParts(file: UploadFile | CopyFile, call: StoreCall): Promise<boolean>;
  /** Whether a part was rejected because of parts that another writer has staged. */
  isBlockedByOthers(error: StowageError): boolean;
  /** The file planned with parts that fit beside those of others; null when there are none, or none that fit. */
  planBesideOthers(file: UploadFile, call: StoreCall): Promise<UploadFile | null>;
  /** Throws `rejection` where that would end an existing object. */
  discardOthersParts(name: string, rejection: StowageError, call: StoreCall): Promise<void>;

  /**
   * Writes a whole object into a temporary file; `final`: it has its name already. `there`: something is at
   * `unlessExists`.
   */
  readWhole(
    file: DownloadFile,
    target: { readonly destination: Finish; readonly md5: string; readonly unlessExists: string },
    own: FileContext,
  ): Promise<{
    readonly outcome: 'final' | 'written' | 'other-md5' | 'there';
    readonly md5: string;
    readonly mark: string;
  }>;
  /** Writes a range into the temporary file. Returns the CRC-32 of the written bytes. */
  readPart(file: DownloadFile, part: Block, destination: Finish, own: FileContext): Promise<number>;
  /** Compares a written range with the object and replaces the bytes that differ. Returns their number. */
  mendPart(file: DownloadFile, part: Block, destination: Finish, own: FileContext): Promise<number>;
  /** Whether a range of the local file equals that of the object. */
  comparePart(file: VerifyFile, part: Block, own: FileContext): Promise<'same' | 'differs'>;

  /** The version of an object of this store that another one copies. */
  versionOf(file: CopyFile, checks: { readonly md5: boolean }): CopySource;
  /** Whether the object has the ETag of its source, if the job records that with its copies. */
  recordsSource(object: StoredObject, file: CopyFile, context: FileContext): boolean;
  /** Copies the whole object without moving its bytes through this machine. */
  copyWhole(
    file: CopyFile,
    from: CopySource,
    write: Omit<StoreWrite, 'settings'> & { readonly source: StoredObject },
    own: FileContext,
  ): Promise<Written | CopyRejection>;
  /** The same for a part. */
  copyPart(file: CopyFile, from: CopySource, part: Block, own: FileContext): Promise<'stored' | CopyRejection>;
  /** Copies a part through this machine. */
  carryPart(file: CopyFile, from: CopySource, part: Block, own: FileContext): Promise<void>;
  /** The settings stored with a copy that is assembled from parts. `from`: the store that has the source. */
  settingsOfCopy(file: CopyFile, source: StoredObject, from: Store, call: StoreCall): Promise<StoredSettings>;
  /** The tags of an object, as a write takes them. */
  tagsOf(name: string, call: StoreCall): Promise<string>;
  /** Whether the store has made the object by copying that version. */
  isCopyOf(object: StoredObject, from: CopySource): boolean;
  /** As `comparePart`, for an object of another store. */
  compareWithSource(file: VerifyFile, source: Store, part: Block, own: FileContext): Promise<'same' | 'differs'>;
  /**
   * Deletes the source of a move if it is the version that was copied, and while the copy that proves it is there.
   * `unproven`: it is not, and the source may be all that is left.
   */
  deleteCopied(
    file: CopyFile,
    copy: { readonly store: Store; readonly etag: string; readonly seenAtMs: number },
    call: StoreCall,
  ): Promise<'deleted' | 'missing' | 'unproven'>;
  /** Deletes an object while it is that version; one that is gone is not an error. Throws `conflict.blob-changed`. */
  remove(name: string, etag: string, call: StoreCall): Promise<void>;
}
