// Over the rows: something else of this window wrote to the table since they were read, with the way to read them again.
// A table that was empty when it was read costs one page, so it is read again at once, unless new entities stand in its
// tab: their grid is made anew with the rows, and what is being typed there would be lost.
import { t } from '@shared/strings/t';
import { Button } from '@renderer/ui';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import type { SessionState } from '../result/run-state';
import { readsEverything } from './nothing-found';
import { Note } from '../result/note';

export interface OvertakenNoteProps {
  /** What wrote to the table: `An import`; null for nothing. */
  readonly by: string | null;
  readonly state: SessionState;
  /** Rows above those of the result: staged inserts and entities that were inserted. */
  readonly leadRows: number;
  readonly onReadAgain: () => void;
}

export function OvertakenNote({ by, state, leadRows, onReadAgain }: OvertakenNoteProps) {
  const isFilled = by !== null && leadRows === 0 && foundEmptyTable(state);
  useEffect(() => {
    if (isFilled) onReadAgain();
  }, [isFilled, onReadAgain]);
  if (by === null || isFilled) return null;
  return (
    <Note
      icon={<RefreshCw size={14} aria-hidden />}
      actions={<Button size="small" onPress={onReadAgain}>{t`Read again`}</Button>}
    >
      {t`${by} changed this table after these rows were read.`}
    </Note>
  );
}

/** With a condition, finding nothing may have meant reading millions of rows: running it again is left to the person. */
function foundEmptyTable({ status, rowCount, query }: SessionState): boolean {
  return status === 'complete' && rowCount === 0 && query !== undefined && readsEverything(query);
}
