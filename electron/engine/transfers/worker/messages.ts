// The protocol between the coordinator and its worker threads, all messages in one file (over 300 lines). It carries no
// file contents: workers read and write files themselves. Both sides are built together, so messages are typed but not
// validated; each side sends its messages in lists.
import type { MessagePort } from 'node:worker_threads';
import type { ErrorShape } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { BlockNumber } from '@shared/model/block-number';
import type { Waits } from '@shared/monitor/bottleneck';
import type { ThreadFailure } from '@shared/thread-failure';
import type { RangesOfFile } from '../../../disk/sum-ranges';
import type { AccountDescriptor } from '../../azure/account';
import type { BlobAddress } from '../../blobs/blob-path';
import type { RequestedVersion } from '../../blobs/response-version';
import type { RequestRecord } from '../../metrics/request-record';
import type { Md5Module } from '../md5/md5';
import type { BlobFacts, WriteCondition } from '../plan/overwrite';
import type { Lookup, SourceIdentity } from '../plan/source-watch';
import type { Finish } from './small-files';

export type { BlobAddress } from '../../blobs/blob-path';

/**
 * A blob that is no older than this may stem from an earlier run of the same job, whose last requests may have arrived
 * late; null when there was no earlier run.
 */
export type EarlierWithinMs = number | null;

/** A blob as the service has it at the moment, with everything that a copy preserves. */
export interface WholeFacts extends BlobFacts {
  /** The time since it was written, by the clock of the service. */
  readonly ageMs: number;
  readonly fileModified?: string | undefined;
  readonly blobType: BlobItem['blobType'];
  /** Content headers and metadata as the headers of a write that preserves them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly tags: number;
  /** One that was chosen for this blob; empty for the account's default. */
  readonly tier: string;
  /** Under a lease that has not ended, or not yet broken. */
  readonly leased: boolean;
  /** The blob in the source account that the service copied it from; null for any other origin. */
  readonly copiedFrom: BlobAddress | null;
}

/**
 * `etag`: of the version that was written. `exists`: the condition was not met. `uncommitted`: neither, and yet there
 * is no blob: emulators reject a write in one request if blocks are staged.
 */
export type Written =
  | { readonly outcome: 'stored'; readonly etag: string }
  | { readonly outcome: 'exists' | 'uncommitted' };

/** The version of a blob that is copied. */
export interface CopyFrom extends BlobAddress {
  readonly bytes: number;
  readonly etag: string;
  /** The expected MD5; empty when it is not checked. */
  readonly contentMd5: string;
}

/** The service cannot read the source: this blob, or any blob of the job. */
export interface CopyRejection {
  readonly outcome: 'refused';
  readonly concerns: 'one' | 'all';
}

interface Source {
  readonly path: string;
  readonly identity: SourceIdentity;
}

interface CopiedBlock extends BlobAddress {
  readonly from: CopyFrom & { readonly lastModified: string };
  readonly offset: number;
  readonly length: number;
  readonly blockId: string;
}

/** A range of one version of a blob and the same range of a local file. */
interface LocalRange extends RequestedVersion {
  /** Key of the open descriptor; released by the coordinator. */
  readonly file: number;
  readonly path: string;
  /** Which file that is, where it is written to; see `fileMark`. Absent for one that is only read. */
  readonly mark?: string;
  readonly offset: number;
  readonly length: number;
}

