// The jobs on tables as one figure in the status bar; a press shows all of them.
import { ListChecks } from 'lucide-react';
import { t } from '@shared/strings/t';
import { useTableJobs } from '@renderer/live/table-jobs';
import { statusLine } from './status-line';
import styles from './jobs-status.module.css';

export interface TableJobsStatusProps {
  readonly onShow: () => void;
}

/** Nothing where nothing is under way. */
export function TableJobsStatus({ onShow }: TableJobsStatusProps) {
  const line = statusLine(useTableJobs());
  if (line === null) return null;
  return (
    <button type="button" className={styles.status} title={t`Show the table jobs`} onClick={onShow}>
      <ListChecks size={13} aria-hidden />
      {line}
    </button>
  );
}
