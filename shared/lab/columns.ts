// The columns of measured rows: three families, one for transfers, one for writes to tables, one for pages that are read.

export interface SampleColumn {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
}

const column = (name: string, title: string, unit = ''): SampleColumn => ({ name, title, unit });

const place: readonly SampleColumn[] = [
  column('node', 'Node'),
  column('repetition', 'Repetition'),
  column('step', 'Step'),
  column('startMs', 'Started', 'ms'),
  column('durationMs', 'Duration', 'ms'),
];
const outcome: readonly SampleColumn[] = [
  column('retries', 'Retries'),
  column('throttled', 'Throttled'),
  column('ok', 'Succeeded'),
  column('error', 'Error'),
];

/** One file that was moved. */
export const transferColumns: readonly SampleColumn[] = [
  ...place,
  column('direction', 'Direction'),
  column('mode', 'Mode'),
  column('fileBytes', 'File', 'bytes'),
  column('blockBytes', 'Block', 'bytes'),
  column('concurrency', 'In flight'),
  column('slot', 'Slot'),
  column('requests', 'Requests'),
  column('bytesPerSecond', 'Rate', 'bytes/s'),
  ...outcome,
  column('timeouts', 'Time-outs'),
];

/** One request that wrote, read or deleted entities. */
export const writeColumns: readonly SampleColumn[] = [
  ...place,
  column('operation', 'Operation'),
  column('partitions', 'Partitions'),
  column('batchSize', 'Batch'),
  column('concurrency', 'In flight'),
  column('entities', 'Entities'),
  column('bytes', 'Bytes', 'bytes'),
  column('connections', 'Connections'),
  ...outcome,
];

/** One page of a query. */
export const pageColumns: readonly SampleColumn[] = [
  ...place,
  column('metadata', 'Metadata'),
  column('pageEntities', 'Page size'),
  column('page', 'Page'),
  column('firstByteMs', 'First byte', 'ms'),
  column('entities', 'Entities'),
  column('bytes', 'Bytes', 'bytes'),
  column('cpuMs', 'Client CPU', 'ms'),
  column('token', 'Token'),
  ...outcome,
];
