// A single measurement: the input of the measuring process, and its output.

export type ScenarioId =
  | 'upload-file'
  | 'upload-file-unverified'
  | 'download-file'
  | 'upload-many'
  /** The many files and the big one, in one folder. */
  | 'upload-mixed'
  | 'download-many'
  | 'scan-few'
  | 'scan-typed'
  | 'scan-parallel'
  | 'import-csv'
  | 'import-checked'
  /** The dry run alone; there is nothing to compare it with. */
  | 'check-csv'
  | 'export-jsonl'
  | 'export-csv'
  | 'export-parquet';

/** `single`: the SDK with the whole file in one request. */
export type SubjectId = 'stowage' | 'sdk' | 'single' | PeerId;
/** Programs that a user may have installed; measured on request. */
export type PeerId = 'rclone' | 'rclone-tuned' | 'azcopy';

export interface Task {
  readonly scenario: ScenarioId;
  readonly subject: SubjectId;
  readonly connectionString: string;
  readonly tableEndpoint: string;
  /** Source file or folder of an upload. */
  readonly source: string;
  /** Empty folder for downloads and the engine's state. */
  readonly scratch: string;
  readonly sizes: Sizes;
  /** Measured repetitions, without the warm-up that comes first. */
  readonly repetitions: number;
  /** For our own engine; default: as in the app, without anybody watching. */
  readonly telemetry?: 'on' | 'off';
}

export interface Sizes {
  readonly fileBytes: number;
  readonly manyFiles: number;
  readonly manyFileBytes: number;
  readonly entities: number;
  /** Letters of an additional column of imported rows; 0 for none. */
  readonly noteLength?: number;
}

/** What a subject can report about one repetition. */
export interface Measured {
  readonly elapsedMs: number;
  /** User and system time of the whole process with its threads. */
  readonly cpuMs: number;
  /** Delay of the main thread's event loop; null for other programs. */
  readonly loopDelayP99Ms: number | null;
}

/** Carries out a task, one repetition per call. */
export interface Subject {
  run(repetition: number): Promise<Measured>;
  /** Returns its peak memory. */
  end(): Promise<number>;
}

export interface Repetition extends Measured {
  /** From the first request to the last response as seen by the server; null if the server does not count. */
  readonly activeMs: number | null;
}

export interface TaskResult {
  readonly repetitions: readonly Repetition[];
  readonly peakMemoryBytes: number;
}

/** To the measuring process: run that repetition, or report the peak memory and end. */
export type Order = { readonly run: number } | 'end';
export type Answer = { readonly measured: Measured } | { readonly peakMemoryBytes: number } | { readonly ready: true };

export const container = 'bench';
export const bigBlob = 'big.bin';
export const manyPrefix = 'many';
/** Sorts after the many files, so that it comes last in the order of names. */
export const bigOfMixed = `${manyPrefix}/z-big.bin`;
export const blobNameOf = (index: number): string =>
  `${manyPrefix}/d${String(index % 20).padStart(2, '0')}/f${index}.bin`;
