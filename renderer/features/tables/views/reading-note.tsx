// Over the rows: how far the reading of entities is whose change waits to be staged, and the way to give it up.
import { t } from '@shared/strings/t';
import { counted } from '@shared/strings/counted';
import { Button, ProgressBar } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { FileSearch } from 'lucide-react';
import { useStore } from 'zustand';
import { Note } from './note';
import type { WholeReads } from '../edit/whole-reads';

export function ReadingNote({ reads }: { readonly reads: WholeReads }) {
  const reading = useStore(reads.store);
  if (reading === null) return null;
  const { done, total } = reading;
  const far = t`${formatCount(done)} of ${counted(total, 'entity')}`;
  return (
    <Note
      icon={<FileSearch size={14} aria-hidden />}
      verbs={<Button size="small" onPress={() => reads.stop()}>{t`Stop`}</Button>}
    >
      {t`Only some columns are here, so the entities are read whole first: ${far}.`}
      <ProgressBar label={t`Reading the entities whole`} fraction={done / total} valueText={far} />
    </Note>
  );
}
