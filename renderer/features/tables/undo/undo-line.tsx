// One line of the applied changes: the moment and table of an apply, or one change with what restoring would do.
import { Badge, Time, Truncate } from '@renderer/ui';
import type { UndoEntry } from '@shared/model/edit-outcome';
import { diffSummary } from '../review/property-diff';
import { counted } from '../review/review-lines';
import { type UndoLine, changeWords, kindOfChange, restoreDiff, rowOfChange } from './undo-lines';
import styles from './undo-line.module.css';

interface Mark {
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
}

export interface HeadingLineProps {
  readonly line: Extract<UndoLine, { kind: 'heading' }>;
  readonly mark: Mark;
  readonly onToggle: () => void;
}

export function HeadingLine({ line, mark, onToggle }: HeadingLineProps) {
  return (
    <span className={styles.heading}>
      <Box mark={mark} onToggle={onToggle} />
      <Time at={line.atMs} />
      <Truncate className={styles.table ?? ''}>{line.tables.join(', ')}</Truncate>
      <span className={styles.count}>{counted(line.ids.length, 'change')}</span>
    </span>
  );
}

export interface ChangeLineProps {
  readonly entry: UndoEntry;
  readonly mark: Mark;
  readonly onToggle: () => void;
}

export function ChangeLine({ entry, mark, onToggle }: ChangeLineProps) {
  const kind = kindOfChange(entry);
  const summary = diffSummary(restoreDiff(entry));
  return (
    <span className={styles.change}>
      <Box mark={mark} onToggle={onToggle} />
      <span className={styles.kind}>
        <Badge tone={kind === 'deleted' ? 'bad' : 'neutral'}>{changeWords[kind]}</Badge>
      </span>
      <Truncate className={styles.row ?? ''}>{rowOfChange(entry)}</Truncate>
      <Truncate className={styles.summary ?? ''}>{kind === 'changed' || kind === 'moved' ? summary : ''}</Truncate>
      {entry.state === 'restored' ? <Badge tone="good">Restored</Badge> : null}
      {entry.state === 'uncertain' ? <Badge tone="caution">Outcome unknown</Badge> : null}
    </span>
  );
}

/** For the pointer; the keyboard chooses with the space bar on the line itself, and hears it there. */
function Box({ mark, onToggle }: { readonly mark: Mark; readonly onToggle: () => void }) {
  return (
    <span
      aria-hidden
      className={styles.box}
      data-chosen={mark.isChosen ? '' : undefined}
      data-disabled={mark.isDisabled ? '' : undefined}
      onClick={mark.isDisabled ? undefined : onToggle}
    />
  );
}
