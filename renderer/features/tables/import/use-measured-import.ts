// The measured speed of the last import on a connection, from the jobs that the window follows anyway.
import { useTableJobs } from '@renderer/live/table-jobs';
import { useMemo } from 'react';
import { type MeasuredImport, measuredImport } from './import-time';

export function useMeasuredImport(connectionId: string): MeasuredImport | null {
  const jobs = useTableJobs();
  return useMemo(() => measuredImport(jobs, connectionId), [jobs, connectionId]);
}
