// The list of differences beside the one that is selected.
import { useMemo, useState, useSyncExternalStore } from 'react';
import { t } from '@shared/strings/t';
import { ErrorNotice } from '@renderer/ui';
import styles from './diff.module.css';
import type { KindFilter } from './diff-labels';
import { DifferenceDetail } from './difference-detail';
import { DifferenceList } from './difference-list';
import { createDifferencePages, readDifferences } from './difference-pages';

export interface DifferenceViewProps {
  readonly diffId: string;
  readonly kind: KindFilter;
  readonly total: number;
  readonly leaveOut: ReadonlySet<string>;
}

export function DifferenceView({ diffId, kind, total, leaveOut }: DifferenceViewProps) {
  const pages = useMemo(
    () => createDifferencePages(readDifferences(diffId, kind === 'all' ? undefined : kind)),
    [diffId, kind],
  );
  const [selected, setSelected] = useState(0);
  const held = useSyncExternalStore(pages.subscribe, pages.held);
  const found = held.at(selected);
  if (total === 0) return <p className={styles.none}>{noneLabels[kind]}</p>;
  return (
    <div className={styles.view}>
      <DifferenceList pages={pages} total={total} leaveOut={leaveOut} selected={selected} onSelect={setSelected} />
      {held.error === null ? null : <ErrorNotice error={held.error} />}
      {found === undefined ? null : <DifferenceDetail found={found} leaveOut={leaveOut} />}
    </div>
  );
}

const noneLabels: Readonly<Record<KindFilter, string>> = {
  all: t`Nothing differs.`,
  changed: t`No row is in both tables and differs.`,
  removed: t`No row is only in A.`,
  added: t`No row is only in B.`,
};
