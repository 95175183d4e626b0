// One entity in a tab of its own, read by its two keys: the same forms as in the inspector, read again on demand.
import { call } from '@renderer/bridge';
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
  showToast,
} from '@renderer/ui';
import { StowageError } from '@shared/errors';
import { formatBytes } from '@shared/units';
import { FileX2, RefreshCw, Table2 } from 'lucide-react';
import { useState } from 'react';
import { likelyDelimiter } from '../keys/seen-delimiters';
import styles from './entity-inspector.module.css';
import { entityJson } from './entity-json';
import { entityBytes } from './entity-size';
import { JsonView } from './json-view';
import { TypedView } from './typed-view';
import { useEntity } from './use-entity';

export interface EntityKey {
  readonly partitionKey: string;
  readonly rowKey: string;
}

export interface EntityTabProps extends EntityKey {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  readonly readOnly: boolean;
  readonly onOpenTable: () => void;
}

const views = [
  { value: 'typed', label: 'Typed' },
  { value: 'json', label: 'JSON' },
] as const;

export function EntityTab(props: EntityTabProps) {
  const { connectionId, connectionName, table, partitionKey, rowKey } = props;
  const { entity, error, status, reload } = useEntity({ connectionId, table, partitionKey, rowKey });
  const [view, setView] = useState<'typed' | 'json'>('typed');
  const delimiters = { partitionKey: likelyDelimiter(partitionKey), rowKey: likelyDelimiter(rowKey) };
  const copy = (text: string, what: string): void => {
    call('clipboard.write', { text }).then(
      () => showToast({ tone: 'good', title: `Copied ${what}` }),
      (thrown: unknown) => showToast({ tone: 'bad', title: 'Could not copy', text: StowageError.from(thrown).message }),
    );
  };
  const openTable = (
    <Button icon={<Table2 size={14} aria-hidden />} onPress={props.onOpenTable}>
      Open {table}
    </Button>
  );
  return (
    <section className={styles.page} aria-label={`Entity ${rowKey} of ${table}`}>
      <header className={styles.pageHeader}>
        <div className={styles.pageHeading}>
          <h2 className={styles.title}>
            <Truncate>{rowKey === '' ? 'Empty RowKey' : rowKey}</Truncate>
          </h2>
          <p className={styles.facts}>
            <Truncate className={styles.partition ?? ''}>
              {partitionKey === '' ? 'empty PartitionKey' : partitionKey}
            </Truncate>
            <span className={styles.fact}>{` · ${table} on ${connectionName}`}</span>
            {entity === null ? null : (
              <span className={styles.fact}>
                {` · ${formatBytes(entityBytes(entity))} · changed `}
                <Time at={entity.timestamp} />
              </span>
            )}
          </p>
        </div>
        {props.readOnly ? <Badge tone="caution">Read-only</Badge> : null}
        <SegmentedControl label="View" options={views} value={view} onChange={setView} />
        {openTable}
        <Button icon={<RefreshCw size={14} aria-hidden />} isDisabled={status === 'reading'} onPress={reload}>
          Refresh
        </Button>
      </header>
      {error !== undefined && entity !== null ? <ErrorNotice error={error} onRetry={reload} /> : null}
      {entity !== null ? (
        <div className={styles.pageBody}>
          {view === 'typed' ? (
            <TypedView entity={entity} fetched="all" delimiters={delimiters} onCopy={copy} />
          ) : (
            <JsonView json={entityJson(entity)} onCopy={copy} />
          )}
        </div>
      ) : error !== undefined ? (
        <ErrorState error={error} onRetry={reload} />
      ) : status === 'gone' ? (
        <EmptyState
          icon={<FileX2 size={24} strokeWidth={1.5} aria-hidden />}
          title="The entity is gone"
          actions={openTable}
        >
          No entity of {table} has this PartitionKey and RowKey now. It was deleted, or never written.
        </EmptyState>
      ) : (
        <LoadingRows label="Reading the entity" rows={8} columns={[20, 50]} />
      )}
    </section>
  );
}
