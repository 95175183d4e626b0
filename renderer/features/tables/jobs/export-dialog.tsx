// The dialog of an export: which entities, which columns, which format; a job does the rest.
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { RunOnChoice, sharedPathTerms, startOnHub, useRunOn } from '@renderer/jobs/run-on';
import { Button, Checkbox, Dialog, ErrorNotice, IconButton, SegmentedControl } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { type ExportFormat, type ExportSource, exportFormat } from '@shared/model/table-export';
import { type KeyboardEvent, useRef, useState } from 'react';
import { announceStart } from './job-endings';
import { useRememberedChoice } from '../result/remembered';
import {
  type ChosenColumn,
  type ColumnsChoice,
  type EntityKeys,
  type ExportOptions,
  type ExportScope,
  type RowsFrom,
  amountText,
  canTakeAsRead,
  columnsOf,
  columnsToChoose,
  defaultScope,
  filterOf,
  handOver,
  keysOf,
  maxSelected,
  movedColumn,
  scopeLabel,
  scopesOf,
  sourceOf,
  suggestedName,
} from './export-draft';
import styles from './export-dialog.module.css';
import { FormatNote, decimalsHere, formatLabels } from './format-note';
import { ArrowDown, ArrowUp } from 'lucide-react';

interface ExportDialogProps {
  readonly connectionId: string;
  readonly options: ExportOptions;
  readonly readSelectedKeys: () => Promise<EntityKeys>;
  /** The selected rows as they were read. */
  readonly readSelectedRows: () => AsyncIterable<Entity>;
  readonly onShowJobs: () => void;
  readonly onClose: () => void;
}

type Step = { readonly step: 'filling' | 'starting' } | { readonly step: 'failed'; readonly error: StowageError };

