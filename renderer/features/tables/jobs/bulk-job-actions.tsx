// The actions on a bulk job beyond those on every job: undo, change the rate, retry failed rows.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { Button, type MenuEntry, MenuButton, showToast } from '@renderer/ui';
import type { FailureGroup, TableJob, TableJobState } from '@shared/model/table-job';
import { formatCount } from '@shared/units';
import { Gauge, RotateCcw, Save, Undo2 } from 'lucide-react';
import { reportFailure } from './job-actions';

const rates = [10, 50, 100, 500, 1000, 5000] as const;
const moving: ReadonlySet<TableJobState> = new Set<TableJobState>(['running', 'paused', 'interrupted']);
const ended: ReadonlySet<TableJobState> = new Set<TableJobState>(['done', 'failed', 'cancelled']);

/** Whether it has ended and what it changed can be put back as a whole. */
export function isUndoable({ bulk, state }: TableJob): boolean {
  return ended.has(state) && bulk?.undo === 'kept';
}

export function BulkJobActions({ job }: { readonly job: TableJob }) {
  const { bulk, id, state, title } = job;
  if (bulk === undefined) return null;
  const setRate = (rowsPerSecond: number | null): void => {
    call('bulk.set-rate', { jobId: id, rowsPerSecond }).catch(reportFailure);
  };
  const entries: readonly MenuEntry[] = [
    { id: 'none', label: t`As fast as the service takes them`, onAction: () => setRate(null) },
    ...rates.map((rate) => ({
      id: String(rate),
      label: t`${formatCount(rate)} rows/s`,
      onAction: () => setRate(rate),
    })),
  ];
  return (
    <>
      {moving.has(state) ? (
        <MenuButton label={t`Rate limit`} entries={entries}>
          <Button size="small" icon={<Gauge size={13} />} aria-label={t`Rate limit of ${title}`}>
            {bulk.rowsPerSecondAllowed === null ? t`No limit` : t`${formatCount(bulk.rowsPerSecondAllowed)} rows/s`}
          </Button>
        </MenuButton>
      ) : null}
      {isUndoable(job) ? (
        <>
          <Button
            size="small"
            icon={<Save size={13} />}
            aria-label={t`Save undo file… ${title}`}
            onPress={() => void saveUndo(job)}
          >
            {t`Save undo file…`}
          </Button>
          <Button
            size="small"
            icon={<Undo2 size={13} />}
            aria-label={t`Undo ${title}`}
            onPress={() => void call('bulk.undo', { jobId: id }).catch(reportFailure)}
          >
            {t`Undo`}
          </Button>
        </>
      ) : null}
    </>
  );
}

async function saveUndo({ id, table }: TableJob): Promise<void> {
  try {
    const target = await call('dialogs.pick-export-file', {
      suggestedName: `${table}.undo.jsonl`,
      pickedFor: 'export-undo',
    });
    if (target === null) return;
    const { rows } = await call('bulk.save-undo', { jobId: id, targetToken: target.token });
    showToast({ tone: 'good', title: t`Saved ${counted(rows, 'row')} to undo the change with`, text: target.name });
  } catch (thrown) {
    reportFailure(thrown);
  }
}

export interface RetryCauseProps {
  readonly job: TableJob;
  readonly group: FailureGroup;
}

/** Rows that failed for one cause are read again and tried as they are now. */
export function RetryCause({ job, group }: RetryCauseProps) {
  if (job.bulk === undefined || job.bulk.undo === 'used' || !ended.has(job.state)) return null;
  return (
    <Button
      size="small"
      icon={<RotateCcw size={13} />}
      aria-label={t`Read and try again: ${group.message}`}
      onPress={() => void call('bulk.retry', { jobId: job.id, code: group.code }).catch(reportFailure)}
    >
      {t`Read and try again`}
    </Button>
  );
}
