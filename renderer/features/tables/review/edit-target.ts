// Where edits are applied, and who is informed of their outcome.
import type { StagedEdit } from '@shared/model/edit';
import type { EditOutcome } from '@shared/model/edit-outcome';
import type { Entity } from '@shared/model/entity';

export interface EditTarget {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  /** On production, a name must be typed before something is deleted or overwritten. */
  readonly environment: 'production' | 'other';
  readonly access: 'writable' | 'read-only';
}

export interface EditResults {
  /** The edits are about to be sent. */
  readonly onSending: () => void;
  /**
   * Outcomes as they become known. Applied edits are no longer staged. `sent`: the edits as they were sent, from which
   * the new rows follow; omitted after a conflict, when the rows are read again.
   */
  readonly onOutcomes: (outcomes: readonly EditOutcome[], sent?: readonly StagedEdit[]) => void;
  /** The user keeps the stored entities: these edits are no longer staged, and their rows are read again. */
  readonly onDropped: (editIds: readonly string[]) => void;
  /** Applied edits were undone, so that rows of the table have changed. */
  readonly onRestored: (undoIds: readonly string[]) => void;
  /** A partly read entity was read in full, and has not changed since its change was staged. */
  readonly onReadWhole: (entity: Entity) => void;
}
