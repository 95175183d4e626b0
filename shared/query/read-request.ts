// The query parameters and headers of a request that reads entities. Shared by the engine, which sends it, and the
// texts that users copy.

/** The smallest response format that still includes types; sent with every read of entities. */
export const readHeaders = {
  accept: 'application/json;odata=minimalmetadata',
  dataserviceversion: '3.0',
  maxdataserviceversion: '3.0;NetFx',
} as const;

export interface ReadRange {
  /** Empty for the whole table. */
  readonly filter: string;
  /** Empty for all columns. */
  readonly select: readonly string[];
  /** Rows requested, 1…1000. */
  readonly top: number;
}

/** Query parameters as text, not encoded. The keys are always requested: a row cannot be identified without them. */
export function readParameters({ filter, select, top }: ReadRange): Record<string, string> {
  const columns = [...new Set(['PartitionKey', 'RowKey', ...select])];
  return {
    ...(filter === '' ? {} : { $filter: filter }),
    ...(select.length === 0 ? {} : { $select: columns.join(',') }),
    $top: String(top),
  };
}