/** Each task with its result. */
interface TaskTypes {
  /**
   * Uploads a whole small file in one request. `exists`: the condition was not met. `same`: equal to `unlessMd5`, not
   * sent.
   */
  'put-blob': {
    readonly task: BlobAddress & {
      /** Null for a marker of a folder, which holds no bytes. */
      readonly source: Source | null;
      readonly contentType: string;
      /** Further headers of the blob. */
      readonly settings?: Readonly<Record<string, string>>;
      readonly condition: WriteCondition;
      readonly unlessMd5: string;
      readonly earlierWithinMs: EarlierWithinMs;
    };
    readonly result: { readonly outcome: 'stored' | 'exists' | 'uncommitted' | 'same'; readonly waits: Partial<Waits> };
  };
  'put-block': {
    readonly task: BlobAddress & {
      /** Key of the open descriptor; released by the coordinator. */
      readonly file: number;
      readonly source: Source;
      readonly offset: number;
      readonly length: number;
      readonly blockId: string;
    };
    /** `sum`: CRC-32 of the sent bytes. */
    readonly result: { readonly sum: number; readonly waits: Partial<Waits> };
  };
  /** Begins an upload in parts, where a store wants that first. `upload`: its id. */
  'begin-parts': {
    readonly task: BlobAddress & {
      readonly contentType: string;
      readonly settings?: Readonly<Record<string, string>>;
    };
    readonly result: { readonly upload: string };
  };
  'abandon-parts': { readonly task: BlobAddress & { readonly upload: string }; readonly result: object };
  'put-block-list': {
    readonly task: BlobAddress & {
      readonly blockIdPrefix: string;
      /** In file order. */
      readonly blocks: readonly BlockNumber[];
      readonly bytes: number;
      readonly contentMd5: string;
      readonly contentType: string;
      /** Further headers of the blob. */
      readonly settings?: Readonly<Record<string, string>>;
      readonly condition: WriteCondition;
      readonly earlierWithinMs: EarlierWithinMs;
    };
    readonly result: Written;
  };
  /**
   * Discards uncommitted blocks where there is no blob. `left empty`: deleting is not allowed, and an empty blob marked
   * with the job stays.
   */
  'discard-blocks': {
    readonly task: BlobAddress;
    readonly result: { readonly outcome: 'discarded' | 'left empty' | 'exists' };
  };
  /** Replaces a blob of any type by an empty block blob marked with the job. */
  'empty-blob': { readonly task: BlobAddress & { readonly etag: string }; readonly result: { readonly etag: string } };
  /** Committed blocks are in order, others are not. */
  'get-block-list': {
    readonly task: BlobAddress & {
      readonly which: 'committed' | 'uncommitted';
      /** Of an upload that was begun with `begin-parts`. */
      readonly upload?: string;
    };
    readonly result: { readonly blocks: readonly { readonly id: string; readonly bytes: number }[] };
  };
  'get-range': {
    readonly task: LocalRange;
    /** `sum`: CRC-32 of the written bytes. */
    readonly result: { readonly sum: number; readonly waits: Partial<Waits> };
  };
  /** Compares a written range with the blob and replaces the bytes that differ. */
  'mend-range': {
    readonly task: LocalRange;
    readonly result: { readonly mendedBytes: number };
  };
  /** Whether a range of a local file equals that of the blob. */
  'compare-range': {
    readonly task: LocalRange;
    readonly result: { readonly outcome: 'same' | 'differs'; readonly waits: Partial<Waits> };
  };
  /** Whether a range of a blob equals that of its source. */
  'compare-blobs': {
    readonly task: BlobAddress & {
      readonly etag: string;
      readonly source: BlobAddress & { readonly etag: string };
      readonly offset: number;
      readonly length: number;
    };
    readonly result: { readonly outcome: 'same' | 'differs'; readonly waits: Partial<Waits> };
  };
  /**
   * Downloads a whole small blob into a temporary file; `final`: it was renamed too. `md5`: the expected value; empty
   * when it is not checked. `unlessExists`: if this path exists, nothing is fetched and the outcome is `there`; empty
   * for no check.
   */
  'get-blob': {
    readonly task: RequestedVersion & {
      readonly bytes: number;
      readonly md5: string;
      readonly destination: Finish;
      readonly unlessExists: string;
    };
    readonly result: {
      readonly outcome: 'final' | 'written' | 'other-md5' | 'there';
      readonly md5: string;
      /** Which file was written; empty for none. */
      readonly mark: string;
      readonly waits: Partial<Waits>;
    };
  };
  /** All properties of a blob in the source or the target account. */
  'read-blob': {
    readonly task: BlobAddress & { readonly side: 'source' | 'target' };
    readonly result: { readonly blob: WholeFacts | null };
  };
  /** Index tags of a blob, as the header of a write. */
  'read-tags': {
    readonly task: BlobAddress & { readonly side: 'source' | 'target' };
    readonly result: { readonly tags: string };
  };
  'copy-blob': {
    readonly task: BlobAddress & {
      readonly from: CopyFrom & { readonly lastModified: string };
      /** The tier; empty for the account's default. */
      readonly tier: string;
      readonly tags: 'copied' | 'none';
      /** Headers of the metadata of the copy, instead of that of the source. */
      readonly metadata?: Readonly<Record<string, string>>;
      readonly condition: WriteCondition;
      readonly earlierWithinMs: EarlierWithinMs;
    };
    readonly result: (Written | CopyRejection) & { readonly waits: Partial<Waits> };
  };
  'copy-block': {
    readonly task: CopiedBlock;
    readonly result: ({ readonly outcome: 'stored' } | CopyRejection) & { readonly waits: Partial<Waits> };
  };
  /** The same through this machine. */
  'carry-block': { readonly task: CopiedBlock; readonly result: { readonly waits: Partial<Waits> } };
  'delete-source': {
    readonly task: BlobAddress & {
      readonly etag: string;
      /** `seenAtMs`: wall time when the copy was last seen. */
      readonly copy: BlobAddress & { readonly etag: string; readonly seenAtMs: number };
    };
    /** `unproven`: the verified copy is gone, and the source may be all that is left. */
    readonly result: { readonly outcome: 'deleted' | 'missing' | 'unproven' };
  };
  /** Deletes a blob of the target with its snapshots, while it is that version. */
  'delete-blob': {
    readonly task: BlobAddress & { readonly etag: string };
    readonly result: { readonly outcome: 'deleted' | 'missing' };
  };
  'finish-file': { readonly task: Finish; readonly result: object };
  /** Syncs and renames written temporary files. `errors`: in order, null for each finished file. */
  'finish-files': {
    readonly task: { readonly files: readonly Finish[] };
    readonly result: { readonly errors: readonly (ErrorShape | null)[] };
  };
  /** Stats each path, in order. `reading`: unreadable files are reported as problems. */
  'look-at-files': {
    readonly task: { readonly paths: readonly string[]; readonly reading: 'untried' | 'tried' };
    readonly result: { readonly lookups: readonly Lookup[] };
  };
  /** MD5 of a file in base64, and its CRC-32; reads up to the position that `advance` allows. */
  'hash-file': {
    readonly task: { readonly path: string; readonly bytes: number; readonly readableBytes: number };
    readonly result: { readonly md5: string; readonly sum: number; readonly elapsedMs: number };
  };
  /** CRC-32 of ranges of a file, in order; null for a range that the file does not have. */
  'sum-ranges': {
    readonly task: RangesOfFile;
    readonly result: { readonly sums: readonly (number | null)[] };
  };
}
export type TaskKind = keyof TaskTypes;
/** Tasks of the threads without requests. */
export type DiskTaskKind = 'hash-file' | 'sum-ranges' | 'finish-files' | 'look-at-files';
export type TaskOf<K extends TaskKind> = TaskTypes[K]['task'];
export type ResultOf<K extends TaskKind> = TaskTypes[K]['result'];
export type AnyTask = { [K in TaskKind]: { readonly kind: K; readonly input: TaskOf<K> } }[TaskKind];

