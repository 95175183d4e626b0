// One entity in a separate tab, read by its two keys: the same forms as in the inspector, refreshed on request. Changes
// made here are staged for the table, as in the table's tab.
import { t } from '@shared/strings/t';
import { useLearnedRights } from '@renderer/live/connection';
import type { SasScope } from '@shared/model/connection';
import { shortcutOf } from '@renderer/keys/keys';
import { useViewActions } from '@renderer/pane/view-actions';
import { tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import {
  Badge,
  Button,
  EmptyState,
  ErrorNotice,
  ErrorState,
  LoadingRows,
  SegmentedControl,
  Time,
  Truncate,
} from '@renderer/ui';
import { formatBytes } from '@shared/units';
import { FileX2, RefreshCw, Table2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { ChangesBar } from '../edits/changes-bar';
import { useEntityEditing } from '../edits/use-row-edits';
import { useReview } from '../review/use-review';
import { useStaging } from '../staging/staged-tables';
import { likelyDelimiter } from '../query/seen-keys';
import type { EditTarget } from '../review/edit-target';
import styles from './entity-inspector.module.css';
import { entityBytes } from '../result/entity-json';
import { EntityView, type InspectorView, markText, views } from '../edits/entity-view';
import { useEntity } from '../result/use-entity';
import { keyText } from '../result/value-format';

export interface EntityKey {
  readonly partitionKey: string;
  readonly rowKey: string;
}

export interface EntityTabProps extends EntityKey {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  readonly readOnly: boolean;
  /** The scope of the connection's SAS, if it signs with one. */
  readonly sas?: SasScope | undefined;
  /** Production connections require an extra confirmation before deleting or overwriting. */
  readonly environment: EditTarget['environment'];
  /** Reports whether the connection is writable. */
  readonly onUnlock: () => void;
  readonly onOpenTable: () => void;
  /** Offered beside the table when the entity is gone. */
  readonly wayOut: ReactNode;
}

export function EntityTab(props: EntityTabProps) {
  const { connectionId, connectionName, table, partitionKey, rowKey } = props;
  const access = props.readOnly ? 'read-only' : 'writable';
  const known = { ...useLearnedRights(connectionId), name: connectionName, locked: props.readOnly, sas: props.sas };
  const disabledReasons = tableDisabledReasons(known, table);
  const { writes } = useStaging({ connectionId, table }).state;
  const { entity, error, status, reload } = useEntity({ connectionId, table, partitionKey, rowKey }, writes);
  useViewActions(() => [
    { id: 'refresh', label: t`Read again`, of: rowKey, shortcut: shortcutOf('refresh'), onAction: reload },
  ]);
  const [view, setView] = useState<InspectorView>('typed');
  const page = useRef<HTMLElement>(null);
  const editing = useEntityEditing({ connectionId, table, entity, onInserted: props.onOpenTable });
  const { row, counts, staging } = editing;
  const review = useReview({
    location: { connectionId, connectionName, table, environment: props.environment, access },
    keys: { partitionKey, rowKey },
    edits: editing.staged,
    staging,
    onLeave: () => page.current?.focus(),
    onGoTo: () => {
      setView('edit');
      page.current?.focus();
    },
  });
  const delimiters = { partitionKey: likelyDelimiter(partitionKey), rowKey: likelyDelimiter(rowKey) };
  const openTable = (
    <Button icon={<Table2 size={14} aria-hidden />} onPress={props.onOpenTable}>
      {t`Open ${table}`}
    </Button>
  );
  return (
    <section ref={page} tabIndex={-1} className={styles.page} aria-label={t`Entity ${keyText(rowKey)} of ${table}`}>
      <header className={styles.pageHeader}>
        <div className={styles.pageHeading}>
          <h2 className={styles.title}>
            <Truncate>{rowKey === '' ? t`Empty RowKey` : keyText(rowKey)}</Truncate>
          </h2>
          <p className={styles.facts}>
            <Truncate className={styles.partition ?? ''}>
              {partitionKey === '' ? t`empty PartitionKey` : keyText(partitionKey)}
            </Truncate>
            <span className={styles.fact}>{t` · ${table} on ${connectionName}`}</span>
            {entity === null ? null : (
              <span className={styles.fact}>
                {t` · ${formatBytes(entityBytes(entity))} · changed `}
                <Time at={entity.timestamp} />
              </span>
            )}
          </p>
        </div>
        <div className={styles.pageVerbs}>
          {row?.mark === undefined ? null : <Badge tone="caution">{markText(row.mark)}</Badge>}
          {access === 'read-only' ? <Badge tone="caution">{t`Read-only`}</Badge> : null}
          <SegmentedControl label={t`View`} options={views} value={view} onChange={setView} />
          {openTable}
          <Button icon={<RefreshCw size={14} aria-hidden />} isDisabled={status === 'reading'} onPress={reload}>
            {t`Refresh`}
          </Button>
        </div>
      </header>
      {error !== undefined && entity !== null ? <ErrorNotice error={error} onRetry={reload} /> : null}
      {row !== undefined ? (
        <div className={styles.pageBody}>
          <EntityView
            view={view}
            row={row}
            delimiters={delimiters}
            access={access}
            disabledReasons={disabledReasons}
            fetched="all"
            edits={editing.edits}
            columns={[]}
            onUnlock={props.onUnlock}
          />
        </div>
      ) : error !== undefined ? (
        <ErrorState error={error} onRetry={reload} />
      ) : status === 'gone' ? (
        <EmptyState
          icon={<FileX2 size={24} strokeWidth={1.5} aria-hidden />}
          title={t`The entity does not exist`}
          actions={
            <>
              {openTable}
              {props.wayOut}
            </>
          }
        >
          {t`${table} has no entity with this PartitionKey and RowKey. It was deleted or never written.`}
        </EmptyState>
      ) : (
        <LoadingRows label={t`Reading the entity`} rows={8} columns={[20, 50]} />
      )}
      <ChangesBar
        counts={counts}
        conflicts={editing.conflicts}
        onDiscardAll={editing.discard}
        onReview={review.open}
        onResolve={review.resolve}
      />
      {review.element}
    </section>
  );
}
