// How fast one job may go: asked from its row or its page, kept with the job.
import { useState } from 'react';
import { create } from 'zustand';
import { StowageError } from '@shared/errors';
import type { TransferJob } from '@shared/model/transfer';
import type { Pace } from '@shared/model/transfer-pace';
import { call, useCall } from '@renderer/bridge';
import { PaceEditor } from '@renderer/pace/pace-editor';
import { Button, Dialog, ErrorNotice, LoadingRows } from '@renderer/ui';

/** The job that is asked about; null for none. */
const usePaceAsk = create<{ readonly jobId: string | null }>()(() => ({ jobId: null }));

export function askForPace(jobId: string): void {
  usePaceAsk.setState({ jobId });
}

export function PaceQuestion({ jobs }: { readonly jobs: readonly TransferJob[] }) {
  const jobId = usePaceAsk((state) => state.jobId);
  const job = jobs.find(({ id }) => id === jobId);
  return job === undefined ? null : <PaceDialog key={job.id} job={job} />;
}

function PaceDialog({ job }: { readonly job: TransferJob }) {
  const { data, error } = useCall('transfers.read-job-pace', { jobId: job.id });
  const [chosen, setChosen] = useState<Pace | null>(null);
  const [failure, setFailure] = useState<StowageError | null>(null);
  const close = (): void => usePaceAsk.setState({ jobId: null });
  const save = (): void => {
    if (chosen === null) {
      close();
      return;
    }
    call('transfers.write-job-pace', { jobId: job.id, pace: chosen }).then(close, (thrown: unknown) =>
      setFailure(StowageError.from(thrown)),
    );
  };
  const problem = failure ?? error;
  return (
    <Dialog
      title={`Speed of ${job.title}`}
      isOpen
      onClose={close}
      footer={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button variant="primary" onPress={save}>
            Apply
          </Button>
        </>
      }
    >
      {data === undefined ? (
        <LoadingRows label="Loading the speed" rows={2} />
      ) : (
        <PaceEditor of={job.title} value={chosen ?? data.pace} timeZone={data.timeZone} onChange={setChosen} />
      )}
      {problem === null ? null : <ErrorNotice error={problem} />}
    </Dialog>
  );
}
