// One table: build a query, see its cost, run it, read its rows and one row in full, stage changes. Lays out the tab; its
// state is in open-table.tsx.
import { t } from '@shared/strings/t';
import { type TimeKeys, ticksOfKeys } from '@shared/query/wad-window';
import { useRef } from 'react';
import { ChangesBar } from '../edits/changes-bar';
import { WadBar } from '../insights/wad-bar';
import { QueryPages } from '../query/page-footer';
import type { QueryRun } from '../result/query-run';
import { isOfCounters } from '../result/table-view';
import { InspectorPane } from './entity-inspector';
import {
  type TableTabProps,
  Later,
  OpenTableProvider,
  useChanges,
  useOpenTable,
  useResult,
  useShown,
  useTab,
} from './open-table';
import { PendingBar, ResultBar, ResultPane } from './result-pane';
import { TableHead } from './table-head';
import { TableNotes } from './table-notes';
import styles from './table-tab.module.css';

export function TableTab(props: TableTabProps) {
  const element = useRef<HTMLElement>(null);
  const table = useOpenTable(props, element);
  const { seen, library } = table.result;
  return (
    <section ref={element} aria-label={t`Table ${props.table}`} className={styles.tab}>
      <div className={styles.main}>
        <Later table={table}>
          <TableHead />
        </Later>
        <OpenTableProvider {...table}>
          {seen.time === null ? null : <TimeWindow keys={seen.time} />}
          <TableNotes />
        </OpenTableProvider>
        <Later table={table}>{library.state === null ? <ResultBar /> : <PendingBar />}</Later>
        <OpenTableProvider {...table}>
          <ResultPane />
          <StagedChanges />
        </OpenTableProvider>
        <Later table={table}>
          <Pages />
        </Later>
      </div>
      <Later table={table}>
        <InspectorPane />
      </Later>
      {table.changes.review.element}
      {table.changes.undoPrompt}
    </section>
  );
}

/** Of a diagnostics table. */
function TimeWindow({ keys }: { readonly keys: TimeKeys }) {
  const { zone, setZone } = useTab();
  const { session, state, runs } = useResult();
  const { view, board } = useShown();
  return (
    <WadBar
      keys={keys}
      zone={zone}
      onZoneChange={setZone}
      newestTicks={newestTicks(session, state.rowCount)}
      requested={state.query}
      columns={state.columns.map(({ name }) => name)}
      onRead={runs.readWindow}
      onFollow={(isOn) => board.setFollow(isOn ? 'following' : 'still')}
      followedBy={isOfCounters(view.inFront) ? 'charts' : 'rows'}
    />
  );
}

function StagedChanges() {
  const { isActive } = useTab();
  const { staging } = useResult();
  const { editing, review, step } = useChanges();
  return (
    <ChangesBar
      counts={staging.counts}
      conflicts={staging.conflicts}
      steps={{ isActive: isActive && review.element === null, onStep: step }}
      onDiscardAll={editing.discardAll}
      onReview={review.open}
      onResolve={review.resolve}
    />
  );
}

function Pages() {
  const { location, analysis } = useTab();
  const { session, state, library } = useResult();
  return (
    <QueryPages
      connectionId={location.connectionId}
      table={location.table}
      session={session}
      state={state}
      analysis={analysis}
      onContinueFrom={library.continueFrom}
    />
  );
}

/** The time of the row that was loaded last; null before the first. */
function newestTicks({ rows }: QueryRun, rowCount: number): bigint | null {
  const keys = [0, rowCount - 1].map((index) => (rowCount === 0 ? undefined : rows.keysAt(index)));
  // Reversed ticks begin with the newest row.
  const times = keys.flatMap((row) => (row === undefined ? [] : [ticksOfKeys(row)])).filter((ticks) => ticks !== null);
  return times.reduce<bigint | null>((newest, ticks) => (newest === null || ticks > newest ? ticks : newest), null);
}
