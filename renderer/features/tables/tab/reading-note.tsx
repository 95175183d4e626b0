// Over the rows: how far the reading of entities is whose change waits to be staged, and the way to give it up.
import { t } from '@shared/strings/t';
import { counted } from '@shared/strings/counted';
import { Button, ProgressBar, VisuallyHidden } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { FileSearch } from 'lucide-react';
import { useStore } from 'zustand';
import { Note } from '../result/note';
import type { ReadingWhole, WholeReads } from '../staging/whole-reads';

export interface ReadingNoteProps {
  readonly reads: WholeReads;
  /** The button that stopped it is gone: somebody else takes the keyboard. */
  readonly onStopped: () => void;
}

export function ReadingNote({ reads, onStopped }: ReadingNoteProps) {
  const reading = useStore(reads.store);
  const stop = (): void => {
    reads.stop();
    onStopped();
  };
  return (
    <>
      {reading === null ? null : <Reading reading={reading} onStop={stop} />}
      <VisuallyHidden>
        <span role="status">{reading === null ? null : t`Reading the entities whole: ${quarterOf(reading)} %`}</span>
      </VisuallyHidden>
    </>
  );
}

/** Told in four steps: each entity would be too much to listen to. */
function quarterOf({ done, total }: ReadingWhole): number {
  return Math.floor((done / total) * 4) * 25;
}

function Reading({ reading, onStop }: { readonly reading: ReadingWhole; readonly onStop: () => void }) {
  const { done, total } = reading;
  const far = t`${formatCount(done)} of ${counted(total, 'entity')}`;
  return (
    <Note
      icon={<FileSearch size={14} aria-hidden />}
      actions={<Button size="small" onPress={onStop}>{t`Stop`}</Button>}
      below={<ProgressBar label={t`Reading the entities whole`} fraction={done / total} valueText={far} />}
    >
      {t`Only some columns are here, so the entities are read whole first: ${far}.`}
    </Note>
  );
}
