// Rows that the window hands over for an export, stored as lossless lines until a job takes them.
import { appendFile, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { parseEntityLine, renderEntityLine } from '@shared/import/entity-line';
import type { Entity } from '@shared/model/entity';
import { t } from '@shared/strings/t';
import { fileLines } from '../../../disk/file-lines';
import { localError, withLocalErrors } from '../../../disk/local-error';
import { renameSynced } from '../../../disk/sync-folder';
import { newProcessFile, removeOrphans } from '../jobs/process-files';

export interface HandedRows {
  /** @throws StowageError `local.*` */
  add(handId: string, rows: readonly Entity[]): Promise<void>;
  /** Moves the file of the rows to `path`. @throws StowageError `conflict.other` if another number of rows arrived */
  take(handId: string, rows: number, path: string): Promise<void>;
  recover(): Promise<void>;
}

export function createHandedRows(folder: string): HandedRows {
  const known = new Map<string, { readonly path: string; rows: number }>();
  return {
    add: async (handId, rows) => {
      const hand = known.get(handId) ?? { path: join(folder, newProcessFile('handed')), rows: 0 };
      known.set(handId, hand);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await appendFile(hand.path, rows.map((row) => `${renderEntityLine(row)}\n`).join(''), { mode: 0o600 });
      } catch (thrown) {
        throw localError(thrown, hand.path);
      }
      hand.rows += rows.length;
    },
    take: async (handId, rows, path) => {
      const hand = known.get(handId);
      known.delete(handId);
      if (hand?.rows !== rows) {
        const problem = t`some of the selected rows were not received. Start the export again.`;
        throw new StowageError('conflict.other', `Export: ${problem}`, { context: { problem } });
      }
      // The job relies on all of them, also after a power cut.
      await withLocalErrors(path, async () => {
        const file = await open(hand.path, 'r+');
        try {
          await file.datasync();
        } finally {
          await file.close();
        }
        await renameSynced(hand.path, path);
      });
    },
    recover: () => removeOrphans(folder),
  };
}

/** The stored rows in order, without their ETags. @throws StowageError `local.*` */
export async function* handedEntities(path: string, signal?: AbortSignal): AsyncGenerator<Entity, void, undefined> {
  for await (const line of fileLines(path)) {
    signal?.throwIfAborted();
    const parsed = JSON.parse(line.toString('utf8')) as { readonly Timestamp?: string };
    const entity = parseEntityLine(parsed);
    if (entity === null) {
      throw new StowageError('local.io', 'The file of the selected rows is damaged.', { context: { path } });
    }
    yield { ...entity, timestamp: parsed.Timestamp ?? '', etag: '' };
  }
}
