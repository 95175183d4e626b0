// Over the result of a table tab: the query, what it costs, and the menus of the query and the table.
import { useTableService } from '@renderer/live/connection';
import { t } from '@shared/strings/t';
import { IconButton } from '@renderer/ui';
import { PanelRight } from 'lucide-react';
import type { RefObject } from 'react';
import { QueriesButton } from '../query/queries-button';
import { ColumnsChooser, QueryOptions, withOptions } from '../query/query-options';
import { CostLine } from '../query/cost-line';
import { withOperator } from '../query/key-draft';
import { QueryBar } from '../query/query-bar';
import { sameQuery } from '../query/query-draft';
import { CopyAsMenu } from '../result/copy-as-menu';
import { useInspector, useResult, useTab } from './open-table';
import { TableMenu } from './table-menu';

const partitionKeyInput = '[data-key="PartitionKey"] input';

export function TableHead() {
  const { place, element } = useTab();
  const { connectionId, connectionName, table } = place;
  const { session, state, runs, library, columns, seen, pageSize } = useResult();
  const { draft, setDraft, preview } = runs;
  const service = useTableService(connectionId);
  const isRunning = state.status === 'fetching' || state.status === 'reconnecting';
  const isEdited = preview.state === 'ready' && state.query !== undefined && !sameQuery(state.query, preview.query);
  return (
    <>
      <QueryBar
        draft={draft}
        onChange={setDraft}
        preview={preview}
        problemsShown={runs.problemsShown}
        columns={state.columns}
        delimiters={seen.delimiters}
        isRunning={isRunning && state.goal === 'on-demand' && state.rowCount === 0}
        onRun={runs.run}
        onStop={() => session.stop()}
      >
        <QueriesButton
          connectionId={connectionId}
          connectionName={connectionName}
          table={table}
          library={library}
          columns={state.columns.map(({ name }) => name)}
          pageSize={pageSize}
        />
        <QueryOptions
          options={draft}
          onChange={(options) => setDraft(withOptions(draft, options))}
          defaultPageSize={pageSize}
        />
        <ColumnsChooser
          columns={columns.all}
          hidden={columns.hidden}
          onHiddenChange={columns.setHidden}
          fetching={draft.select === undefined ? columns.fetching : 'shown'}
          onFetchingChange={(fetching) => {
            const { select: _select, ...rest } = draft;
            setDraft(rest);
            columns.setFetching(fetching);
          }}
        />
        <TableMenu />
        <InspectorButton />
      </QueryBar>
      <CostLine
        preview={preview}
        service={service}
        freshness={isEdited ? 'edited' : 'current'}
        reading={draft.reading}
        onReadingChange={(reading) => setDraft({ ...draft, reading })}
        concurrency={draft.concurrency}
        onConcurrencyChange={(concurrency) => {
          setDraft({ ...draft, concurrency });
          session.setConcurrency(concurrency);
        }}
        scan={state.scan}
        onGivePartitionKey={
          draft.mode === 'text'
            ? undefined
            : () => {
                setDraft({ ...draft, partitionKey: withOperator(draft.partitionKey, 'is') });
                giveKeyboardTo(element, partitionKeyInput);
              }
        }
        sharing={(query) => <CopyAsMenu connectionId={connectionId} connectionName={connectionName} query={query} />}
      />
    </>
  );
}

function InspectorButton() {
  const inspector = useInspector();
  if (inspector.isShown) return null;
  return (
    <IconButton
      label={t`Open inspector`}
      tone="outlined"
      icon={<PanelRight size={16} aria-hidden />}
      onPress={inspector.open}
    />
  );
}

/** Once the element that was just requested is on the page. */
function giveKeyboardTo(within: RefObject<HTMLElement | null>, selector: string): void {
  requestAnimationFrame(() => within.current?.querySelector<HTMLInputElement>(selector)?.focus());
}
