// The results computed from the rows of a run: tables, charts and sentences. Each experiment has a separate analysis.
import type { BlockSizeRow } from '../model/block-sizes';
import type { ChartSpec } from './charts/chart-spec';

export interface ResultColumn {
  readonly title: string;
  /** `ms`, `bytes`, `bytes/s`, `entities/s`, `%`, `USD`, `×` or empty; determines how cells are written. */
  readonly unit: string;
}

export interface ResultTable {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly ResultColumn[];
  /** Text cells are headings of their row; null where nothing was measured. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** One sentence on how to read it; empty where it needs none. */
  readonly note: string;
}

export interface RunResult {
  /** In plain words, most important first. */
  readonly findings: readonly string[];
  readonly tables: readonly ResultTable[];
  readonly charts: readonly ChartSpec[];
  /** Settings that the user may apply to a connection; null if the experiment recommends none. */
  readonly advice: Advice | null;
}

/** Settings that came out best. Absent ones stay as they are. */
export interface Advice {
  readonly uploadConcurrency?: number;
  readonly blockBytes?: number;
  /** By file size, where files of several sizes were measured. */
  readonly sizes?: readonly BlockSizeRow[];
  readonly batchSize?: number;
  readonly batchConcurrency?: number;
}