export function ExportDialog(props: ExportDialogProps) {
  const { connectionId, options, readSelectedKeys, readSelectedRows, onShowJobs, onClose } = props;
  const [scope, setScope] = useState<ExportScope>(() => defaultScope(options));
  const [columns, setColumns] = useState<ColumnsChoice>('all');
  const [chosen, setChosen] = useState(() => columnsToChoose(options));
  const [wantedFrom, setFrom] = useState<RowsFrom>('as-read');
  const [format, setFormat] = useRememberedChoice<ExportFormat>('export-format', exportFormat.options, 'csv');
  const [skipsIndexRows, setSkipsIndexRows] = useState(false);
  const [step, setStep] = useState<Step>({ step: 'filling' });
  const { table, shownColumns } = options;
  const indexes = useCall('indexes.list', { connectionId, table, denied: 'reported' });
  // Where they cannot be listed, there may be some.
  const mayHaveIndexes = indexes.error !== null || (indexes.data?.length ?? 0) > 0;
  const wanted = columnsOf(columns, options, chosen);
  const from = canTakeAsRead(options, wanted) ? wantedFrom : 'again';
  const runOn = useRunOn();
  const { hub } = runOn;
  const notOnHub = scope === 'selection' ? t`Workers of a hub read a query, not rows that were selected.` : null;
  const isTooMany = scope === 'selection' && from === 'again' && options.selectedRows > maxSelected;

  const sourceToExport = async (): Promise<ExportSource> => {
    if (scope !== 'selection') return sourceOf(scope, options, skipsIndexRows ? 'without' : 'with');
    if (from === 'again') return keysOf(table, await readSelectedKeys());
    return { kind: 'rows', table, ...(await handOver(readSelectedRows())) };
  };

  const start = async (): Promise<void> => {
    setStep({ step: 'starting' });
    try {
      const target = await call('dialogs.pick-export-file', {
        suggestedName: suggestedName(scope, format, options),
        pickedFor: 'export-rows',
      });
      if (target === null) {
        setStep({ step: 'filling' });
        return;
      }
      const source = await sourceToExport();
      const decimals = format === 'spreadsheet' ? { decimals: decimalsHere() } : {};
      const request = { source, columns: wanted, format, ...decimals, targetToken: target.token };
      if (hub !== null && notOnHub === null) {
        await startOnHub(hub, { kind: 'export', connectionId, request });
        onClose();
        return;
      }
      const { jobId } = await call('exports.start', { connectionId, request });
      announceStart(jobId, t`Exporting ${table} → ${target.name}`, onShowJobs);
      onClose();
    } catch (thrown) {
      setStep({ step: 'failed', error: StowageError.from(thrown) });
    }
  };

  return (
    <Dialog
      title={t`Export ${table}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" isDisabled={isTooMany || step.step === 'starting'} onPress={() => void start()}>
            {t`Export…`}
          </Button>
        </>
      }
    >
      <section className={styles.part}>
        <h3 className={styles.name}>{t`Entities`}</h3>
        <SegmentedControl<ExportScope>
          label={t`Entities`}
          width="fill"
          options={scopesOf(options).map((value) => ({ value, label: scopeLabel(value, options) }))}
          value={scope}
          onChange={setScope}
        />
        {scope === 'result' ? <ResultFilter options={options} /> : null}
        {scope === 'selection' ? (
          <SegmentedControl<RowsFrom>
            label={t`Source of the rows`}
            width="fill"
            options={[
              ...(canTakeAsRead(options, wanted) ? [{ value: 'as-read' as const, label: t`As loaded` }] : []),
              { value: 'again', label: t`Read again` },
            ]}
            value={from}
            onChange={setFrom}
          />
        ) : null}
        {mayHaveIndexes && scope !== 'selection' ? (
          <Checkbox isSelected={skipsIndexRows} onChange={setSkipsIndexRows}>
            {t`Leave out index rows and definitions`}
          </Checkbox>
        ) : null}
        <p className={styles.note}>{amountText(scope, options, from)}</p>
      </section>
      <section className={styles.part}>
        <h3 className={styles.name}>{t`Columns`}</h3>
        <SegmentedControl<ColumnsChoice>
          label={t`Columns`}
          width="fill"
          options={[
            { value: 'all', label: t`All properties` },
            { value: 'shown', label: t`${shownColumns.length} shown columns` },
            ...(chosen.length === 0 ? [] : [{ value: 'chosen' as const, label: t`Custom` }]),
          ]}
          value={columns}
          onChange={setColumns}
        />
        <p className={styles.note}>{columnText(columns, shownColumns)}</p>
        {columns === 'chosen' ? <ColumnOrder columns={chosen} onChange={setChosen} /> : null}
      </section>
      <section className={styles.part}>
        <h3 className={styles.name}>{t`Format`}</h3>
        <SegmentedControl<ExportFormat>
          label={t`Format`}
          width="fill"
          options={exportFormat.options.map((value) => ({ value, label: formatLabels[value]() }))}
          value={format}
          onChange={setFormat}
        />
        <FormatNote format={format} />
      </section>
      <RunOnChoice
        runOn={runOn}
        terms={`${t`Becomes a folder of that name with a file for each range of keys, and a list of them.`} ${sharedPathTerms()}`}
        disabledReason={notOnHub}
      />
      {step.step === 'failed' ? <ErrorNotice error={step.error} /> : null}
    </Dialog>
  );
}

function columnText(choice: ColumnsChoice, shownColumns: readonly string[]): string {
  switch (choice) {
    case 'all':
      return t`The keys and every property that occurs in any row, without Timestamp and ETag.`;
    case 'shown': {
      const names = shownColumns.filter((name) => !['PartitionKey', 'RowKey'].includes(name));
      return t`The keys, then in the order of the grid: ${names.join(', ') || t`no other columns`}.`;
    }
    case 'chosen':
      return t`The keys, then the checked columns in this order. Press Alt with an arrow key to move a column.`;
  }
}

function ResultFilter({ options: { query } }: { readonly options: ExportOptions }) {
  const filter = filterOf(query);
  return (
    <p className={styles.filter} aria-label={t`Filter of the result`}>
      {[query?.limit === undefined ? '' : t`first ${query.limit}`, filter].filter(Boolean).join(' · ')}
    </p>
  );
}

interface ColumnOrderProps {
  readonly columns: readonly ChosenColumn[];
  readonly onChange: (columns: readonly ChosenColumn[]) => void;
}

/** Chooses the columns that an export writes, and their order: by check boxes, buttons, or Alt with the arrow keys. */
function ColumnOrder({ columns, onChange }: ColumnOrderProps) {
  const list = useRef<HTMLUListElement>(null);
  const move = (name: string, by: -1 | 1): void => {
    onChange(movedColumn(columns, name, by));
    // The focus moves with the row.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(name)}"] input`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>, name: string): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(name, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <ul ref={list} className={styles.list} aria-label={t`Columns of the file, in order`}>
      {columns.map(({ name, isChosen }, index) => (
        <li key={name} data-column={name} className={styles.column} onKeyDown={(event) => onKeyDown(event, name)}>
          <Checkbox
            isSelected={isChosen}
            onChange={(chosen) =>
              onChange(columns.map((one) => (one.name === name ? { name, isChosen: chosen } : one)))
            }
          >
            <span className={styles.columnName}>{name}</span>
          </Checkbox>
          <IconButton
            size="small"
            label={t`Move ${name} up`}
            icon={<ArrowUp size={13} aria-hidden />}
            isDisabled={index === 0}
            onPress={() => move(name, -1)}
          />
          <IconButton
            size="small"
            label={t`Move ${name} down`}
            icon={<ArrowDown size={13} aria-hidden />}
            isDisabled={index === columns.length - 1}
            onPress={() => move(name, 1)}
          />
        </li>
      ))}
    </ul>
  );
}
