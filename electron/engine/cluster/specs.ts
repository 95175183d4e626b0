// The orders of jobs on many machines, one for each kind. Accounts are named by address, and nothing in them is secret.
import { z } from 'zod';
import { exportFormat, spreadsheetDecimals } from '@shared/model/table-export';
import { importReading, importSettings } from '@shared/model/table-import';
import { syncCompare } from '@shared/model/sync';
import { tableQuery } from '@shared/model/table-query';
import { transferOptions } from '@shared/model/transfer';

/** Which names take part, as for a transfer of this machine. */
const patterns = { include: z.array(z.string()).optional(), exclude: z.array(z.string()).optional() };
const naming = z.enum(['posix', 'windows']);

const target = {
  /** Base address of the blob service; each worker uses its own connection to it. */
  endpoint: z.string(),
  container: z.string(),
  prefix: z.string(),
  options: transferOptions,
  /** Only what differs from the target is moved: the job is a sync. */
  sync: z.object({ compare: syncCompare, filters: z.array(z.string()).optional() }).optional(),
};

const uploadSpec = z.object({
  kind: z.literal('upload'),
  ...target,
  ...patterns,
  /** Absolute, on a file system that every worker sees alike. */
  paths: z.array(z.string()).min(1),
  as: z.string().optional(),
  localNaming: naming.optional(),
});

const copySpec = z.object({
  kind: z.literal('copy'),
  ...target,
  ...patterns,
  from: z.object({ endpoint: z.string(), container: z.string() }),
  selection: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('blob'), name: z.string(), as: z.string() }),
        z.object({ kind: z.literal('prefix'), prefix: z.string(), as: z.string() }),
      ]),
    )
    .min(1),
});

const downloadSpec = z.object({
  kind: z.literal('download'),
  endpoint: target.endpoint,
  container: target.container,
  options: target.options,
  sync: target.sync,
  ...patterns,
  /** Absolute, on a file system that every worker sees alike and that distinguishes all names. */
  targetDir: z.string(),
  selection: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('blob'), name: z.string(), as: z.string().optional() }),
        z.object({ kind: z.literal('prefix'), prefix: z.string(), as: z.string() }),
        z.object({ kind: z.literal('auto'), name: z.string() }),
      ]),
    )
    .min(1),
  localNaming: naming,
});

/** A folder that every worker sees alike, or a container or a folder in one. */
const location = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('local'), dir: z.string() }),
  z.object({ kind: z.literal('remote'), endpoint: z.string(), container: z.string(), prefix: z.string() }),
]);
export type Location = z.infer<typeof location>;

const checkSpec = z.object({
  kind: z.literal('check'),
  source: location,
  target: location,
  how: syncCompare,
  ...patterns,
  filters: z.array(z.string()).optional(),
});

const exportSpec = z.object({
  kind: z.literal('export'),
  /** Base address of the table service. */
  endpoint: z.string(),
  query: tableQuery,
  columns: z.array(z.string()),
  format: exportFormat,
  decimals: spreadsheetDecimals.optional(),
  /** Receives a file for each shard; on a file system that every worker sees alike. */
  targetDir: z.string(),
});

const importSpec = z.object({
  kind: z.literal('import'),
  endpoint: z.string(),
  table: z.string(),
  /** Absolute, on a file system that every worker sees alike. */
  path: z.string(),
  /** So many bytes it must have, or it was changed. */
  bytes: z.number(),
  /** End of the line of column names; 0 for none. */
  headerBytes: z.number(),
  /** Whether a quoted cell may contain the end of a line. */
  quotes: z.enum(['cells', 'none']),
  reading: importReading,
  /** With the type of every column: no shard sees all values. */
  settings: importSettings,
  /** Receives a file for each shard with rejected rows; absent for none. */
  rejectsDir: z.string().optional(),
});

const labSpec = z.object({
  kind: z.literal('lab'),
  endpoint: z.string(),
  experimentId: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  name: z.string(),
  /** So many machines measure at the same time, each once. */
  nodes: z.int().min(1),
  /** Receives the run of each machine; on a file system that every worker sees alike. */
  resultsDir: z.string(),
});

export const clusterSpec = z.discriminatedUnion('kind', [
  uploadSpec,
  downloadSpec,
  copySpec,
  checkSpec,
  exportSpec,
  importSpec,
  labSpec,
]);
export type ClusterSpec = z.infer<typeof clusterSpec>;
export type SpecOf<K extends ClusterSpec['kind']> = Extract<ClusterSpec, { kind: K }>;

/** Those whose shards are lists of files, moved as transfers. */
export type FileSpec = SpecOf<'upload' | 'download' | 'copy'>;
export const isOfFiles = (spec: ClusterSpec): spec is FileSpec => 'selection' in spec || 'paths' in spec;

/** Whether a worker has to write something once every shard has ended. */
export const hasEndWork = ({ kind }: ClusterSpec): boolean => kind === 'export';

/** The accounts that a worker needs connections to. */
export function endpointsOf(spec: ClusterSpec): readonly string[] {
  if (spec.kind === 'copy') return [spec.endpoint, spec.from.endpoint];
  if (spec.kind !== 'check') return [spec.endpoint];
  return [spec.source, spec.target].flatMap((side) => (side.kind === 'remote' ? [side.endpoint] : []));
}

/** Where its items come from, to name what cannot be planned. */
export function sourceOf(spec: ClusterSpec | undefined): string {
  if (spec === undefined) return '';
  switch (spec.kind) {
    case 'copy':
      return spec.from.container;
    case 'check':
      return spec.source.kind === 'local' ? spec.source.dir : spec.source.container;
    case 'export':
      return spec.query.table;
    case 'import':
      return spec.path;
    case 'lab':
      return spec.experimentId;
    default:
      return spec.container;
  }
}

/** Where they go, for people. */
export function targetOf(spec: ClusterSpec): string {
  switch (spec.kind) {
    case 'upload':
    case 'copy':
      return `${spec.container}/${spec.prefix}`.replace(/\/$/u, '');
    case 'check':
      return spec.target.kind === 'local'
        ? spec.target.dir
        : `${spec.target.container}/${spec.target.prefix}`.replace(/\/$/u, '');
    case 'import':
      return spec.table;
    case 'lab':
      return spec.resultsDir;
    default:
      return spec.targetDir;
  }
}

/** Bytes per second for all workers together; null for none, and for what moves no files. */
export const limitRateOf = (spec: ClusterSpec): number | null =>
  isOfFiles(spec) ? (spec.options.limitRate ?? null) : null;
