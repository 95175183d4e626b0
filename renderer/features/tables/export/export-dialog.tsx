// Asks what of a table goes into which kind of file; the rest is a job that goes on by itself.
import { call } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, SegmentedControl } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import { type ExportFormat, exportFormat } from '@shared/model/table-export';
import { useState } from 'react';
import { announceStart } from '../jobs/job-endings';
import { useRememberedChoice } from '../remembered';
import {
  type ExportOffer,
  type ExportScope,
  amountWords,
  columnsOf,
  filterOf,
  keysOf,
  mostSelected,
  scopeLabel,
  scopesOf,
  sourceOf,
  suggestedName,
  usualScope,
} from './export-draft';
import styles from './export-dialog.module.css';
import { FormatNote, formatLabels } from './format-note';
import type { EntityKeys } from './selected-keys';

export interface ExportDialogProps {
  readonly connectionId: string;
  readonly offer: ExportOffer;
  readonly readSelectedKeys: () => Promise<EntityKeys>;
  readonly onShowJobs: () => void;
  readonly onClose: () => void;
}

type Step = { readonly step: 'filling' | 'starting' } | { readonly step: 'failed'; readonly error: StowageError };

export function ExportDialog({ connectionId, offer, readSelectedKeys, onShowJobs, onClose }: ExportDialogProps) {
  const [scope, setScope] = useState<ExportScope>(() => usualScope(offer));
  const [columns, setColumns] = useState<'all' | 'shown'>('all');
  const [format, setFormat] = useRememberedChoice<ExportFormat>('export-format', exportFormat.options, 'csv');
  const [step, setStep] = useState<Step>({ step: 'filling' });
  const { table, shownColumns } = offer;
  const isTooMany = scope === 'selection' && offer.selectedRows > mostSelected;

  const start = async (): Promise<void> => {
    setStep({ step: 'starting' });
    try {
      const target = await call('dialogs.pick-export-file', { suggestedName: suggestedName(scope, format, offer) });
      if (target === null) {
        setStep({ step: 'filling' });
        return;
      }
      const source = scope === 'selection' ? keysOf(table, await readSelectedKeys()) : sourceOf(scope, offer);
      const request = { source, columns: columnsOf(columns, offer), format, targetToken: target.token };
      const { jobId } = await call('exports.start', { connectionId, request });
      announceStart(jobId, `Exporting ${table} → ${target.name}`, onShowJobs);
      onClose();
    } catch (thrown) {
      setStep({ step: 'failed', error: StowageError.from(thrown) });
    }
  };

  return (
    <Dialog
      title={`Export ${table}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" isDisabled={isTooMany || step.step === 'starting'} onPress={() => void start()}>
            Choose the file and export…
          </Button>
        </>
      }
    >
      <section className={styles.part}>
        <h3 className={styles.name}>Entities</h3>
        <SegmentedControl<ExportScope>
          label="Entities"
          width="fill"
          options={scopesOf(offer).map((value) => ({ value, label: scopeLabel(value, offer) }))}
          value={scope}
          onChange={setScope}
        />
        {scope === 'result' ? <ResultFilter offer={offer} /> : null}
        <p className={styles.note}>{amountWords(scope, offer)}</p>
      </section>
      <section className={styles.part}>
        <h3 className={styles.name}>Columns</h3>
        <SegmentedControl<'all' | 'shown'>
          label="Columns"
          width="fill"
          options={[
            { value: 'all', label: 'All properties' },
            { value: 'shown', label: `${shownColumns.length} shown columns` },
          ]}
          value={columns}
          onChange={setColumns}
        />
        <p className={styles.note}>
          {columns === 'all'
            ? 'The keys and every property that occurs in any row. Without Timestamp and ETag.'
            : `The keys, then in the order of the grid: ${shownColumns.filter((name) => !['PartitionKey', 'RowKey'].includes(name)).join(', ') || 'nothing else'}.`}
        </p>
      </section>
      <section className={styles.part}>
        <h3 className={styles.name}>Format</h3>
        <SegmentedControl<ExportFormat>
          label="Format"
          width="fill"
          options={exportFormat.options.map((value) => ({ value, label: formatLabels[value] }))}
          value={format}
          onChange={setFormat}
        />
        <FormatNote format={format} />
      </section>
      {step.step === 'failed' ? <ErrorNotice error={step.error} /> : null}
    </Dialog>
  );
}

function ResultFilter({ offer: { query } }: { readonly offer: ExportOffer }) {
  const filter = filterOf(query);
  return (
    <p className={styles.filter} aria-label="Filter of the result">
      {[query?.limit === undefined ? '' : `first ${query.limit}`, filter].filter(Boolean).join(' · ')}
    </p>
  );
}
