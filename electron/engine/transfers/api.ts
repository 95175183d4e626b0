// What the transfers room offers besides the contract: the direct interface with real paths that the command line uses,
// and the ports it is made from. The window never sees this; it has source tokens and the contract.
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { MonitorStanding } from '@shared/model/monitor-standing';
import type { FailedItem, JobFile, TransferJob, TransferOptions } from '@shared/model/transfer';
import type { Pace } from '@shared/model/transfer-pace';
import type { TunerStep } from '@shared/model/transfer-trace';
import type { AccountSource } from '../azure/account';
import type { KeptFile } from '../../disk/kept-file';
import type { MetricsSink } from '../metrics/request-record';
import type { Clock, SourceResolver, StartingPoints } from '../ports';

export interface TransfersPorts {
  readonly accounts: AccountSource;
  readonly sources: SourceResolver;
  /** Journals live in `<stateDir>/jobs`. */
  readonly stateDir: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Every request of every worker is reported here. */
  readonly metrics: MetricsSink;
  /** Settings that were taken from a run of the lab; none when absent. */
  readonly startingPoints?: StartingPoints;
  /** Absolute path of the built worker (CommonJS). */
  readonly workerPath: string;
  /** Where the pace of all transfers together is kept; full speed where it is not. */
  readonly keptPace?: KeptFile<Pace>;
  /** IANA name; the computer's own where it is absent. */
  readonly timeZone?: () => string;
  /** What becomes of jobs that an earlier process left to a timetable, when that allows them to move. Default `go on`. */
  readonly earlierJobs?: 'go on' | 'rest';
  /** Threads that serve requests; one more hashes whole files. Default 3, fewer on small machines. */
  readonly workerThreads?: number;
  /** Files of a job that are planned ahead of those that move. Default 2,048. */
  readonly filesAhead?: number;
}

type TransferCalls = Pick<CallHandlers<'engine'>, Extract<keyof CallHandlers<'engine'>, `transfers.${string}`>>;

export interface Transfers {
  readonly calls: TransferCalls;
  readonly streams: Pick<
    StreamHandlers<'engine'>,
    'transfers.watch' | 'transfers.follow' | `transfers.survey-${'upload' | 'download' | 'copy'}`
  >;
  /** Reads the journals left by earlier runs; unfinished jobs appear as `interrupted`. Call once, before use. */
  recover(): Promise<void>;
  uploadPaths(request: UploadRequest): Promise<JobHandle>;
  downloadTo(request: DownloadRequest): Promise<JobHandle>;
  copyBlobs(request: CopyRequest): Promise<JobHandle>;
  /** What an upload would do, item by item; nothing is sent but the look at what is already there. */
  planUpload(request: UploadRequest, signal?: AbortSignal): AsyncIterable<PlannedItem>;
  planDownload(request: DownloadRequest, signal?: AbortSignal): AsyncIterable<PlannedItem>;
  /** Goes on with an interrupted job, or with the failed files of a finished one. Throws `not-found.job`. */
  resume(jobId: string, beginning?: Beginning): Promise<JobHandle>;
  /** The key or SAS of a connection may be another one now: jobs that wait for that go on. */
  connectionChanged(connectionId: string): void;
  /** All jobs of this state folder that no other living process runs, newest first. */
  jobs(): readonly TransferJob[];
  /**
   * Those, or this one, that another living process runs, as their journals have them by now; in no order. When it
   * resolves `jobs` has what is free by now, so that each job is in one of the two.
   */
  jobsElsewhere(jobId?: string): Promise<readonly TransferJob[]>;
  /**
   * Every failed file of a job, in the order of the plan; of one that another living process runs, as its journal has them
   * by now. Throws `not-found.job`.
   */
  failedFiles(jobId: string): Promise<readonly JobFile[]>;
  /** What the jobs that move now wait for. */
  pressure(): MonitorStanding['transfers'];
  /** 0…1 for each worker thread, since the last question. */
  threadUses(): readonly number[];
  /** Stops everything; running jobs stay resumable. */
  dispose(): Promise<void>;
}

export interface Beginning {
  /** `now`: also in hours in which a timetable pauses it, until those are over. In its time where that is not said. */
  readonly begins?: 'now';
}

