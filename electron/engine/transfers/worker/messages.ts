// The protocol between the coordinator and its worker threads. File bytes never appear in it: workers read and write
// files themselves. Both sides are built from this one tree, so messages are typed and not parsed; each side hands over what
// it has to say in lists.
import type { ErrorShape } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import type { Waits } from '@shared/monitor/bottleneck';
import type { ThreadFailure } from '@shared/thread-failure';
import type { AccountDescriptor } from '../../azure/account';
import type { BlobAddress } from '../../blobs/blob-path';
import type { RequestRecord } from '../../metrics/request-record';
import type { Md5Module } from '../md5/md5-lanes';
import type { BlobFacts, WriteCondition } from '../plan/overwrite';
import type { Look, SourceIdentity } from '../plan/source-watch';
import type { Finish } from './finish-file';

export type { BlobAddress } from '../../blobs/blob-path';

/**
 * A blob written after this moment (ms, wall time) may come from an earlier run of the same job, whose last requests can
 * reach the service late; null when there was no earlier run.
 */
export type EarlierSinceMs = number | null;

/** A blob with everything that a copy of it keeps. */
export interface WholeFacts extends BlobFacts {
  /** Content headers and metadata, as the headers of a write that keeps them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly tags: number;
  /** The blob of the account that is copied from of which the service made it; null for any other origin. */
  readonly copiedFrom: BlobAddress | null;
}

/** `etag`: of the version that was written. `exists`: the condition refused it. */
export type Written = { readonly outcome: 'stored'; readonly etag: string } | { readonly outcome: 'exists' };

/** The version of a blob that is copied. */
export interface CopyFrom extends BlobAddress {
  readonly bytes: number;
  readonly etag: string;
  /** What it must have; empty when it is not checked. */
  readonly contentMd5: string;
}

/** The service does not read the source by itself: this blob, or any of the job. */
export interface CopyRefusal {
  readonly outcome: 'refused';
  readonly concerns: 'one' | 'all';
}

interface Source {
  readonly path: string;
  readonly identity: SourceIdentity;
}

interface CopiedBlock extends BlobAddress {
  readonly from: CopyFrom;
  readonly offset: number;
  readonly length: number;
  readonly blockId: string;
}

