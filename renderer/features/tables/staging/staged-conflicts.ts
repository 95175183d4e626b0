// Conflicts of staged changes that were found and not settled: each holds while its change starts from what the table no
// longer holds. What is done about one is the review's business. Pure.
import { describeConflict } from '@shared/edit/conflict';
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { EditConflict, EditOutcome } from '@shared/model/edit-outcome';
import type { Entity } from '@shared/model/entity';
import { rowId } from '@shared/rows/packed-rows';

/** What a change met in the table, by the id of its edit. */
export type MetEntities = ReadonlyMap<string, Met>;

interface Met {
  /** The version that the edit was made from; null for an insert. */
  readonly etag: string | null;
  /** What is there instead; null where nothing is. */
  readonly theirs: Entity | null;
}

export interface StagedConflict {
  readonly edit: StagedEdit;
  readonly conflict: EditConflict;
}

/** @param sent the edits as they were when these outcomes were found */
export function withOutcomes(
  met: MetEntities,
  sent: readonly StagedEdit[],
  outcomes: readonly EditOutcome[],
): MetEntities {
  const edits = new Map(sent.map((edit) => [edit.id, edit]));
  const found = outcomes.flatMap((outcome): readonly (readonly [string, Met])[] => {
    const edit = edits.get(outcome.editId);
    if (outcome.kind !== 'conflict' || edit === undefined) return [];
    return [[edit.id, { etag: etagOf(edit), theirs: outcome.conflict.theirs }]];
  });
  return found.length === 0 ? met : new Map([...met, ...found]);
}

/** The conflicts of these edits in their present form, with what was staged after the conflict was found. */
export function conflictsOf(edits: readonly StagedEdit[], met: MetEntities): readonly StagedConflict[] {
  if (met.size === 0) return [];
  return edits.flatMap((edit) => {
    const known = met.get(edit.id);
    return known !== undefined && stillMeets(edit, known)
      ? [{ edit, conflict: describeConflict(edit, known.theirs) }]
      : [];
  });
}

function stillMeets(edit: StagedEdit, { etag, theirs }: Met): boolean {
  if (edit.kind === 'insert') return edit.mode === 'insert' && theirs !== null && isAt(edit.entity, theirs);
  if (theirs !== null && !isAt(edit.read, theirs)) return edit.kind === 'change-keys' && isAt(edit.to, theirs);
  return edit.read.etag === etag;
}

const etagOf = (edit: StagedEdit): string | null => (edit.kind === 'insert' ? null : edit.read.etag);
const isAt = (keys: EntityKeys, entity: EntityKeys): boolean => rowId(keys) === rowId(entity);
