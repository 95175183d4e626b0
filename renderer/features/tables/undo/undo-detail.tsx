// What restoring one change would do, property by property; after a try that met another writer, what is there now.
import { Time } from '@renderer/ui';
import type { RestoreResult } from '@shared/model/edit-outcome';
import { ConflictTable } from '../review/conflict-table';
import { DiffTable } from '../review/diff-table';
import { counted } from '../review/review-lines';
import styles from './undo-detail.module.css';
import { type UndoLine, restoreDiff, restoreWords, rowOfChange } from './undo-lines';

export interface UndoDetailProps {
  readonly line: UndoLine | undefined;
  /** Of the last restoration. */
  readonly result: RestoreResult | undefined;
}

export function UndoDetail({ line, result }: UndoDetailProps) {
  if (line === undefined) return null;
  if (line.kind === 'heading') {
    return (
      <section className={styles.detail} aria-label="The chosen apply" tabIndex={0}>
        <h3 className={styles.title}>{line.tables.join(', ')}</h3>
        <p className={styles.words}>
          {counted(line.ids.length, 'change')} applied together <Time at={line.atMs} />. The space bar chooses all of
          them.
        </p>
      </section>
    );
  }
  const { entry } = line;
  const diff = entry.state === 'restored' ? [] : restoreDiff(entry);
  const refused = result?.notRestored.find(({ id }) => id === entry.id);
  return (
    <section className={styles.detail} aria-label="The chosen change" tabIndex={0}>
      <h3 className={styles.title}>{rowOfChange(entry)}</h3>
      <p className={styles.words}>
        {entry.table}, applied <Time at={entry.atMs} />.{' '}
        {entry.state === 'restored' ? 'It was restored.' : restoreWords(entry)}
        {entry.state === 'uncertain'
          ? ' No answer came when it was written. It is restored only if the store holds exactly what was sent.'
          : ''}
      </p>
      {refused === undefined ? null : <p className={styles.refused}>Not restored: {refused.reason}</p>}
      {refused?.conflict === undefined ? (
        diff.length > 0 ? (
          <DiffTable label="What restoring does" diff={diff} before="As the change left it" after="Restored" />
        ) : null
      ) : (
        <ConflictTable
          conflict={refused.conflict}
          columns="all"
          picks={null}
          headings={{ mine: 'Would be restored', theirs: 'There now', 'as-read': 'As the change left it' }}
          isDisabled
          onPick={() => undefined}
        />
      )}
    </section>
  );
}
