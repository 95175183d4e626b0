// The review of a tab's staged edits: whether it is open, and the sheet.
import { t } from '@shared/strings/t';
import { StowageError } from '@shared/errors';
import { reasonOf, showToast } from '@renderer/ui';
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import { type ReactNode, useEffect, useState } from 'react';
import type { EditTarget } from './edit-target';
import { ReviewPanel } from './review-panel';
import { takeRequestedReviews } from './requested-review';
import { readWhole } from '../staging/staging';
import type { StagedEdits } from '../staging/staged-tables';

export interface Review {
  readonly open: () => void;
  /** Opens at the known conflict of this edit. */
  readonly resolve: (editId: string) => void;
  /** Null while it is closed. */
  readonly element: ReactNode;
}

export interface ReviewInput {
  readonly location: EditTarget;
  /** For a tab that shows one entity. */
  readonly keys?: EntityKeys;
  /** The staged edits of the tab. */
  readonly edits: readonly StagedEdit[];
  readonly staging: Pick<StagedEdits, 'state' | 'conflicts' | 'amend' | 'results'>;
  /** Returns the focus to the rows. */
  readonly onLeave: () => void;
  /** The user left the review to correct this edit; `field` is a property, a key or something else. */
  readonly onGoTo: (editId: string, field: string) => void;
}

export function useReview({ location, keys, edits, staging, onLeave, onGoTo }: ReviewInput): Review {
  const [opened, setOpened] = useState<{ readonly at: string | null } | null>(null);
  const close = (): void => setOpened(null);
  const { connectionId, table } = location;
  const { partitionKey, rowKey } = keys ?? {};
  useEffect(() => {
    const one = partitionKey === undefined || rowKey === undefined ? undefined : { partitionKey, rowKey };
    return takeRequestedReviews({ connectionId, table, keys: one }, () => setOpened({ at: null }));
  }, [connectionId, table, partitionKey, rowKey]);
  const { onSending, onOutcomes, onDropped, onRestored } = staging.results;
  const { returned } = staging.state;
  const settle = (settled: Promise<void>): void => void settled.catch(reportUnreadable);
  const element =
    opened === null ? null : (
      <ReviewPanel
        target={location}
        edits={edits}
        conflicts={staging.conflicts.filter(({ edit }) => edits.includes(edit))}
        beginAt={opened.at}
        returned={returned}
        results={{
          onSending,
          onOutcomes: (outcomes, sent) => settle(onOutcomes(outcomes, sent)),
          onDropped: (editIds) => settle(onDropped(editIds)),
          onRestored: (undoIds) => settle(onRestored(undoIds)),
          onReadWhole: (entity) => staging.amend((before) => readWhole(before, entity)),
        }}
        onClose={() => {
          close();
          onLeave();
        }}
        onGoTo={(editId, field) => {
          close();
          onGoTo(editId, field);
        }}
      />
    );
  return { open: () => setOpened({ at: null }), resolve: (editId) => setOpened({ at: editId }), element };
}

/** The edits are written; only the rows on screen may be outdated. */
function reportUnreadable(thrown: unknown): void {
  showToast({
    tone: 'bad',
    title: t`Some rows could not be read again`,
    text: t`${reasonOf(thrown)} Run the query again to see the current rows.`,
    failure: StowageError.from(thrown),
  });
}
