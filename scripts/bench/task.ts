// One thing to measure: what the measuring process is told, and what it answers.

export type ScenarioId =
  | 'upload-file'
  | 'upload-file-unverified'
  | 'download-file'
  | 'upload-many'
  /** The many and the big one, in one folder. */
  | 'upload-mixed'
  | 'download-many'
  | 'scan-few'
  | 'scan-typed'
  | 'scan-parallel'
  | 'import-csv'
  | 'import-checked'
  /** The dry run alone; nothing does the same. */
  | 'check-csv'
  | 'export-jsonl';

/** `single`: the SDK with the whole file in one request. */
export type SubjectId = 'stowage' | 'sdk' | 'single' | PeerId;
/** Programs that a person may have installed; measured when asked for. */
export type PeerId = 'rclone' | 'rclone-tuned' | 'azcopy';

export interface Task {
  readonly scenario: ScenarioId;
  readonly subject: SubjectId;
  readonly connectionString: string;
  readonly tableEndpoint: string;
  /** Source file or folder of an upload. */
  readonly source: string;
  /** Empty folder for what is downloaded and for the engine's state. */
  readonly scratch: string;
  readonly sizes: Sizes;
  /** Measured repetitions; one more comes first and is not counted. */
  readonly repetitions: number;
  /** Of our own engine; absent: as in the app, with nobody looking. */
  readonly telemetry?: 'on' | 'off';
}

export interface Sizes {
  readonly fileBytes: number;
  readonly manyFiles: number;
  readonly manyFileBytes: number;
  readonly entities: number;
  /** Letters of a further column of imported rows; 0 for none. */
  readonly noteLength?: number;
}

/** What a subject can say of one repetition. */
export interface Measured {
  readonly elapsedMs: number;
  /** User and system time of the whole process with its threads. */
  readonly cpuMs: number;
  /** Delay of the main thread's event loop; null of a program that is not ours. */
  readonly loopDelayP99Ms: number | null;
}

/** Whatever does a task, repetition by repetition. */
export interface Subject {
  run(repetition: number): Promise<Measured>;
  /** Answers the most memory that it held. */
  end(): Promise<number>;
}

export interface Repetition extends Measured {
  /** From the first request to the last reply, as the server saw it; null where the server does not count. */
  readonly activeMs: number | null;
}

export interface TaskResult {
  readonly repetitions: readonly Repetition[];
  readonly peakMemoryBytes: number;
}

/** To the measuring process: run that repetition, or tell the peak of memory and end. */
export type Order = { readonly run: number } | 'end';
export type Answer = { readonly measured: Measured } | { readonly peakMemoryBytes: number } | { readonly ready: true };

export const container = 'bench';
export const bigBlob = 'big.bin';
export const manyPrefix = 'many';
/** Behind the many by name, so that whoever keeps to that order comes to it last. */
export const bigOfMixed = `${manyPrefix}/z-big.bin`;
export const blobNameOf = (index: number): string =>
  `${manyPrefix}/d${String(index % 20).padStart(2, '0')}/f${index}.bin`;
