// The review of a table tab's staged edits: whether it is open, and the sheet itself.
import { showToast } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import { type ReactNode, useState } from 'react';
import type { EditPlace } from '../review/edit-place';
import { ReviewPanel } from '../review/review-panel';
import type { StagedEdits } from './use-staging';

export interface Review {
  readonly open: () => void;
  /** Null while it is closed. */
  readonly element: ReactNode;
}

export interface ReviewInput {
  readonly place: EditPlace;
  readonly staging: StagedEdits;
  readonly onCopy: (text: string, what: string) => void;
  /** The keyboard goes back to the rows. */
  readonly onLeave: () => void;
}

export function useReview({ place, staging, onCopy, onLeave }: ReviewInput): Review {
  const [isOpen, setOpen] = useState(false);
  const { onOutcomes, onDropped, onRestored } = staging.results;
  const element = isOpen ? (
    <ReviewPanel
      place={place}
      edits={staging.state.staging.edits}
      grouping="each"
      results={{
        onOutcomes: (outcomes, sent) => void onOutcomes(outcomes, sent).catch(tellUnread),
        onDropped: (editIds) => void onDropped(editIds).catch(tellUnread),
        onRestored: () => void onRestored().catch(tellUnread),
      }}
      onCopy={onCopy}
      onClose={() => {
        setOpen(false);
        onLeave();
      }}
    />
  ) : null;
  return { open: () => setOpen(true), element };
}

/** What was written is written; only the rows on screen may be older. */
function tellUnread(thrown: unknown): void {
  showToast({
    tone: 'bad',
    title: 'Some rows could not be read again',
    text: `${StowageError.from(thrown).message} Run the query again to see what the table holds.`,
  });
}