/** Patterns of file names and relative paths: `*` within a segment, `**` across segments, `?` one character. */
export interface NameFilter {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

export interface UploadRequest extends NameFilter, Beginning {
  readonly connectionId: string;
  readonly container: string;
  /** Put before every blob name; a non-empty one that does not end in `/` gets it. */
  readonly prefix: string;
  /** Files and folders. `folder` keeps its name, `folder/` means its contents. */
  readonly paths: readonly string[];
  readonly options: TransferOptions;
}

/** `auto`: the blob of that exact name, else the virtual folder `name/`. `as` is the folder made for a prefix; empty for none. */
export type DownloadSelection =
  | { readonly kind: 'blob'; readonly name: string }
  | { readonly kind: 'prefix'; readonly prefix: string; readonly as: string }
  | { readonly kind: 'auto'; readonly name: string };

export interface DownloadRequest extends NameFilter, Beginning {
  readonly connectionId: string;
  readonly container: string;
  readonly selection: readonly DownloadSelection[];
  /** Absolute path of the folder that receives the files; made when missing. */
  readonly targetDir: string;
  readonly options: TransferOptions;
}

/** Blobs and folders that get the name `as` below `prefix`. */
export type CopySelection =
  | { readonly kind: 'blob'; readonly name: string; readonly as: string }
  /** `prefix` and `as` end in `/`; an empty `as` puts what is in the folder below `prefix` itself. */
  | { readonly kind: 'prefix'; readonly prefix: string; readonly as: string };

/** `connectionId` and `container` are where it goes to. A move deletes each source after its copy is verified. */
export interface CopyRequest {
  readonly kind: 'copy' | 'move';
  readonly connectionId: string;
  readonly container: string;
  readonly prefix: string;
  readonly from: { readonly connectionId: string; readonly container: string };
  readonly selection: readonly CopySelection[];
  readonly options: TransferOptions;
}

export interface PlannedItem {
  readonly source: string;
  readonly target: string;
  readonly bytes: number;
  readonly action: 'transfer' | 'skip' | 'fail';
  /** Why it is skipped or would fail; empty otherwise. */
  readonly reason: string;
}

/** How one file ended. */
export interface ItemResult {
  readonly source: string;
  readonly target: string;
  readonly bytes: number;
  readonly outcome: 'done' | 'skipped' | 'failed';
  /** Code and sentence of a failure, or the reason of a skip. */
  readonly code: string;
  readonly message: string;
}

/** Milliseconds that so many of a hundred requests took at the most. */
export interface LatencyShape {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface JobSummary {
  readonly state: TransferJob['state'];
  readonly files: number;
  readonly bytes: number;
  readonly failed: readonly FailedItem[];
  readonly failedCount: number;
  readonly skipped: number;
  /** Whether `resume` does anything about what failed: some of it fails the same way for ever. */
  readonly canBeTriedAgain: boolean;
  /** What ended or paused the run although it concerns no single file. */
  readonly stoppedBy: Pick<FailedItem, 'code' | 'message' | 'context'> | null;
  /** Of all runs together, as what follows; of the last one where an earlier one did not write it down. */
  readonly elapsedMs: number;
  readonly bytesPerSecond: number;
  readonly requests: number;
  readonly retries: number;
  readonly throttled: number;
  /** Of the last run, as what follows. */
  readonly latencyMs: LatencyShape;
  readonly tuner: readonly TunerStep[];
  readonly bottleneck: TransferJob['bottleneck'];
}

export type JobEvent =
  | { readonly event: 'progress'; readonly job: TransferJob }
  | { readonly event: 'item'; readonly item: ItemResult };

export interface JobHandle {
  readonly jobId: string;
  /** At most four progress events a second, one event an item; returns how to stop listening. */
  onEvent(listen: (event: JobEvent) => void): () => void;
  /** Resolves when the job has ended in any state; never rejects for failed items. */
  readonly ended: Promise<JobSummary>;
  /** Ends the job; nothing half-done stays visible. */
  cancel(): Promise<void>;
  /** Stops the job so that `resume` can go on, also from another process. */
  interrupt(): Promise<void>;
}
