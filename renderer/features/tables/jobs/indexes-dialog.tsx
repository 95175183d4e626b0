// The secondary indexes of a table: which it has, creating one, verifying, repairing and dropping. Work on one is
// interrupted when the dialog closes, and can be completed later.
import { isIndexName, proposedIndexName } from '@shared/indexes/index-rows';
import type { IndexDefinition, IndexProgress, IndexReport, IndexState, IndexWork } from '@shared/model/table-index';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { useCall, useStreamEvents } from '@renderer/bridge';
import { useConnection } from '@renderer/live/connection';
import { Button, Dialog, ErrorNotice, TextField } from '@renderer/ui';
import type { StowageError } from '@shared/errors';
import { useState } from 'react';
import type { RowsOfTable } from './copy-draft';
import styles from './key-design.module.css';

interface IndexesDialogProps {
  readonly of: RowsOfTable;
  readonly onClose: () => void;
}

interface Requested {
  readonly work: IndexWork;
  readonly name: string;
  readonly property?: string;
}

export function IndexesDialog({ of: { connectionId, table }, onClose }: IndexesDialogProps) {
  const {
    data: indexes,
    error: listError,
    reload,
  } = useCall('indexes.list', { connectionId, table, denied: 'reported' });
  const isCosmos = useConnection(connectionId)?.tableService === 'cosmos';
  const [requested, setRequested] = useState<Requested | null>(null);
  const [created, setCreated] = useState(0);
  const [latest, setLatest] = useState<IndexProgress | null>(null);
  const [error, setError] = useState<StowageError | null>(null);
  const input = requested === null ? null : { connectionId, table, ...requested };
  useStreamEvents(
    'indexes.work',
    input,
    (progress) => {
      setLatest(progress);
      if (progress.step !== 'done') return;
      if (requested?.work === 'create') setCreated((count) => count + 1);
      setRequested(null);
      reload();
    },
    (failure) => {
      setError(failure);
      setRequested(null);
      reload();
    },
  );
  const begin = (next: Requested): void => {
    setLatest(null);
    setError(null);
    setRequested(next);
  };
  return (
    <Dialog
      title={t`Indexes of ${table}`}
      isOpen
      onClose={onClose}
      size="wide"
      footer={<Button onPress={onClose}>{t`Close`}</Button>}
    >
      <div className={styles.steps}>
        <p className={styles.quiet}>
          {t`An index adds a copy of every entity to its partition, ordered by a property, and stores its definition in the table. Edits and imports maintain it; bulk changes and copies into the table are rejected meanwhile; other programs do not know of it.`}
        </p>
        {listError === null ? null : <ErrorNotice error={listError} />}
        {(indexes ?? []).map((index) => (
          <IndexLine key={index.name} index={index} isBusy={requested !== null} onBegin={begin} />
        ))}
        {indexes?.length === 0 ? <p className={styles.quiet}>{t`This table has no index.`}</p> : null}
        <p role="status">
          {requested !== null && latest === null ? t`Starting…` : latest === null ? '' : progressText(latest)}
        </p>
        {error === null ? null : <ErrorNotice error={error} />}
        {/* An empty form for the next one; after a failure it shows what was entered. */}
        {isCosmos ? (
          <p className={styles.quiet}>
            {t`Cosmos DB indexes every property itself and returns rows in no order, so an index of this kind would only add cost.`}
          </p>
        ) : (
          <CreateIndex key={created} isBusy={requested !== null} onBegin={begin} />
        )}
      </div>
    </Dialog>
  );
}

interface IndexLineProps {
  readonly index: IndexDefinition;
  readonly isBusy: boolean;
  readonly onBegin: (requested: Requested) => void;
}

function IndexLine({ index: { name, property, state }, isBusy, onBegin }: IndexLineProps) {
  const [isConfirming, setConfirming] = useState(false);
  const action = (work: IndexWork, label: string, variant: 'secondary' | 'danger' = 'secondary') => (
    <Button size="small" variant={variant} isDisabled={isBusy} onPress={() => onBegin({ work, name })}>
      {label}
    </Button>
  );
  return (
    <section className={styles.step} aria-label={name}>
      <h3 className={styles.heading}>
        {t`${name} by ${property}: ${stateTexts[state]}`}
        {action('verify', t`Verify`)}
        {action('repair', t`Repair`)}
        {isConfirming ? (
          <>
            {/* In the place of the button before it: a double click deletes nothing. */}
            <Button size="small" onPress={() => setConfirming(false)}>{t`Cancel`}</Button>
            {action('drop', t`Delete all index rows`, 'danger')}
          </>
        ) : (
          <Button size="small" isDisabled={isBusy} onPress={() => setConfirming(true)}>
            {t`Drop index…`}
          </Button>
        )}
      </h3>
    </section>
  );
}

function CreateIndex({ isBusy, onBegin }: Omit<IndexLineProps, 'index'>) {
  const [property, setProperty] = useState('');
  const [typedName, setTypedName] = useState<string | null>(null);
  const name = typedName ?? (property === '' ? '' : proposedIndexName(property));
  return (
    <section className={styles.step} aria-label={t`New index`}>
      <h3 className={styles.heading}>{t`New index`}</h3>
      <TextField label={t`Property`} value={property} face="mono" onChange={setProperty} />
      <TextField
        label={t`Index name`}
        value={name}
        face="mono"
        onChange={setTypedName}
        description={t`Part of the RowKey of each index row: 1 to 32 letters, digits, hyphens and underscores.`}
        errorMessage={name === '' || isIndexName(name) ? undefined : t`Start with a letter, and use only these.`}
      />
      <div>
        <Button
          variant="primary"
          isDisabled={isBusy || property === '' || !isIndexName(name)}
          onPress={() => onBegin({ work: 'create', name, property })}
        >
          {t`Create index`}
        </Button>
      </div>
    </section>
  );
}

const stateTexts: Readonly<Record<IndexState, string>> = {
  building: t`being built, or interrupted; Repair completes it`,
  ready: t`ready`,
  differs: t`differs from the table; Repair mends it`,
  dropping: t`being dropped, or interrupted; Drop completes it`,
};

function progressText(progress: IndexProgress): string {
  switch (progress.step) {
    case 'waiting':
      return t`Waiting a moment, so that other writers notice…`;
    case 'writing':
      return t`${counted(progress.rows, 'row')} of the index written…`;
    case 'verifying':
      return t`${counted(progress.rows, 'row')} compared…`;
    case 'removing':
      return t`${counted(progress.rows, 'row')} of the index deleted…`;
    case 'done':
      return progress.report === null
        ? t`Dropped: ${counted(progress.changed, 'row')} deleted.`
        : reportText(progress.report);
  }
}

function reportText({ entities, indexed, missing, stale, orphaned }: IndexReport): string {
  const counts = t`${counted(entities, 'entity')}, ${formatCount(indexed)} indexed`;
  return missing + stale + orphaned === 0
    ? t`${counts}: the index agrees with the table.`
    : t`${counts}: ${formatCount(missing)} missing, ${formatCount(stale)} stale, ${formatCount(orphaned)} orphaned.`;
}
