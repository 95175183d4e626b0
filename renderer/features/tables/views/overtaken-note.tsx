// Over the rows: something else of this window wrote to the table since they were read, with the way to read them again.
import { t } from '@shared/strings/t';
import { Button } from '@renderer/ui';
import { RefreshCw } from 'lucide-react';
import { Note } from './note';

export interface OvertakenNoteProps {
  /** What wrote to the table: `An import`; null for nothing. */
  readonly by: string | null;
  readonly onReadAgain: () => void;
}

export function OvertakenNote({ by, onReadAgain }: OvertakenNoteProps) {
  if (by === null) return null;
  return (
    <Note
      icon={<RefreshCw size={14} aria-hidden />}
      verbs={<Button size="small" onPress={onReadAgain}>{t`Read again`}</Button>}
    >
      {t`${by} changed this table after these rows were read.`}
    </Note>
  );
}
