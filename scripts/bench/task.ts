// One thing to measure: what the measuring process is told, and what it answers.

export type ScenarioId =
  | 'upload-file'
  | 'upload-file-unverified'
  | 'download-file'
  | 'upload-many'
  | 'download-many'
  | 'scan-few'
  | 'scan-typed'
  | 'scan-parallel'
  | 'import-csv'
  | 'import-checked'
  | 'export-jsonl';

export type SubjectId = 'stowage' | 'sdk';

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
}

export interface Sizes {
  readonly fileBytes: number;
  readonly manyFiles: number;
  readonly manyFileBytes: number;
  readonly entities: number;
}

export interface Repetition {
  readonly elapsedMs: number;
  /** User and system time of the whole process with its threads. */
  readonly cpuMs: number;
  /** Delay of the main thread's event loop. */
  readonly loopDelayP99Ms: number;
}

export interface TaskResult {
  readonly repetitions: readonly Repetition[];
  readonly peakMemoryBytes: number;
}

export const container = 'bench';
export const bigBlob = 'big.bin';
export const manyPrefix = 'many';
export const blobNameOf = (index: number): string =>
  `${manyPrefix}/d${String(index % 20).padStart(2, '0')}/f${index}.bin`;
