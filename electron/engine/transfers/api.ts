// What the transfers room offers besides the contract: the direct interface with real paths that the command line uses,
// and the ports it is made from. The window never sees this; it has source tokens and the contract.
import type { StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { MonitorState } from '@shared/model/monitor-state';
import type { FailedItem, FileTiming, JobFile, TransferJob, TransferOptions } from '@shared/model/transfer';
import type { Pace } from '@shared/model/transfer-pace';
import type { TunerStep } from '@shared/model/transfer-trace';
import type { Waits } from '@shared/monitor/bottleneck';
import type { AccountSource } from '../azure/account';
import type { ServedTokens } from '../azure/token-port';
import type { JobRegistry } from '../jobs/registry';
import type { PersistedFile } from '../../disk/persisted-file';
import type { MetricsSink } from '../metrics/request-record';
import type { Clock, SourceResolver, StartingPoints } from '../ports';
import type { FoundSources } from './plan/walk';
import type { TransferLosses } from './plan/losses';
import type { Compared, MergedPage } from '../sync/merge';
import type { CompareRequest } from './sync/compare-places';
import type { SyncEntry } from './sync/sync-plan';
import type { SyncRequest } from './sync/sync-spec';

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
  /** Absent where no account signs in. */
  readonly tokens?: ServedTokens | undefined;
  /** How long a request continues while the service is busy or fails. Absent: for the tries of the retry policy. */
  readonly retryForMs?: number | undefined;
  /** Where the pace of all transfers together is stored; full speed without it. */
  readonly persistedPace?: PersistedFile<Pace>;
  /** IANA name; defaults to that of the computer. */
  readonly timeZone?: () => string;
  /**
   * What happens to jobs that an earlier process left waiting for their timetable, once it allows them to run. Default
   * `go on`.
   */
  readonly earlierJobs?: 'go on' | 'rest';
  /** Number of threads that send requests; one more hashes whole files. Default 3, fewer on small machines. */
  readonly workerThreads?: number;
  /** Where its jobs are listed; its own if absent. */
  readonly registry?: JobRegistry;
  /** How many files of a job are planned ahead of those that move. Default 2,048. */
  readonly filesAhead?: number;
  /** How many jobs run at the same time; the others wait. Default 3. */
  readonly jobsAtOnce?: number | undefined;
}

type TransferCalls = Pick<CallHandlers<'engine'>, Extract<keyof CallHandlers<'engine'>, `transfers.${string}`>>;

export interface Transfers {
  readonly calls: TransferCalls;
  readonly streams: Pick<
    StreamHandlers<'engine'>,
    'transfers.follow' | `transfers.survey-${'upload' | 'download' | 'copy'}`
  >;
  /** Reads the journals of earlier runs; unfinished jobs appear as `interrupted`. Call it once, before use. */
  recover(): Promise<void>;
  uploadPaths(request: UploadRequest): Promise<JobHandle>;
  downloadTo(request: DownloadRequest): Promise<JobHandle>;
  copyBlobs(request: CopyRequest): Promise<JobHandle>;
  /** Makes one place equal to another. */
  sync(request: SyncRequest): Promise<JobHandle>;
  /** What a sync would do, name by name, in the order of the names. Only lists. */
  planSync(request: SyncRequest, ports: PlanningPorts): AsyncIterable<readonly SyncEntry[]>;
  /** What an upload would do, item by item. Only reads from the service what already exists. */
  /** Compares two places, of which both may be on this machine or at the service. */
  compare(request: CompareRequest, ports: PlanningPorts): AsyncIterable<MergedPage<Compared>>;
  planUpload(request: UploadRequest, signal?: AbortSignal): AsyncIterable<PlannedItem>;
  /** What the upload leaves out or changes, by reason. Reads folders only. */
  uploadLosses(request: UploadRequest, signal: AbortSignal): Promise<TransferLosses>;
  /** The same for a download, as much of it as a few listings show within seconds. */
  downloadLosses(request: DownloadRequest, signal: AbortSignal): Promise<TransferLosses>;
  /** What a copy between containers would do; sources and targets are named with their containers. */
  planCopy(request: CopyRequest, signal?: AbortSignal): AsyncIterable<PlannedItem>;
  planDownload(request: DownloadRequest, signal?: AbortSignal): AsyncIterable<PlannedItem>;
  /**
   * Resumes an interrupted job, or retries the failed files of a finished one. `sources`: files that replace the
   * planned ones. Throws `not-found.job`.
   */
  resume(jobId: string, how?: Beginning & { readonly sources?: FoundSources['found'] }): Promise<JobHandle>;
  /**
   * Searches a folder for the missing sources of a resting upload: pass those found to `resume`. Throws
   * `not-found.job`.
   */
  findSources(jobId: string, folder: string): Promise<FoundSources>;
  /** Lists its jobs, with those of other rooms. */
  readonly registry: JobRegistry;
  /** All jobs of this state folder that no other living process runs, newest first. */
  jobs(): readonly TransferJob[];
  /**
   * Jobs (or the one job) that another living process runs, read from their journals; in no order. When it resolves,
   * `jobs` also contains every job that has become free, so that each job is in one of the two lists.
   */
  jobsElsewhere(jobId?: string): Promise<readonly TransferJob[]>;
  /**
   * Every failed file of a job, in the order of the plan; for a job of another process, as its journal has it. Throws
   * `not-found.job`.
   */
  failedFiles(jobId: string): Promise<readonly JobFile[]>;
  /** What the jobs that move now wait for. */
  pressure(): MonitorState['transfers'];
  /** Load of each worker thread since the last call, 0…1. */
  threadUses(): readonly number[];
  /** Stops everything; running jobs stay resumable. */
  dispose(): Promise<void>;
}

