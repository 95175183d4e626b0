// The steps of an experiment as plain data; one step measures one setting. The engine runs steps, the dry run counts
// what they would send.

/**
 * `single`: one stream, one request. `blocks`: one file after the other, in parallel blocks or ranges. `files`: whole
 * files in parallel.
 */
export type TransferMode = 'single' | 'blocks' | 'files';

/** A file of the user's own, in the order of its folder. */
export interface OwnFile {
  readonly index: number;
  readonly bytes: number;
}

export interface TransferStep {
  readonly kind: 'transfer';
  readonly direction: 'up' | 'down';
  readonly mode: TransferMode;
  readonly files: number;
  /** Of each file; of own ones, on average. */
  readonly fileBytes: number;
  /** Moves these instead of random ones. Default: none. */
  readonly own?: readonly OwnFile[];
  /** The sizes that charts put together with it, by the largest. Default: `fileBytes`. */
  readonly sizeClass?: number;
  /** 0 if a file moves in one request; `tuned`: chosen by the transfers. */
  readonly blockBytes: number | 'tuned';
  readonly concurrency: number;
  /** Uploads even a file that fits one request as a block and a list of blocks. Default: no. */
  readonly isStaged?: boolean;
  /** Files that have not arrived by then are given up; 0 for no limit. */
  readonly limitMs: number;
  /** The step also reports its figures for each interval of this length. Default: it does not. */
  readonly sliceMs?: number;
}

/** What an entity holds besides its keys. */
export interface PayloadShape {
  readonly type: 'Edm.String' | 'Edm.Binary';
  /** Of each property. */
  readonly bytes: number;
  readonly properties: number;
}

/**
 * Entity group transactions, or single inserts if `batchSize` is 1; or reads of single entities, or both in turn at
 * random.
 */
export interface WriteStep {
  readonly kind: 'write';
  readonly operation: 'insert' | 'get' | 'mixed';
  readonly payload: PayloadShape;
  readonly entities: number;
  readonly batchSize: number;
  readonly concurrency: number;
  /** 1: all share one partition. 0: every worker has a separate partition. */
  readonly partitions: number;
  /** Whether the one partition is that of all machines that write to the table. */
  readonly isShared: boolean;
  /** Written for so long instead of up to a number of entities, `leadSeconds` before that uncounted. */
  readonly seconds?: number;
  readonly leadSeconds?: number;
}

/** One kind of operation, on each entity separately. */
export interface OperationStep {
  readonly kind: 'operation';
  readonly operations: readonly ('insert' | 'get' | 'update' | 'delete')[];
  readonly entities: number;
  readonly concurrency: number;
  readonly partitions: number;
}

export interface ReadStep {
  readonly kind: 'read';
  /** `guessed`: no metadata, and the type of every value is found from its text, entity by entity. */
  readonly metadata: 'none' | 'minimal' | 'full' | 'guessed';
  readonly pageEntities: number;
  readonly entities: number;
  /** Whether one more pass, which is not measured, shows where processor time goes. Default: no. */
  readonly isProfiled?: boolean;
}

export interface StressStep {
  readonly kind: 'stress';
  /** Keys of each entity: see key-pattern.ts. */
  readonly partitionPattern: string;
  readonly rowPattern: string;
  readonly entitiesPerSecond: number;
  readonly seconds: number;
  readonly batchSize: number;
}

export type Step = TransferStep | WriteStep | OperationStep | ReadStep | StressStep;

/** A step with its position in the run. */
export interface PlannedStep {
  readonly step: Step;
  /** From 1. */
  readonly repetition: number;
  /** Names the setting in data: `4 MiB blocks × 8`. */
  readonly label: string;
  /** The same for display. */
  readonly words: string;
  /** Which of the targets it is measured on. Default: the first. */
  readonly target?: number;
}
