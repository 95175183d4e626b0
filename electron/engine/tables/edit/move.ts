// Changes the keys of an entity across partitions, which no transaction can do: insert, read back and compare, delete.
// The journal always records the current step.
import { randomUUID } from 'node:crypto';
import { planEdit } from '@shared/edit/plan-edit';
import { StowageError } from '@shared/errors';
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { PlannedRequest } from '@shared/model/edit-review';
import type { Entity, Property } from '@shared/model/entity';
import { isAfterLostReply, mayHaveHappened, readEntity, sameContent } from '../ambiguous-writes';
import type { MoveHead, MoveJournal, JournaledMove, OpenMove } from './move-journal';
import { type EditTarget, type Written, writeRequest } from './write-request';

/** How a move ended: done, undone because of the failure, or interrupted and to be settled later. */
export type MoveResult =
  | { readonly kind: 'done'; readonly written: Written }
  | { readonly kind: 'undone'; readonly failure: StowageError }
  | { readonly kind: 'interrupted'; readonly failure: StowageError; readonly moveId: string };

export interface MoveRequests {
  readonly insert: PlannedRequest;
  readonly remove: PlannedRequest;
}

/**
 * Failures of the service are results, and so is one of the journal before anything was sent; later ones of the journal
 * are thrown.
 */
export async function runMove(
  target: EditTarget,
  { insert, remove }: MoveRequests,
  plan: Omit<MoveHead, 'id' | 'connectionId' | 'table' | 'atMs'>,
  journal: MoveJournal,
): Promise<MoveResult> {
  const id = randomUUID();
  const { connectionId } = target.account.descriptor;
  let move: OpenMove;
  try {
    move = await journal.begin({ ...plan, id, connectionId, table: target.table, atMs: target.clock.now() });
  } catch (thrown) {
    return { kind: 'undone', failure: StowageError.from(thrown) };
  }
  let written: Written | null = null;
  try {
    written = await writeRequest(target, insert);
    await move.markInserted();
    await verify(target, plan);
    await writeRequest(target, remove);
    await move.close();
    return { kind: 'done', written };
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    return await backOut(target, { failure, written, plan, move, id });
  }
}

interface BackOut {
  readonly failure: StowageError;
  readonly written: Written | null;
  readonly plan: Pick<MoveHead, 'before' | 'to'>;
  readonly move: OpenMove;
  readonly id: string;
}

/** The insert is undone if the old row certainly still exists: else the new one is the last copy. */
async function backOut(target: EditTarget, { failure, written, plan, move, id }: BackOut): Promise<MoveResult> {
  const isOpen = mayHaveHappened(failure) || failure.kind === 'cancelled';
  if (isOpen || (written !== null && !(await takenBack(target, { failure, written, plan })))) {
    await move.abandon();
    return { kind: 'interrupted', failure, moveId: id };
  }
  await move.close();
  return { kind: 'undone', failure };
}

async function takenBack(
  target: EditTarget,
  {
    failure,
    written: { etag },
    plan: { before, to },
  }: Pick<BackOut, 'failure' | 'plan'> & { readonly written: Written },
): Promise<boolean> {
  const isRejected = failure.kind === 'conflict' || failure.code === 'not-found.entity';
  // After a lost response, the entity at the old keys may be another row, inserted after our delete.
  if (!isRejected || isAfterLostReply(failure) || etag === null) return false;
  try {
    if ((await readEntity(target, before)) === null) return false;
    await writeRequest(target, deletionOf(target.table, { ...rowOf(to, []), etag }));
    return true;
  } catch {
    return false;
  }
}

async function verify(target: EditTarget, { to, properties }: Pick<MoveHead, 'to' | 'properties'>): Promise<void> {
  if (!sameContent({ properties }, await readEntity(target, to))) throw changedMeanwhile(target.table, to);
}

/**
 * Completes an interrupted move. Returns the ETag of the remaining row.
 * @throws StowageError `conflict.etag-changed` when a row is not as the move left it; nothing is lost then
 */
export async function settleMove(
  target: EditTarget,
  journaled: JournaledMove,
  how: 'finish' | 'undo',
): Promise<string> {
  const { before, to, properties } = journaled;
  const [old, moved] = await Promise.all([readEntity(target, before), readEntity(target, to)]);
  if (moved !== null && !sameContent({ properties }, moved)) throw changedMeanwhile(target.table, to);
  if (old === null && moved === null) throw changedMeanwhile(target.table, before);
  if (how === 'finish') {
    if (old !== null && old.etag !== before.etag) throw changedMeanwhile(target.table, before);
    const etag = moved?.etag ?? (await insertAt(target, to, properties));
    await verify(target, journaled);
    if (old !== null) await writeRequest(target, deletionOf(target.table, old));
    return etag;
  }
  // If the row is not the one that was copied, it is unknown whether it is a newer version of it or a replacement.
  if (old !== null && moved !== null && !sameContent(before, old)) throw changedMeanwhile(target.table, before);
  const etag = old?.etag ?? (await insertAt(target, before, before.properties));
  if (moved !== null) await writeRequest(target, deletionOf(target.table, moved));
  return etag;
}

async function insertAt(target: EditTarget, keys: EntityKeys, properties: readonly Property[]): Promise<string> {
  const { partitionKey, rowKey } = keys;
  const entity = { partitionKey, rowKey, properties: [...properties] };
  const edit: StagedEdit = { kind: 'insert', id: '', mode: 'insert', entity };
  return (await writeRequest(target, planEdit(target.table, edit).requests[0])).etag ?? '';
}

function deletionOf(table: string, read: Entity): PlannedRequest {
  return planEdit(table, { kind: 'delete', id: '', read, readColumns: 'all', condition: 'as-read' }).requests[0];
}

function rowOf({ partitionKey, rowKey }: EntityKeys, properties: readonly Property[]): Entity {
  return { partitionKey, rowKey, timestamp: '', etag: '', properties: [...properties] };
}

function changedMeanwhile(table: string, { partitionKey, rowKey }: EntityKeys): StowageError {
  return new StowageError('conflict.etag-changed', 'A row of the move is not as it was left.', {
    context: { table, partitionKey, rowKey },
  });
}