export interface PlanningPorts {
  readonly signal: AbortSignal;
  /** Called for each page of a listing. */
  readonly onRequest?: () => void;
  /** Of a sync: called for each page that has something of the source. */
  readonly onSource?: () => void;
}

export interface Beginning {
  /** `now`: runs even while a timetable pauses it, until that pause is over. Default: when the timetable allows. */
  readonly begins?: 'now';
}

/** Patterns of file names and relative paths: `*` within a segment, `**` across segments, `?` one character. */
export interface NameFilter {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** A part of a job on many machines, which runs here as a job of its own. */
export interface ShardOf {
  readonly shard?: {
    /** Id of the whole job, in 24 hexadecimal digits. */
    readonly job: string;
    /** Time since the whole job was created. */
    readonly ageMs: number;
    /** Whether another machine may have staged blocks or stored files of it. */
    readonly earlier: 'yes' | 'no';
    /** How often it was started, this time included. */
    readonly run: number;
  };
}

export interface UploadRequest extends NameFilter, Beginning, ShardOf {
  readonly connectionId: string;
  readonly container: string;
  /** Put before every blob name; a non-empty one that does not end in `/` gets it. */
  readonly prefix: string;
  /** Files and folders. `folder` retains its name, `folder/` means its contents. */
  readonly paths: readonly string[];
  /** The whole name of the blob, where the only path is a file; the prefix does not count then. */
  readonly as?: string;
  /** The whole names of the blobs, one for each path; the prefix does not count then. */
  readonly names?: readonly string[];
  readonly options: TransferOptions;
}

/**
 * `auto`: the blob of exactly that name, or else the virtual folder `name/`. `as` is the folder created for a prefix;
 * empty for none; the name of the file for a blob that gets another one, `at` its whole path below the target folder.
 */
export type DownloadSelection =
  | { readonly kind: 'blob'; readonly name: string; readonly as?: string; readonly at?: string[] }
  | { readonly kind: 'prefix'; readonly prefix: string; readonly as: string }
  | { readonly kind: 'auto'; readonly name: string };

export interface DownloadRequest extends NameFilter, Beginning, ShardOf {
  readonly connectionId: string;
  readonly container: string;
  readonly selection: readonly DownloadSelection[];
  /** Absolute path of the folder that receives the files; made when missing. */
  readonly targetDir: string;
  readonly options: TransferOptions;
}

/** Blobs and folders that are named `as` below `prefix`. */
export type CopySelection =
  | { readonly kind: 'blob'; readonly name: string; readonly as: string }
  /** `prefix` and `as` end in `/`; an empty `as` puts the contents of the folder below `prefix` directly. */
  | { readonly kind: 'prefix'; readonly prefix: string; readonly as: string };

/** `connectionId` and `container` are where it goes to. A move deletes each source after its copy is verified. */
export interface CopyRequest extends ShardOf {
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
  /** Null if unknown: it cannot be read, or is no file. */
  readonly bytes: number | null;
  readonly action: 'transfer' | 'skip' | 'fail';
  /** Why it is skipped, or a remark on its target; otherwise empty. */
  readonly reason: string;
  /** What it would fail at. */
  readonly error: StowageError | null;
}

/** How one file ended. */
export interface ItemResult {
  readonly source: string;
  readonly target: string;
  /** Null if unknown: the file failed before it was planned. */
  readonly bytes: number | null;
  readonly outcome: 'done' | 'skipped' | 'failed';
  /** Code and message of a failure, or the reason of a skip; the message of a failure is for logs. */
  readonly code: string;
  readonly message: string;
  /** What a failure is worded from. */
  readonly context: FailedItem['context'];
  /** Absent when it needed no request. */
  readonly timing?: FileTiming;
}

/** Latency percentiles in ms. */
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
  /** Whether `resume` would do anything about the failures; some fail the same way every time. */
  readonly canBeTriedAgain: boolean;
  /** What ended or paused the run and concerns no single file. */
  readonly stoppedBy: Pick<FailedItem, 'code' | 'message' | 'context'> | null;
  /** Of all runs together, as are the following fields; of the last run only when an earlier one did not record it. */
  readonly elapsedMs: number;
  readonly bytesPerSecond: number;
  readonly requests: number;
  readonly retries: number;
  readonly throttled: number;
  /** Of the last run, as are the following fields. */
  readonly latencyMs: LatencyShape;
  readonly tuner: readonly TunerStep[];
  readonly bottleneck: TransferJob['bottleneck'];
  readonly waits: Waits;
}

export type JobEvent =
  | { readonly event: 'progress'; readonly job: TransferJob }
  | { readonly event: 'item'; readonly item: ItemResult };

export interface JobHandle {
  readonly jobId: string;
  /** At most four progress events per second and one event per item. Returns how to stop listening. */
  onEvent(listen: (event: JobEvent) => void): () => void;
  /** Resolves when the job has ended in any state; never rejects for failed items. */
  readonly ended: Promise<JobSummary>;
  /** Ends the job; nothing half-done stays visible. */
  cancel(): Promise<void>;
  /** Stops the job so that `resume` can continue it, also from another process. */
  interrupt(): Promise<void>;
}
