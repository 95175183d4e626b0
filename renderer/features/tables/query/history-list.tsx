// The runs of the table, newest first, with the figures of the last run of each query. Enter loads one into the bar.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { type MenuEntry, Button, costClassLabel, IconButton, LoadingRows, MenuButton, Time } from '@renderer/ui';
import { type HistoryEntry, isUnfinished, queryOf } from '@shared/model/saved-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import { copyText } from '../result/copy-text';
import { useCopyAsActions } from '../result/copy-as-menu';
import { termsText } from './draft-from-query';
import styles from './library.module.css';
import { figuresText, outcomeText } from './run-record';
import { useTableRuns } from './use-saved-queries';
import type { TableLibrary } from './use-table-library';

export interface HistoryListProps {
  readonly library: TableLibrary;
  readonly here: {
    readonly connectionId: string;
    readonly connectionName: string;
    readonly table: string;
    readonly pageSize: number;
  };
  readonly search: string;
  readonly onOpen: (entry: HistoryEntry) => void;
  readonly onContinue: (entry: HistoryEntry) => void;
  readonly onSave: (entry: HistoryEntry) => void;
}

export function HistoryList(props: HistoryListProps) {
  const { library, here, search, onOpen, onContinue } = props;
  const runs = useTableRuns(here.connectionId, here.table);
  const copyAs = useCopyAsActions(here.connectionId, here.connectionName);
  if (runs === undefined) return <LoadingRows label={t`Loading history`} rows={3} />;
  const wanted = search.trim().toLowerCase();
  const shown = runs.filter(({ terms, lastRun }) =>
    [termsText(terms), costClassLabel(lastRun.costClass), outcomeText(lastRun)].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );

  const actions = (entry: HistoryEntry): readonly MenuEntry[] => [
    { id: 'open', label: t`Use in query bar`, onAction: () => onOpen(entry) },
    ...(entry.lastRun.token === null
      ? []
      : [
          {
            id: 'continue',
            label: t`Continue after ${counted(entry.lastRun.rows, 'row')}`,
            onAction: () => onContinue(entry),
          },
          {
            id: 'token',
            label: t`Copy token`,
            onAction: () => copyText(entry.lastRun.token ?? '', t`the token`),
          },
        ]),
    { id: 'save', label: t`Save…`, onAction: () => props.onSave(entry) },
    {
      id: 'opening',
      label: t`Open ${here.table} with this query`,
      onAction: () => library.saved.setDefaultQuery({ terms: entry.terms }),
    },
    'separator',
    ...copyAs(queryOf(entry.terms, here.table, here.pageSize)).map((copy) => ({
      ...copy,
      label: t`Copy as ${copy.label}`,
    })),
    'separator',
    {
      id: 'forget',
      label: t`Remove from history`,
      tone: 'danger',
      onAction: () => library.saved.forget(entry.id),
    },
  ];

  return (
    <>
      <GridList
        aria-label={t`History`}
        className={styles.list ?? ''}
        items={shown}
        onAction={(key) => {
          const entry = shown.find(({ id }) => id === key);
          if (entry !== undefined) onOpen(entry);
        }}
        renderEmptyState={() => (
          <p className={styles.quiet}>
            {runs.length === 0
              ? t`No query of ${here.table} has been run yet. Each run is listed here with its cost.`
              : t`No matching runs.`}
          </p>
        )}
      >
        {(entry) => <HistoryItem entry={entry} actions={actions(entry)} onContinue={() => onContinue(entry)} />}
      </GridList>
      {runs.length === 0 ? null : (
        <ClearFoot runs={runs.length} table={here.table} onClear={() => library.saved.forget()} />
      )}
    </>
  );
}

interface HistoryItemProps {
  readonly entry: HistoryEntry;
  readonly actions: readonly MenuEntry[];
  readonly onContinue: () => void;
}

function HistoryItem({ entry, actions, onContinue }: HistoryItemProps) {
  const { id, terms, lastRun, ranAtMs } = entry;
  return (
    <GridListItem id={id} textValue={termsText(terms)} className={styles.item ?? ''}>
      <span className={styles.words}>
        <span className={styles.filterText}>{termsText(terms)}</span>
        <span className={styles.detail}>
          {figuresText(lastRun)} · {costClassLabel(lastRun.costClass)}
        </span>
        <span className={styles.detail}>
          <Time at={ranAtMs} /> ·{' '}
          <span className={lastRun.ending === 'complete' ? undefined : styles.left}>{outcomeText(lastRun)}</span>
        </span>
      </span>
      {isUnfinished(lastRun) ? <Button size="small" onPress={onContinue}>{t`Continue`}</Button> : null}
      <MenuButton label={t`Actions for this run`} placement="bottom end" entries={actions}>
        <IconButton label={t`Actions for this run`} size="small" icon={<Ellipsis size={14} aria-hidden />} />
      </MenuButton>
    </GridListItem>
  );
}

interface ClearFootProps {
  readonly runs: number;
  readonly table: string;
  readonly onClear: () => void;
}

/** The number of saved queries, and clearing them, with the confirmation shown in its place. */
function ClearFoot({ runs, table, onClear }: ClearFootProps) {
  const [clearing, setClearing] = useState<'no' | 'asked'>('no');
  return (
    <div className={styles.foot}>
      <span className={styles.footNote}>{t`${counted(runs, 'query')} of ${table}`}</span>
      {clearing === 'no' ? (
        <Button size="small" variant="quiet" onPress={() => setClearing('asked')}>{t`Clear history…`}</Button>
      ) : (
        <span className={styles.headVerbs}>
          <Button size="small" onPress={() => setClearing('no')}>{t`Cancel`}</Button>
          <Button
            size="small"
            variant="danger"
            onPress={() => {
              setClearing('no');
              onClear();
            }}
          >
            {t`Clear history of ${table}`}
          </Button>
        </span>
      )}
    </div>
  );
}
