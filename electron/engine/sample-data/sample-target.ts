// The rooms that load the sample data, bound to the embedded store.
import { createHash } from 'node:crypto';
import { StowageError } from '@shared/errors';
import { embeddedConnectionId } from '@shared/model/connection';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { AccountSource } from '../azure/account';
import { blobPath } from '../blobs/blob-path';
import { createContainer } from '../blobs/container-admin';
import { readBlobProperties } from '../blobs/properties';
import type { Transfers } from '../transfers/api';
import type { Tables } from '../tables';
import type { SampleTarget } from './sample-data';

const tableWriters = 4;

export function sampleTarget(rooms: {
  readonly accounts: AccountSource;
  readonly tables: Tables;
  readonly transfers: Transfers;
}): SampleTarget {
  const open = (): ReturnType<AccountSource['open']> => rooms.accounts.openForWriting(embeddedConnectionId);
  return {
    hasBlob: async (container, name, signal) => {
      try {
        await readBlobProperties(await open(), container, name, signal);
        return true;
      } catch (thrown) {
        if (StowageError.from(thrown).kind === 'notFound') return false;
        throw thrown;
      }
    },
    createTable: async (name, signal) => madeNow(rooms.tables.createTable(await open(), name, signal)),
    createContainer: async (name, signal) => {
      await madeNow(createContainer(await open(), name, signal));
    },
    writeEntities: async (table, entities, { into, signal, onProgress }) => {
      await rooms.tables.writeEntities(await open(), table, entities, {
        mode: into === 'new' ? 'insert' : 'upsert-replace',
        concurrency: tableWriters,
        signal,
        onProgress,
      });
    },
    putBlob: async (container, { name, contentType, content }, signal) => {
      await (
        await open()
      ).send({
        service: 'blob',
        operation: 'PutBlob',
        method: 'PUT',
        path: blobPath(container, name),
        resource: container,
        headers: {
          'x-ms-blob-type': 'BlockBlob',
          'Content-Type': contentType,
          'Content-MD5': createHash('md5').update(content).digest('base64'),
        },
        body: content,
        replay: 'safe',
        signal,
      });
    },
    uploadFile: async (container, prefix, path, { signal, onProgress }) => {
      const job = await rooms.transfers.uploadPaths({
        connectionId: embeddedConnectionId,
        container,
        prefix,
        paths: [path],
        options: { ...defaultTransferOptions, overwrite: 'always' },
      });
      const stopListening = job.onEvent((event) => {
        if (event.event === 'progress') onProgress(event.job.bytesDone);
      });
      const cancel = (): void => void job.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      const { state, failed } = await job.ended;
      signal.removeEventListener('abort', cancel);
      stopListening();
      if (state === 'done' && failed.length === 0) return;
      throw new StowageError('local.io', `The sample file was not uploaded: ${failed[0]?.message ?? state}.`, {
        context: { path },
      });
    },
  };
}

async function madeNow(made: Promise<unknown>): Promise<'new' | 'there'> {
  try {
    await made;
    return 'new';
  } catch (thrown) {
    if (StowageError.from(thrown).code !== 'conflict.exists') throw thrown;
    return 'there';
  }
}
