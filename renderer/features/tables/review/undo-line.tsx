// One line of the applied changes: the moment and table of an apply, or one change with what it did.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { Badge, Time, Truncate } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { UndoLine } from '@shared/model/edit-outcome';
import { LineCells } from './line-cells';
import { diffSummary } from '../result/value-diff';
import type { EntryReader } from './entry-reader';
import { type ListLine, appliedDiff, changeLabels, rowOfChange } from './undo-lines';
import styles from './undo-line.module.css';
import { useEntry } from './use-entry';

interface Mark {
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
}

export interface HeadingLineProps {
  readonly line: Extract<ListLine, { kind: 'heading' }>;
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
  readonly change: UndoLine;
  readonly entries: EntryReader;
  readonly mark: Mark;
  readonly onToggle: () => void;
}

export function ChangeLine({ change, entries, mark, onToggle }: ChangeLineProps) {
  const { kind, state } = change;
  const entry = useEntry(entries, change);
  const hasValues = entry !== undefined && entry !== 'gone' && !(entry instanceof StowageError);
  const summary = hasValues && (kind === 'changed' || kind === 'moved') ? diffSummary(appliedDiff(entry)) : '';
  return (
    <LineCells
      depth="indented"
      box={<Box mark={mark} onToggle={onToggle} />}
      kind={<Badge tone={kind === 'deleted' ? 'bad' : 'neutral'}>{changeLabels[kind]}</Badge>}
      row={rowOfChange(change)}
      text={summary}
    >
      {state === 'restored' ? <Badge tone="good">{t`Restored`}</Badge> : null}
      {state === 'uncertain' ? <Badge tone="caution">{t`Outcome unknown`}</Badge> : null}
    </LineCells>
  );
}

/** Only for the pointer: with the keyboard, Space on the line itself chooses it, and screen readers hear that there. */
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
