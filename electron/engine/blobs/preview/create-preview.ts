// The preview of blobs as the engine composes it: ranges, search and tables inside blobs, each for one version.
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { DelimitedRows, ParquetPreview } from '@shared/model/blob-preview';
import { t } from '@shared/strings/t';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { BoundedReader } from './bounded-reader';
import { findBytes } from './find-bytes';
import { runPreview } from './preview-thread';
import { readRange } from './read-range';

export interface BlobPreview {
  readonly calls: Pick<CallHandlers<'engine'>, 'preview.read' | 'preview.delimited' | 'preview.parquet'>;
  readonly streams: Pick<StreamHandlers<'engine'>, 'preview.find'>;
}

export function createBlobPreview(ports: {
  readonly accounts: AccountSource;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Of the built program of worker.ts. */
  readonly previewWorkerPath: string;
}): BlobPreview {
  const { accounts, clock, previewWorkerPath: workerPath } = ports;
  return {
    calls: {
      'preview.read': async ({ connectionId, offset, length, ...blob }, { signal }) => {
        const account = await accounts.open(connectionId);
        return { offset, bytes: await readRange(account, blob, { offset, length }, signal) };
      },
      'preview.delimited': async ({ text, delimiter }, { signal }) => {
        const name = t`The blob`;
        const rows = await runPreview(
          { kind: 'delimited', text, delimiter },
          { workerPath, source: null, signal, name },
        );
        return rows as DelimitedRows;
      },
      'preview.parquet': async ({ connectionId, ...request }, { signal }) => {
        const source = new BoundedReader(await accounts.open(connectionId), request, signal);
        const { name } = request;
        const shown = await runPreview({ kind: 'parquet', request }, { workerPath, source, signal, name });
        return { ...(shown as Omit<ParquetPreview, 'readBytes'>), readBytes: source.readBytes };
      },
    },
    streams: {
      'preview.find': async ({ connectionId, ...request }, { signal, push }) => {
        const account = await accounts.open(connectionId);
        await findBytes(request, { account, monotonic: () => clock.monotonic(), signal, push });
      },
    },
  };
}
