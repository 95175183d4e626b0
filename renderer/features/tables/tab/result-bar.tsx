// The bar between the query and its result: views, counting, and tools for the rows.
import { useShortcut } from '@renderer/keys/keys';
import { IconButton } from '@renderer/ui';
import { t } from '@shared/strings/t';
import { Plus } from 'lucide-react';
import { type CountVerbProps, CountVerb } from '../insights/count-verb';
import { type RowsToolsProps, RowsTools } from '../grid/rows-tools';
import type { ResultSession } from '../result/result-session';
import type { SessionState } from '../result/run-state';
import { type ViewBarProps, ViewBar } from './view-bar';

export interface ResultBarProps
  extends
    Omit<ViewBarProps, 'children'>,
    Pick<CountVerbProps, 'analysis' | 'connectionId'>,
    Omit<RowsToolsProps, 'rowCount'> {
  readonly session: Pick<ResultSession, 'store'>;
  readonly state: SessionState;
  /** Why nothing can be inserted; null where it can. */
  readonly insertDisabledReason: string | null;
  readonly onInsert: () => void;
}

export function ResultBar(props: ResultBarProps) {
  const { view, onViewChange, hasCounters, analysis, connectionId, session, state } = props;
  const { grid, columns, isActive, insertDisabledReason, onInsert } = props;
  const insertKeys = useShortcut('insert');
  return (
    <ViewBar view={view} onViewChange={onViewChange} hasCounters={hasCounters}>
      <CountVerb
        analysis={analysis}
        connectionId={connectionId}
        query={state.query}
        run={state.run}
        latest={session.store.getState}
        beside={view === 'schema' || view === 'partitions' ? 'statistics' : 'rows'}
      />
      {view === 'rows' ? (
        <IconButton
          label={t`Insert an entity`}
          shortcut={insertKeys}
          icon={<Plus size={16} aria-hidden />}
          disabledReason={insertDisabledReason}
          onPress={onInsert}
        />
      ) : null}
      {view === 'rows' ? (
        <RowsTools grid={grid} columns={columns} isActive={isActive} rowCount={state.rowCount} />
      ) : null}
    </ViewBar>
  );
}
