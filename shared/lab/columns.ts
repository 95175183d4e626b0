// The columns of measured rows, in three families: transfers, table writes, and page reads.
import { t } from '../strings/t';

export interface SampleColumn {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
}

const column = (name: string, title: string, unit = ''): SampleColumn => ({ name, title, unit });

const positionColumns: readonly SampleColumn[] = [
  column('node', t`Node`),
  column('repetition', t`Repetition`),
  column('step', t`Step`),
  column('startMs', t`Started`, 'ms'),
  column('durationMs', t`Duration`, 'ms'),
];
const outcome: readonly SampleColumn[] = [
  column('retries', t`Retries`),
  column('throttled', t`Throttled`),
  column('ok', t`Succeeded`),
  column('error', t`Error`),
];

/** One file that was moved. */
export const transferColumns: readonly SampleColumn[] = [
  ...positionColumns,
  column('direction', t`Direction`),
  column('mode', t`Mode`),
  column('fileBytes', t`File`, 'bytes'),
  column('blockBytes', t`Block`, 'bytes'),
  column('concurrency', t`In flight`),
  column('slot', t`Slot`),
  column('requests', t`Requests`),
  column('bytesPerSecond', t`Rate`, 'bytes/s'),
  ...outcome,
  column('timeouts', t`Time-outs`),
  column('arrivedBytes', t`Arrived`, 'bytes'),
  column('lineMs', t`Network`, 'ms'),
  column('serviceMs', t`Service`, 'ms'),
  column('diskMs', t`Disk`, 'ms'),
  column('cpuMs', t`Processor`, 'ms'),
];

/** One file of a study that may have several targets and files of any size. */
export const studyColumns: readonly SampleColumn[] = [
  ...transferColumns,
  column('sizeClass', t`Size class`, 'bytes'),
  column('target', t`Target`),
];

/** One request that wrote, read or deleted entities. */
export const writeColumns: readonly SampleColumn[] = [
  ...positionColumns,
  column('operation', t`Operation`),
  column('partitions', t`Partitions`),
  column('batchSize', t`Batch`),
  column('concurrency', t`In flight`),
  column('entities', t`Entities`),
  column('bytes', t`Bytes`, 'bytes'),
  column('connections', t`Connections`),
  ...outcome,
];

/** One page of a query. */
export const pageColumns: readonly SampleColumn[] = [
  ...positionColumns,
  column('metadata', t`Metadata`),
  column('pageEntities', t`Page size`),
  column('page', t`Page`),
  column('firstByteMs', t`First byte`, 'ms'),
  column('entities', t`Entities`),
  column('bytes', t`Bytes`, 'bytes'),
  column('cpuMs', t`Client CPU`, 'ms'),
  column('token', t`Token`),
  ...outcome,
  column('mode', t`Mode`),
  column('function', t`Function`),
  column('selfMs', t`Self time`, 'ms'),
];
