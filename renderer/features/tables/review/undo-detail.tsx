// What restoring one change would do, property by property; after a try that met another writer, what is there now.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { ErrorNotice, LoadingRows, Time } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { RestoreResult, UndoLine } from '@shared/model/edit-outcome';
import { ConflictTable } from './conflict-table';
import { DetailPane, DetailText } from './detail-pane';
import { DiffTable } from '../result/value-text';
import type { EntryReader } from './entry-reader';
import { type ListLine, restoreDiff, restoreLabels, rowOfChange } from './undo-lines';
import { useEntry } from './use-entry';

export interface UndoDetailProps {
  readonly line: ListLine | undefined;
  readonly entries: EntryReader;
  /** The result of the last restoration. */
  readonly result: RestoreResult | undefined;
}

export function UndoDetail({ line, entries, result }: UndoDetailProps) {
  if (line === undefined) return null;
  if (line.kind === 'heading') {
    return (
      <DetailPane label={t`The chosen apply`} title={line.tables.join(', ')}>
        <DetailText>
          {t`${counted(line.ids.length, 'change')} applied together`} <Time at={line.atMs} />
          {t`. The space bar chooses all of them.`}
        </DetailText>
      </DetailPane>
    );
  }
  return <ChangeDetail change={line.change} entries={entries} result={result} />;
}

interface ChangeDetailProps extends Pick<UndoDetailProps, 'entries' | 'result'> {
  readonly change: UndoLine;
}

function ChangeDetail({ change, entries, result }: ChangeDetailProps) {
  const rejected = result?.notRestored.find(({ id }) => id === change.id);
  return (
    <DetailPane label={t`The chosen change`} title={rowOfChange(change)}>
      <DetailText>
        {t`${change.table}, applied`} <Time at={change.atMs} />.{' '}
        {change.state === 'restored' ? t`It was restored.` : restoreLabels[change.kind]}
        {change.state === 'uncertain'
          ? t` No answer came when it was written. It is restored only if the store holds exactly what was sent.`
          : ''}
      </DetailText>
      {rejected === undefined ? null : <DetailText tone="warning">{t`Not restored: ${rejected.reason}`}</DetailText>}
      {rejected?.conflict !== undefined ? (
        <ConflictTable
          conflict={rejected.conflict}
          columns="all"
          picks={null}
          headings={{ mine: t`Would be restored`, theirs: t`There now`, 'as-read': t`As the change left it` }}
          isDisabled
          onPick={() => undefined}
        />
      ) : change.state === 'restored' ? null : (
        <Values change={change} entries={entries} />
      )}
    </DetailPane>
  );
}

function Values({ change, entries }: Pick<ChangeDetailProps, 'change' | 'entries'>) {
  const entry = useEntry(entries, change);
  if (entry === undefined) return <LoadingRows label={t`Reading the values`} rows={3} columns={[20, 40, 40]} />;
  if (entry === 'gone') return <DetailText>{t`The record is no longer kept: newer ones took its place.`}</DetailText>;
  if (entry instanceof StowageError) return <ErrorNotice error={entry} />;
  const diff = restoreDiff(entry);
  return diff.length === 0 ? null : (
    <DiffTable label={t`What restoring does`} diff={diff} before={t`As the change left it`} after={t`Restored`} />
  );
}
