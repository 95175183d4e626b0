// The measured operation, the server, and the unit.
import type { PeerId, ScenarioId, Sizes, SubjectId } from './task';

/**
 * `line`: the null server 40 ms away. `distant`: tables only, each page after a full round trip. `running`: a null
 * server that was started separately.
 */
export type ServerId = 'null' | 'null-tls' | 'running' | 'line' | 'distant' | 'azurite';

export interface Scenario {
  readonly id: ScenarioId;
  readonly title: string;
  readonly servers: readonly ServerId[];
  readonly unit: 'MiB/s' | 'files/s' | 'entities/s';
  /** How much one repetition moves, in the unit's first word. */
  amount(sizes: Sizes): number;
  /** The plain SDK's approach, for the readers of the report. */
  readonly comparedWith: string;
  /** Whether other programs can do the same work. */
  readonly peers: 'yes' | 'no';
}

/** The baselines of a scenario. */
export function peersOf(
  scenario: Scenario,
  server: ServerId,
  requestedPeers: readonly (PeerId | 'single')[],
): readonly Exclude<SubjectId, 'stowage'>[] {
  const isSingle = scenario.id === 'upload-file' && (server === 'line' || requestedPeers.includes('single'));
  const programs = requestedPeers.filter((peer) => peer !== 'single');
  return ['sdk', ...(isSingle ? (['single'] as const) : []), ...(scenario.peers === 'yes' ? programs : [])];
}

const mebibytes = (sizes: Sizes): number => sizes.fileBytes / 2 ** 20;
const both: readonly ServerId[] = ['null', 'azurite'];
const lines: readonly ServerId[] = ['null', 'null-tls', 'running', 'line'];

export const scenarios: readonly Scenario[] = [
  {
    id: 'upload-file',
    title: 'One big file up, MD5 of every block and of the file',
    servers: [...lines, 'azurite'],
    unit: 'MiB/s',
    amount: mebibytes,
    comparedWith: 'uploadFile, 8 blocks of 8 MiB at once, no checksum',
    peers: 'yes',
  },
  {
    id: 'upload-file-unverified',
    title: 'One big file up, MD5 of every block and none of the file',
    servers: ['null'],
    unit: 'MiB/s',
    amount: mebibytes,
    comparedWith: 'uploadFile, 8 blocks of 8 MiB at once, no checksum',
    peers: 'yes',
  },
  {
    id: 'download-file',
    title: 'One big file down, verified',
    servers: [...lines, 'azurite'],
    unit: 'MiB/s',
    amount: mebibytes,
    comparedWith: 'downloadToFile, one stream, not verified',
    peers: 'yes',
  },
  {
    id: 'upload-many',
    title: 'Many small files up',
    servers: lines,
    unit: 'files/s',
    amount: (sizes) => sizes.manyFiles,
    comparedWith: 'uploadFile, 32 files at once',
    peers: 'yes',
  },
  {
    id: 'upload-mixed',
    title: 'Many small files and a big one, up',
    servers: lines,
    unit: 'MiB/s',
    amount: (sizes) => mebibytes(sizes) + (sizes.manyFiles * sizes.manyFileBytes) / 2 ** 20,
    comparedWith: 'uploadFile, 32 files at once, the big one by 8 blocks of 8 MiB at once',
    peers: 'yes',
  },
  {
    id: 'download-many',
    title: 'Many small files down, verified',
    servers: lines,
    unit: 'files/s',
    amount: (sizes) => sizes.manyFiles,
    comparedWith: 'downloadToFile, 32 files at once, not verified',
    peers: 'yes',
  },
  {
    id: 'scan-few',
    title: 'Table scan, few properties',
    servers: both,
    unit: 'entities/s',
    amount: (sizes) => sizes.entities,
    comparedWith: 'listEntities by pages of 1,000',
    peers: 'no',
  },
  {
    id: 'scan-typed',
    title: 'Table scan, 16 typed properties',
    servers: both,
    unit: 'entities/s',
    amount: (sizes) => sizes.entities,
    comparedWith: 'listEntities by pages of 1,000',
    peers: 'no',
  },
  {
    id: 'scan-parallel',
    title: 'Table scan, 16 typed properties, 8 ranges at once',
    servers: ['distant', 'azurite'],
    unit: 'entities/s',
    amount: (sizes) => sizes.entities,
    comparedWith: 'listEntities by pages of 1,000, one after the other',
    peers: 'no',
  },
  {
    id: 'import-csv',
    title: 'CSV file into a table, checked first',
    servers: both,
    unit: 'entities/s',
    amount: (sizes) => sizes.entities,
    comparedWith: 'the same rows ready in memory, submitTransaction of 100, 4 at once, no file and no check',
    peers: 'no',
  },
  {
    id: 'import-checked',
    title: 'CSV file into a table, as the window starts it after its check',
    servers: both,
    unit: 'entities/s',
    amount: (sizes) => sizes.entities,
    comparedWith: 'the same rows ready in memory, submitTransaction of 100, 4 at once, no file and no check',
    peers: 'no',
  },
  {
    id: 'export-jsonl',
    title: 'Table into a JSON Lines file, 16 typed properties',
    servers: both,
    unit: 'entities/s',
    amount: (sizes) => sizes.entities,
    comparedWith: 'listEntities by pages of 1,000, JSON.stringify into a stream (types lost)',
    peers: 'no',
  },
  {
    id: 'export-csv',
    title: 'Table into a CSV file, 16 typed properties',
    servers: both,
    unit: 'entities/s',
    amount: (sizes) => sizes.entities,
    comparedWith: 'listEntities by pages of 1,000, JSON.stringify into a stream (types lost)',
    peers: 'no',
  },
  {
    id: 'export-parquet',
    title: 'Table into a Parquet file, 16 typed properties',
    servers: both,
    unit: 'entities/s',
    amount: (sizes) => sizes.entities,
    comparedWith: 'listEntities by pages of 1,000, JSON.stringify into a stream (types lost)',
    peers: 'no',
  },
];
