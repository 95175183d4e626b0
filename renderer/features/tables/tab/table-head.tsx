// Over the result of a table tab: the query with its saved queries and options, and what it costs.
import { t } from '@shared/strings/t';
import { useShortcut } from '@renderer/keys/keys';
import { useTableService } from '@renderer/live/connection';
import type { RefObject } from 'react';
import { KeyCap } from '@renderer/ui';
import { QueriesButton } from '../query/queries-button';
import { QueryOptions, withOptions } from '../query/query-options';
import { CostLine } from '../query/cost-line';
import { IndexOffer } from '../query/index-offer';
import { withOperator } from '../query/key-draft';
import { QueryBar } from '../query/query-bar';
import { sameQuery } from '../query/query-draft';
import { SuggestedPartitions } from '../query/seen-partitions';
import { CopyAsMenu } from '../result/copy-as-menu';
import { useResult, useShown, useTab } from './open-table';
import styles from './table-head.module.css';

const partitionKeyInput = '[data-key="PartitionKey"] input';

export function TableHead() {
  const { location, element } = useTab();
  const { connectionId, connectionName, table } = location;
  const { session, state, runs, library, seen, partitions, pageSize } = useResult();
  const { draft, setDraft, preview } = runs;
  const service = useTableService(connectionId);
  const isRunning = state.status === 'fetching' || state.status === 'reconnecting';
  const isEdited = preview.state === 'ready' && state.query !== undefined && !sameQuery(state.query, preview.query);
  return (
    <SuggestedPartitions value={partitions.startingWith}>
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
        <SkipToRows />
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
      </QueryBar>
      <CostLine
        preview={preview}
        service={service}
        freshness={isEdited ? 'edited' : 'current'}
        run={state}
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
        offer={(query) => (
          <IndexOffer
            connectionId={connectionId}
            query={query}
            onUse={(filterText) => setDraft({ ...draft, mode: 'text', filterText })}
          />
        )}
        sharing={(query) => <CopyAsMenu connectionId={connectionId} connectionName={connectionName} query={query} />}
      />
    </SuggestedPartitions>
  );
}

/** Seen by those who come by keyboard: some fifteen controls lie between the conditions and the rows. */
function SkipToRows() {
  const { view, focusRows } = useShown();
  const keys = useShortcut('next-part');
  if (view.chosen !== 'rows') return null;
  return (
    <button type="button" className={styles.skip} onClick={focusRows}>
      {t`Go to rows`}
      {keys === undefined ? null : <KeyCap keys={keys} />}
    </button>
  );
}

/** Once the element that was just requested is on the page. */
function giveKeyboardTo(within: RefObject<HTMLElement | null>, selector: string): void {
  requestAnimationFrame(() => within.current?.querySelector<HTMLInputElement>(selector)?.focus());
}
