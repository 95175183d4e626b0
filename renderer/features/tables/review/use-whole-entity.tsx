// Reads an entity completely if its change was based on only some of its properties. If somebody has changed it
// meanwhile, the conflict is shown at once; otherwise the change is based on the whole entity.
import { call } from '@renderer/bridge';
import { describeConflict } from '@shared/edit/conflict';
import { StowageError } from '@shared/errors';
import { type ReactNode, useState } from 'react';
import { ConflictView } from './conflict-view';
import type { EditTarget, EditResults } from './edit-target';
import type { StagedConflict } from '../staging/staged-conflicts';
import type { ReadEdit } from './violation-list';

export interface WholeEntity {
  readonly read: (edit: ReadEdit) => void;
  /** Offers what to do about a conflict that is known already. */
  readonly settle: (known: StagedConflict) => void;
  readonly error: StowageError | null;
  /** Takes the place of the review while there is a conflict to settle. */
  readonly conflict: ReactNode;
}

export interface ConflictOrder {
  /** The conflict to begin with. */
  readonly first: () => StagedConflict | null;
  /** What is offered once this edit was settled, or is left for later; null for the review. */
  readonly after: (editId: string, how: 'settled' | 'later') => StagedConflict | null;
}

export function useWholeEntity(place: EditTarget, results: EditResults, { first, after }: ConflictOrder): WholeEntity {
  const [open, setOpen] = useState(first);
  const [error, setError] = useState<StowageError | null>(null);
  const read = async (edit: ReadEdit): Promise<void> => {
    setError(null);
    const { partitionKey, rowKey, etag } = edit.read;
    try {
      const { connectionId, table } = place;
      const { entity } = await call('entities.get', { connectionId, table, keys: { partitionKey, rowKey } });
      if (entity?.etag === etag) {
        results.onReadWhole(entity);
        return;
      }
      const found = describeConflict(edit, entity);
      results.onOutcomes([{ kind: 'conflict', editId: edit.id, conflict: found }]);
      setOpen({ edit, conflict: found });
    } catch (thrown) {
      setError(StowageError.from(thrown));
    }
  };
  const conflict =
    open === null ? null : (
      <ConflictView
        key={open.edit.id}
        place={place}
        edit={open.edit}
        conflict={open.conflict}
        counter=""
        onOutcome={(outcome) => {
          results.onOutcomes([outcome]);
          setOpen(after(open.edit.id, 'settled'));
        }}
        onKeepTheirs={() => {
          results.onDropped([open.edit.id]);
          setOpen(after(open.edit.id, 'settled'));
        }}
        onLater={() => setOpen(after(open.edit.id, 'later'))}
      />
    );
  return {
    read: (edit) => void read(edit),
    settle: setOpen,
    error,
    conflict,
  };
}
