// Where edits are applied, and who is informed of their outcome.
import type { StagedEdit } from '@shared/model/edit';
import type { EditOutcome } from '@shared/model/edit-outcome';
import type { Entity } from '@shared/model/entity';

export interface EditTarget {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  /** Production asks for a typed name before something is deleted or overwritten. */
  readonly environment: 'production' | 'other';
  readonly access: 'writable' | 'read-only';
}

export interface EditResults {
  /** The edits are about to be applied as they are. */
  readonly onSending: () => void;
  /**
   * As they become known. An applied edit is done: it leaves the staging. `sent`: the edits as they were sent, from
   * which the rows are known; left out after a conflict, where the rows are read anew.
   */
  readonly onOutcomes: (outcomes: readonly EditOutcome[], sent?: readonly StagedEdit[]) => void;
  /** The person keeps what the store holds: these edits leave the staging, and their rows are read anew. */
  readonly onDropped: (editIds: readonly string[]) => void;
  /** Applied edits were undone: rows of the table are not what they were. */
  readonly onRestored: () => void;
  /** An entity of which only a part was known was read whole, and is as it was when its change was staged. */
  readonly onReadWhole: (entity: Entity) => void;
}
