// The preview of blobs as the engine composes it: ranges, search and tables inside blobs, each for one version.
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { AccountSource } from '../../azure/account';
import type { Clock } from '../../ports';
import { findBytes } from './find-bytes';
import { readRange } from './read-range';

export interface BlobPreview {
  readonly calls: Pick<CallHandlers<'engine'>, 'preview.read' | 'preview.delimited' | 'preview.parquet'>;
  readonly streams: Pick<StreamHandlers<'engine'>, 'preview.find'>;
}

export function createBlobPreview(ports: {
  readonly accounts: AccountSource;
  readonly clock: Pick<Clock, 'monotonic'>;
}): BlobPreview {
  const { accounts, clock } = ports;
  return {
    calls: {
      'preview.read': async ({ connectionId, offset, length, ...blob }, { signal }) => {
        const account = await accounts.open(connectionId);
        return { offset, bytes: await readRange(account, blob, { offset, length }, signal) };
      },
      'preview.delimited': async ({ text, delimiter }) => {
        const { delimitedRowsOf } = await import('./delimited');
        return delimitedRowsOf(text, delimiter);
      },
      'preview.parquet': async ({ connectionId, ...request }, { signal }) => {
        const { previewParquet } = await import('./parquet');
        return previewParquet(await accounts.open(connectionId), request, signal);
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
