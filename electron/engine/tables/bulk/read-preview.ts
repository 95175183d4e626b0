// Reads all rows that a bulk change affects, so that the user sees what it would do, and reports progress.
import { join } from 'node:path';
import type { BulkPreview, BulkRequest } from '@shared/model/table-bulk';
import { checkedFilter } from '@shared/query/key-filter';
import { checkTableName } from '@shared/query/key-rules';
import type { AccountSource } from '../../azure/account';
import { localError } from '../../../disk/local-error';
import type { Clock } from '../../ports';
import { newProcessFile } from '../jobs/process-files';
import { RunningPreview, tableOf } from './bulk-preview';

export interface PreviewDeps {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  /** Folder in which the rows wait for the job. */
  readonly folder: string;
  readonly fileBytesAllowed: number;
}

export interface PreviewOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (preview: BulkPreview) => void;
}

const progressEveryMs = 250;

/** The caller disposes of the result. @throws StowageError from the query, the transport or the disk */
export async function readPreview(
  { accounts, clock, folder, fileBytesAllowed }: PreviewDeps,
  { connectionId, request }: { readonly connectionId: string; readonly request: BulkRequest },
  { signal, onProgress }: PreviewOptions,
): Promise<RunningPreview> {
  checkTableName(tableOf(request));
  if (request.scope.kind === 'query') checkedFilter(request.scope.query);
  const account = await accounts.open(connectionId);
  const path = join(folder, newProcessFile('rows'));
  const read = new RunningPreview({ account, request, path, fileBytesAllowed, clock });
  try {
    let lastReportMs = clock.monotonic();
    await read.read(signal ?? new AbortController().signal, () => {
      if (clock.monotonic() - lastReportMs < progressEveryMs) return;
      lastReportMs = clock.monotonic();
      onProgress?.(read.view());
    });
  } catch (thrown) {
    await read.dispose();
    throw localError(thrown, path);
  }
  return read;
}