export type ToWorker =
  /** `source`: the account that is copied from; absent for other jobs. */
  | {
      readonly t: 'account';
      readonly jobId: string;
      readonly descriptor: AccountDescriptor;
      readonly source?: AccountDescriptor;
    }
  | { readonly t: 'run'; readonly id: number; readonly jobId: string; readonly task: AnyTask }
  | { readonly t: 'cancel'; readonly id: number }
  /** Allows a `hash-file` task to read up to `bytes`. */
  | { readonly t: 'advance'; readonly id: number; readonly bytes: number }
  /** Closes the descriptors of one file. */
  | { readonly t: 'release'; readonly jobId: string; readonly file: number }
  /** Closes the accounts and descriptors of a job. */
  | { readonly t: 'close-job'; readonly jobId: string }
  /** The service throttled another thread: this account waits here too. */
  | { readonly t: 'slow-down'; readonly descriptor: AccountDescriptor; readonly ms: number }
  /** Ends the waits of a job's accounts, because the user requested it. */
  | { readonly t: 'try-now'; readonly jobId: string }
  | { readonly t: 'stop' };

/** The network activity of one job since the last report. */
export interface JobReport {
  readonly jobId: string;
  readonly started: number;
  readonly ended: readonly RequestRecord[];
  readonly uploadBytes: number;
  readonly downloadBytes: number;
  readonly connections: number;
  readonly retried: readonly string[];
  /** How long the account waits because the service throttles it; for a copy, the longer wait of both. */
  readonly slowdownMs: number;
  /** `own`: the service throttled this thread; `report`: another thread was throttled. */
  readonly slowdownOrigin: 'own' | 'told';
  /** Whose throttling it is: of the account that is copied from, or the other one, also where it is absent. */
  readonly slowdownOf?: 'target' | 'source';
}

export type FromWorker =
  /** The task is being retried. */
  | { readonly t: 'retrying'; readonly id: number }
  /** Progress of a `hash-file` task, reported now and then. */
  | { readonly t: 'hashed'; readonly id: number; readonly bytes: number }
  | { readonly t: 'done'; readonly id: number; readonly result: unknown }
  | ({ readonly t: 'failed'; readonly id: number } & ThreadFailure)
  /** Everything about the job was reported. */
  | { readonly t: 'closed'; readonly jobId: string }
  | { readonly t: 'report'; readonly jobs: readonly JobReport[]; readonly busy: number };

export interface WorkerSettings {
  readonly md5Module: Md5Module | null;
  /** Where access tokens come from; null where no account signs in. */
  readonly tokens: MessagePort | null;
  /** How long a request continues while the service is busy or fails; null for the tries of the retry policy. */
  readonly retryForMs: number | null;
}

// Combines everything that is sent within one turn of the event loop into one message, because posting a message costs
// as much as most of its contents.

export interface Batch<T> {
  add(item: T): void;
  /** Sends everything added until now. */
  flush(): void;
}

/** `deliver` receives everything in order, at the end of the turn in which it was added. */
export function createBatch<T>(deliver: (items: readonly T[]) => void): Batch<T> {
  let items: T[] = [];
  const flush = (): void => {
    if (items.length === 0) return;
    const taken = items;
    items = [];
    deliver(taken);
  };
  return {
    add: (item) => {
      if (items.push(item) === 1) setImmediate(flush);
    },
    flush,
  };
}
