// One table: build a query, see its cost, run it, read its rows and one row in full, stage changes. Puts the tab together
// and leads from one of its parts to another; what each of them knows and does is its own.
import { t } from '@shared/strings/t';
import { currentSettings } from '@renderer/bridge';
import { tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import type { SasScope } from '@shared/model/connection';
import type { TimeZone } from '@shared/query/ticks';
import { ticksOfWadKey } from '@shared/query/wad-window';
import { type ReactNode, useRef, useState } from 'react';
import { AfterRows } from './after-rows';
import { useAnalysis } from '../insights/use-analysis';
import { ChangesBar } from '../edits/changes-bar';
import { InspectorPane } from './entity-inspector';
import { useInspectorPane } from '../edits/use-inspector-pane';
import type { EntityKey } from './entity-tab';
import { TableMenu } from './table-menu';
import { QueryPages } from '../query/page-footer';
import { ResultPane } from './result-pane';
import type { EditTarget } from '../review/edit-target';
import { TableHead } from './table-head';
import { TableNotes } from './table-notes';
import styles from './table-tab.module.css';
import { useShownResult } from './use-shown-result';
import { useTableChanges } from './use-table-changes';
import { type TableResult, useTableResult } from './use-table-result';
import { WadBar } from '../insights/wad-bar';

export interface TableTabProps {
  readonly connectionId: string;
  readonly table: string;
  readonly connectionName: string;
  readonly readOnly: boolean;
  /** What the connection is signed with, where that is a SAS. */
  readonly sas?: SasScope | undefined;
  /** Production asks for more before something is deleted or overwritten. */
  readonly environment: EditTarget['environment'];
  /** Whether this tab is the one on screen. */
  readonly isActive: boolean;
  /** Shows what was applied to this table, to be undone. */
  readonly onOpenUndo: () => void;
  /** Asks whether the connection may be written to. */
  readonly onUnlock: () => void;
  /** Shows one entity in a tab of its own. */
  readonly onOpenEntity: (key: EntityKey) => void;
  /** Shows all long jobs on tables. */
  readonly onShowJobs: () => void;
  /** Shows the import into this table. */
  readonly onImport: () => void;
}

export function TableTab(props: TableTabProps) {
  const { isActive, onUnlock, onImport, onOpenEntity } = props;
  const place = editTargetOf(props);
  const { connectionId, table, access } = place;
  const disabledReasons = tableDisabledReasons({ name: place.connectionName, locked: props.readOnly, sas: props.sas });
  const tab = useRef<HTMLElement>(null);
  const inspector = useInspectorPane(tab);
  const result = useTableResult({ connectionId, table });
  const { session, state, runs, library, staging, columns, seen } = result;
  const analysis = useAnalysis();
  const shown = useShownResult(place, result, inspector.open);
  const { grid } = shown;
  const changes = useTableChanges({
    place,
    disabledReasons,
    result,
    shown,
    inspector,
    onUnlock,
    onImport,
    onOpenEntity,
  });
  const { editing, review } = changes;
  const [zone, setZone] = useState<TimeZone>(() => currentSettings().timeZone);

  const later = (part: ReactNode) => (
    <AfterRows state={state} draft={runs.draft}>
      {part}
    </AfterRows>
  );
  return (
    <section ref={tab} aria-label={t`Table ${table}`} className={styles.tab}>
      <div className={styles.main}>
        {later(
          <TableHead
            place={place}
            tab={tab}
            result={result}
            onOpenInspector={inspector.isShown ? undefined : inspector.open}
          >
            <TableMenu
              place={place}
              disabledReasons={disabledReasons}
              isActive={isActive}
              session={session}
              state={state}
              columns={columns}
              grid={grid}
              onImport={onImport}
              query={runs.preview.state === 'ready' ? runs.preview.query : undefined}
              onShowJobs={props.onShowJobs}
              onOpenUndo={props.onOpenUndo}
              onInsert={changes.insert}
              onReview={staging.state.staging.edits.length === 0 ? undefined : review.open}
            />
          </TableHead>,
        )}
        {seen.kind === 'diagnostics' ? (
          <WadBar
            zone={zone}
            onZoneChange={setZone}
            newestTicks={newestTicks(result)}
            requested={state.query}
            columns={state.columns.map(({ name }) => name)}
            onRead={runs.readWindow}
          />
        ) : null}
        <TableNotes place={place} result={result} reads={editing.edits.reads} onDismissed={shown.focusRows} />
        <ResultPane
          place={place}
          isActive={isActive}
          result={result}
          analysis={analysis}
          shown={shown}
          changes={changes}
          zone={zone}
          onImport={onImport}
        />
        <ChangesBar
          counts={staging.counts}
          conflicts={staging.conflicts}
          steps={{ isActive: isActive && review.element === null, onStep: editing.step }}
          onDiscardAll={editing.discardAll}
          onReview={review.open}
          onResolve={review.resolve}
        />
        {later(
          <QueryPages
            connectionId={connectionId}
            table={table}
            session={session}
            state={state}
            analysis={analysis}
            onContinueFrom={library.continueFrom}
          />,
        )}
      </div>
      {later(
        <InspectorPane
          pane={inspector}
          place={place}
          row={grid.activeRow}
          fillIn={changes.fillIn}
          edits={editing.edits}
          columns={columns.all}
          onUnlock={onUnlock}
          fetched={state.query !== undefined && state.query.select.length > 0 ? 'some' : 'all'}
          selectedRows={grid.selectedRows}
          access={access}
          disabledReasons={disabledReasons}
          delimiters={seen.delimiters}
          onClose={() => {
            inspector.close();
            changes.backToRows();
          }}
          onGoTo={changes.goTo}
          onOpenItself={onOpenEntity}
          onLeave={changes.backToRows}
        />,
      )}
      {review.element}
    </section>
  );
}

function editTargetOf({ connectionId, connectionName, table, environment, readOnly }: TableTabProps): EditTarget {
  return { connectionId, connectionName, table, environment, access: readOnly ? 'read-only' : 'writable' };
}

/** The time of the row that was loaded last; null before the first. */
function newestTicks({ session, state }: TableResult): bigint | null {
  const newest = state.rowCount === 0 ? undefined : session.rows.keysAt(state.rowCount - 1);
  return newest === undefined ? null : ticksOfWadKey(newest.partitionKey);
}
