// The speed limit of one job: opened from its row or its page, stored with the job.
import { useState } from 'react';
import { create } from 'zustand';
import { isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import type { TransferJob } from '@shared/model/transfer';
import type { Pace } from '@shared/model/transfer-pace';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { PaceEditor } from '@renderer/pace/pace-editor';
import { Button, Dialog, ErrorNotice, LoadingRows, useAction } from '@renderer/ui';

/** The job whose pace is edited; null for none. */
const usePaceDialog = create<{ readonly jobId: string | null }>()(() => ({ jobId: null }));

export function openPaceDialog(jobId: string): void {
  usePaceDialog.setState({ jobId });
}

export function PacePrompt({ jobs }: { readonly jobs: readonly Job[] }) {
  const jobId = usePaceDialog((state) => state.jobId);
  const job = jobs.find(({ id }) => id === jobId);
  return job === undefined || !isTransfer(job) ? null : <PaceDialog key={job.id} job={job} />;
}

function PaceDialog({ job }: { readonly job: TransferJob }) {
  const { data, error } = useCall('transfers.read-job-pace', { jobId: job.id });
  const [chosen, setChosen] = useState<Pace | null>(null);
  const close = (): void => usePaceDialog.setState({ jobId: null });
  const { isRunning, error: failure, run } = useAction(close);
  const save = (): void => {
    if (chosen === null) close();
    else void run(() => call('transfers.write-job-pace', { jobId: job.id, pace: chosen }));
  };
  const problem = failure ?? error;
  return (
    <Dialog
      title={t`Speed of ${job.title}`}
      isOpen
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{t`Cancel`}</Button>
          <Button variant="primary" isPending={isRunning} onPress={save}>{t`Apply`}</Button>
        </>
      }
    >
      {data === undefined ? (
        <LoadingRows label={t`Loading speed settings`} rows={2} />
      ) : (
        <PaceEditor of={job.title} value={chosen ?? data.pace} timeZone={data.timeZone} onChange={setChosen} />
      )}
      {problem === null ? null : <ErrorNotice error={problem} />}
    </Dialog>
  );
}
