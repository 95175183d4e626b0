// The button in the query bar that opens the queries of a table: saved ones and the history, searched together, and above
// them the saved query that is loaded in the bar.
import { t } from '@shared/strings/t';
import { Button, Popover, ResponsiveLabel, SearchField, SegmentedControl, showFailure, Tooltip } from '@renderer/ui';
import type { HistoryEntry, SavedQuery } from '@shared/model/saved-query';
import { BookMarked } from 'lucide-react';
import { type KeyboardEvent, useContext, useRef, useState } from 'react';
import { OverlayTriggerStateContext } from 'react-aria-components';
import { HistoryList } from './history-list';
import styles from './library.module.css';
import { type SaveTask, SavedList, SaveForm } from './saved-queries';
import type { OpenedQuery, TableLibrary } from './use-table-library';

interface QueriesButtonProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  readonly library: TableLibrary;
  /** Names of the properties found in loaded rows. */
  readonly columns: readonly string[];
  /** Rows per page as in the settings. */
  readonly pageSize: number;
}

export function QueriesButton(props: QueriesButtonProps) {
  const { opened } = props.library;
  return (
    <Popover
      label={t`Queries`}
      placement="bottom end"
      trigger={
        <Tooltip text={opened === undefined ? t`Saved queries and history` : openedText(opened)}>
          <Button icon={<BookMarked size={14} aria-hidden />} className={styles.trigger ?? ''}>
            <ResponsiveLabel>{opened === undefined ? t`Queries` : openedText(opened)}</ResponsiveLabel>
            {opened?.state === 'changed' ? <span className={styles.changed} /> : null}
          </Button>
        </Tooltip>
      }
    >
      <QueriesPanel {...props} />
    </Popover>
  );
}

function openedText({ saved, state }: OpenedQuery): string {
  return state === 'changed' ? t`${saved.name} (changed)` : saved.name;
}

const tabs = [
  { value: 'saved', label: t`Saved` },
  { value: 'history', label: t`History` },
] as const;

function QueriesPanel(props: QueriesButtonProps) {
  const { library, table, connectionId, connectionName } = props;
  const popover = useContext(OverlayTriggerStateContext);
  const [tab, setTab] = useState<'saved' | 'history'>('saved');
  const [search, setSearch] = useState('');
  const [task, setTask] = useState<SaveTask>();
  const panel = useRef<HTMLDivElement>(null);
  const close = (): void => popover?.close();

  if (task !== undefined) {
    return (
      <SaveForm
        task={task}
        here={{ connectionId, connectionName, table }}
        save={library.saved.save}
        onSaved={(saved) => {
          if (task.kind === 'new' && task.source === 'bar') library.markSaved(saved);
          setTab('saved');
          setTask(undefined);
        }}
        onCancel={() => setTask(undefined)}
      />
    );
  }

  const open = (saved: SavedQuery): void => {
    library.put(saved.terms, saved);
    close();
  };
  const toList = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement)) return;
    const first = panel.current?.querySelector<HTMLElement>('[role="row"]');
    if (first === null || first === undefined) return;
    event.preventDefault();
    first.focus();
  };
  const saveTerms = (entry: HistoryEntry): void =>
    setTask({ kind: 'new', source: 'history', name: '', description: '', terms: entry.terms });
  const { terms } = library;

  return (
    <div ref={panel} className={styles.panel} onKeyDown={toList}>
      <OpenedHead library={library} onSaveAs={setTask} />
      <div className={styles.head}>
        <SegmentedControl label={t`Query list`} options={tabs} value={tab} onChange={setTab} />
        {library.opened === undefined ? (
          <Button
            size="small"
            isDisabled={terms === undefined}
            onPress={() => {
              if (terms !== undefined) setTask({ kind: 'new', source: 'bar', name: '', description: '', terms });
            }}
          >
            {t`Save this query…`}
          </Button>
        ) : null}
      </div>
      <SearchField
        label={tab === 'saved' ? t`Search saved queries` : t`Search runs`}
        size="small"
        value={search}
        onChange={setSearch}
        autoFocus
      />
      {tab === 'saved' ? (
        <SavedList
          library={library}
          here={{ connectionId, connectionName, table, columns: props.columns, pageSize: props.pageSize }}
          search={search}
          onOpen={open}
          onTask={setTask}
        />
      ) : (
        <HistoryList
          library={library}
          here={{ connectionId, connectionName, table, pageSize: props.pageSize }}
          search={search}
          onOpen={(entry) => {
            library.put(entry.terms);
            close();
          }}
          onContinue={(entry) => {
            library.continueRun(entry);
            close();
          }}
          onSave={saveTerms}
        />
      )}
    </div>
  );
}

interface OpenedHeadProps {
  readonly library: TableLibrary;
  readonly onSaveAs: (task: SaveTask) => void;
}

function OpenedHead({ library, onSaveAs }: OpenedHeadProps) {
  const { opened, terms, saved: savedQueries } = library;
  if (opened === undefined) return null;
  const { saved } = opened;
  const update = (): void => {
    if (terms === undefined) return;
    savedQueries.save({ ...saved, terms }).then(library.markSaved, (thrown: unknown) => {
      showFailure(thrown, t`Could not save ${saved.name}`);
    });
  };
  return (
    <div className={styles.head}>
      <span className={styles.openedName}>
        {saved.name}
        {opened.state === 'changed' ? <span className={styles.openedState}>{t`changed`}</span> : null}
      </span>
      <span className={styles.headVerbs}>
        {opened.state === 'changed' ? (
          <>
            <Button size="small" variant="quiet" onPress={() => library.put(saved.terms, saved)}>{t`Revert`}</Button>
            <Button size="small" variant="primary" isDisabled={terms === undefined} onPress={update}>{t`Save`}</Button>
          </>
        ) : null}
        <Button
          size="small"
          isDisabled={terms === undefined}
          onPress={() => {
            if (terms === undefined) return;
            const { name, description } = saved;
            onSaveAs({ kind: 'new', source: 'bar', name: `${name} 2`, description, terms });
          }}
        >
          {t`Save as…`}
        </Button>
      </span>
    </div>
  );
}
