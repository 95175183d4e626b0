// Undo files that the user saved: written from an ended job, compared with the current table, and restored by a job.
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { UndoFileCheck, UndoFileObstacle } from '@shared/model/undo-file';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { localError } from '../../../disk/local-error';
import { renameSynced } from '../../../disk/sync-folder';
import { sameContent } from '../ambiguous-writes';
import { readMany } from '../read-many';
import { type PlanExtent, PlanWriter } from './plan-file';
import { nameOf } from './row-action';
import { type UndoFile, openUndoFile } from './undo-file';

export interface UndoFileTarget {
  readonly account: Account;
  readonly table: string;
}

export interface CheckOptions {
  readonly clock: Clock;
  /** File that lists the rows to restore meanwhile. */
  readonly planPath: string;
  readonly signal: AbortSignal;
  readonly onProgress: (check: UndoFileCheck) => void;
}

/** The result of a check: the rows that can be restored, held until a job takes them or the check is disposed of. */
export interface CheckedUndoFile {
  readonly found: UndoFileCheck;
  /** Hands the list of rows to a job. @throws StowageError `conflict.other` the second time */
  take(path: string): Promise<PlanExtent>;
  dispose(): Promise<void>;
}

const rowsAtOnce = 1000;
const examplesShown = 5;

/** The address of the table service, which identifies the account that a file belongs to. */
export function endpointOf(account: Account): string {
  return account.descriptor.endpoints.table ?? '';
}

/**
 * Reads the whole file and every row of the table that it lists. Rows that cannot be restored remain in the list: the
 * job attempts them, is rejected because of their ETag, and reports them by cause.
 * @throws StowageError `invalid.input` for the file; errors of the transport and the disk
 */
export async function checkUndoFile(
  path: string,
  location: UndoFileTarget,
  options: CheckOptions,
): Promise<CheckedUndoFile> {
  const { planPath } = options;
  try {
    const file = await openUndoFile(path);
    await mkdir(dirname(planPath), { recursive: true, mode: 0o700 });
    const { found, extent } = await compare(file, location, options);
    let isTaken = false;
    return {
      found,
      take: async (to) => {
        if (isTaken) throw new StowageError('conflict.other', 'These rows are being put back already.');
        isTaken = true;
        await renameSynced(planPath, to);
        return extent;
      },
      dispose: () => (isTaken ? Promise.resolve() : rm(planPath, { force: true })),
    };
  } catch (thrown) {
    await rm(planPath, { force: true });
    throw localError(thrown, path);
  }
}

async function compare(
  file: UndoFile,
  { account, table }: UndoFileTarget,
  { clock, planPath, signal, onProgress }: CheckOptions,
): Promise<{ readonly found: UndoFileCheck; readonly extent: PlanExtent }> {
  const { head } = file;
  const obstacles = new Map<UndoFileObstacle['kind'], UndoFileObstacle & { examples: string[] }>();
  const counts = { rows: 0, inserts: 0, replaces: 0, already: 0, requests: 0 };
  const view = (state: UndoFileCheck['state']): UndoFileCheck => ({
    state,
    file: head,
    endpoint: endpointOf(account),
    table,
    ...counts,
    elsewhere: [
      ...(head.endpoint === endpointOf(account) ? [] : (['endpoint'] as const)),
      ...(head.table === table ? [] : (['table'] as const)),
    ],
    obstacles: [...obstacles.values()].map((one) => ({ ...one, examples: [...one.examples] })),
  });
  const writer = await PlanWriter.open(planPath);
  try {
    for await (const group of file.groups(rowsAtOnce)) {
      signal.throwIfAborted();
      const now = await readMany({ account, table, clock, signal }, group);
      counts.requests += now.requests;
      const listed: Entity[] = [];
      group.forEach((row, at) => {
        counts.rows += 1;
        const fate = fateOf(row, now.rows[at] ?? null);
        if (fate === 'already') counts.already += 1;
        else listed.push(row);
        if (fate === 'inserts' || fate === 'replaces') counts[fate] += 1;
        else if (fate !== 'already') {
          const known = obstacles.get(fate) ?? { kind: fate, count: 0, examples: [] };
          const examples = known.examples.length < examplesShown ? [...known.examples, nameOf(row)] : known.examples;
          obstacles.set(fate, { kind: fate, count: known.count + 1, examples });
        }
      });
      await writer.add(listed);
      onProgress(view('reading'));
    }
  } finally {
    await writer.close();
  }
  return { found: view('complete'), extent: writer.extent };
}

function fateOf(row: Entity, now: Entity | null): 'inserts' | 'replaces' | 'already' | UndoFileObstacle['kind'] {
  if (now !== null && sameContent(row, now)) return 'already';
  // A row without an ETag was deleted by the change.
  if (row.etag === '') return now === null ? 'inserts' : 'exists';
  if (now === null) return 'gone';
  return now.etag === row.etag ? 'replaces' : 'changed';
}