/** A range of one version of a blob and the same of a local file. */
interface LocalRange extends BlobAddress {
  /** Keys the open descriptor; released by the coordinator. */
  readonly file: number;
  readonly etag: string;
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** Each task with what it answers. */
export interface TaskTypes {
  /** A whole small file in one request. `exists`: the condition refused it. `same`: equal to `unlessMd5`, not sent. */
  'put-blob': {
    readonly task: BlobAddress & {
      readonly source: Source;
      readonly contentType: string;
      readonly condition: WriteCondition;
      readonly unlessMd5: string;
      readonly earlierSinceMs: EarlierSinceMs;
    };
    readonly result: { readonly outcome: 'stored' | 'exists' | 'same'; readonly waits: Partial<Waits> };
  };
  'put-block': {
    readonly task: BlobAddress & {
      /** Keys the open descriptor; released by the coordinator. */
      readonly file: number;
      readonly source: Source;
      readonly offset: number;
      readonly length: number;
      readonly blockId: string;
    };
    readonly result: { readonly waits: Partial<Waits> };
  };
  'put-block-list': {
    readonly task: BlobAddress & {
      readonly blockIdPrefix: string;
      /** In the order of the file. */
      readonly blocks: readonly BlockNumber[];
      readonly bytes: number;
      readonly contentMd5: string;
      readonly contentType: string;
      /** More headers of the blob. */
      readonly settings?: Readonly<Record<string, string>>;
      readonly condition: WriteCondition;
      readonly earlierSinceMs: EarlierSinceMs;
    };
    readonly result: Written;
  };
  'get-properties': {
    readonly task: BlobAddress;
    /** Null when there is no such blob. */
    readonly result: { readonly blob: BlobFacts | null };
  };
  /** Committed ones are in the order of the blob, others in none. */
  'get-block-list': {
    readonly task: BlobAddress & { readonly which: 'committed' | 'uncommitted' };
    readonly result: { readonly blocks: readonly { readonly id: string; readonly bytes: number }[] };
  };
  'get-range': {
    readonly task: LocalRange;
    readonly result: { readonly waits: Partial<Waits> };
  };
  /** Compares a written range with the blob and replaces what differs. */
  'mend-range': {
    readonly task: LocalRange;
    readonly result: { readonly mendedBytes: number };
  };
  /** Whether a range of a local file is the blob's. */
  'compare-range': {
    readonly task: LocalRange;
    readonly result: { readonly outcome: 'same' | 'differs'; readonly waits: Partial<Waits> };
  };
  /** Whether a range of a blob is that of the blob it was copied from. */
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
   * A whole small blob into a temporary file; `final`: which has got its name too. `md5`: what the blob must have; empty when
   * it is not checked. `unlessThere`: nothing is fetched when there is something of that path, and the outcome is `there`;
   * empty for no such look.
   */
  'get-blob': {
    readonly task: BlobAddress & {
      readonly etag: string;
      readonly bytes: number;
      readonly md5: string;
      readonly place: Finish;
      readonly unlessThere: string;
    };
    readonly result: {
      readonly outcome: 'final' | 'written' | 'other-md5' | 'there';
      readonly md5: string;
      readonly waits: Partial<Waits>;
    };
  };
  /** Everything about a blob of the account that is read from, or of the one that is written. */
  'read-blob': {
    readonly task: BlobAddress & { readonly side: 'source' | 'target' };
    readonly result: { readonly blob: WholeFacts | null };
  };
  /** Index tags of a source, as the header of a write wants them. */
  'read-tags': { readonly task: BlobAddress; readonly result: { readonly tags: string } };
  'copy-blob': {
    readonly task: BlobAddress & {
      readonly from: CopyFrom & { readonly lastModified: string };
      /** Empty for the account's own choice. */
      readonly tier: string;
      readonly tags: 'copied' | 'none';
      readonly condition: WriteCondition;
      readonly earlierSinceMs: EarlierSinceMs;
    };
    readonly result: (Written | CopyRefusal) & { readonly waits: Partial<Waits> };
  };
  'copy-block': {
    readonly task: CopiedBlock;
    readonly result: ({ readonly outcome: 'stored' } | CopyRefusal) & { readonly waits: Partial<Waits> };
  };
  /** The same through this machine. */
  'carry-block': { readonly task: CopiedBlock; readonly result: { readonly waits: Partial<Waits> } };
  'delete-source': {
    readonly task: BlobAddress & {
      readonly etag: string;
      /** `seenAtMs`: wall time at which it was last known to be there. */
      readonly copy: BlobAddress & { readonly etag: string; readonly seenAtMs: number };
    };
    /** `unproven`: the copy is not there any more as it was verified, and the source may be all that is left. */
    readonly result: { readonly outcome: 'deleted' | 'missing' | 'unproven' };
  };
  'finish-file': { readonly task: Finish; readonly result: object };
  /** Written temporary files: synced, then named. `errors`: in order, null for each that is final. */
  'finish-files': {
    readonly task: { readonly files: readonly Finish[] };
    readonly result: { readonly errors: readonly (ErrorShape | null)[] };
  };
  /** What is at each path, in order. Tried: what cannot be read is a problem. */
  'look-at-files': {
    readonly task: { readonly paths: readonly string[]; readonly reading: 'untried' | 'tried' };
    readonly result: { readonly looks: readonly Look[] };
  };
  /** MD5 of a file in base64; reads on as `advance` allows. */
  'hash-file': {
    readonly task: { readonly path: string; readonly bytes: number; readonly readableBytes: number };
    readonly result: { readonly md5: string; readonly elapsedMs: number };
  };
}
export type TaskKind = keyof TaskTypes;
/** What the thread does that serves no requests. */
export type DiskTaskKind = 'hash-file' | 'finish-files' | 'look-at-files';
export type TaskOf<K extends TaskKind> = TaskTypes[K]['task'];
export type ResultOf<K extends TaskKind> = TaskTypes[K]['result'];
export type AnyTask = { [K in TaskKind]: { readonly kind: K; readonly input: TaskOf<K> } }[TaskKind];

export type ToWorker =
  /** `source`: the account that is copied from; absent when nothing is copied. */
  | {
      readonly t: 'account';
      readonly jobId: string;
      readonly descriptor: AccountDescriptor;
      readonly source?: AccountDescriptor;
    }
  | { readonly t: 'run'; readonly id: number; readonly jobId: string; readonly task: AnyTask }
  | { readonly t: 'cancel'; readonly id: number }
  /** A `hash-file` task may read up to `bytes`. */
  | { readonly t: 'advance'; readonly id: number; readonly bytes: number }
  /** Closes the descriptors of one file. */
  | { readonly t: 'release'; readonly jobId: string; readonly file: number }
  /** Closes the account and every descriptor of a job. */
  | { readonly t: 'close-job'; readonly jobId: string }
  /** Another thread was asked for patience: this account waits here too. */
  | { readonly t: 'slow-down'; readonly descriptor: AccountDescriptor; readonly ms: number }
  /** Ends the wait of a job's account, because a person asked for it. */
  | { readonly t: 'try-now'; readonly jobId: string }
  | { readonly t: 'stop' };

/** What happened on the network for one job since the last report. */
export interface JobReport {
  readonly jobId: string;
  readonly started: number;
  readonly ended: readonly RequestRecord[];
  readonly uploadBytes: number;
  readonly downloadBytes: number;
  readonly connections: number;
  readonly retried: readonly string[];
  /** How long the account waits because the service asked for patience. */
  readonly slowdownMs: number;
  /** `own`: the service asked this thread; `told`: another thread was asked. */
  readonly slowdownOrigin: 'own' | 'told';
}

export type FromWorker =
  /** The task is being sent again after a failure. */
  | { readonly t: 'retrying'; readonly id: number }
  /** How far a `hash-file` task is; said now and then. */
  | { readonly t: 'hashed'; readonly id: number; readonly bytes: number }
  | { readonly t: 'done'; readonly id: number; readonly result: unknown }
  | ({ readonly t: 'failed'; readonly id: number } & ThreadFailure)
  /** Everything of the job was reported. */
  | { readonly t: 'closed'; readonly jobId: string }
  | { readonly t: 'report'; readonly jobs: readonly JobReport[]; readonly busy: number };

export interface WorkerSettings {
  readonly md5Module: Md5Module | null;
}
