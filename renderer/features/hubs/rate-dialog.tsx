// The rate limit of a job of a hub, for all its workers together.
import { useState } from 'react';
import type { JobView } from '@shared/model/hub';
import { t } from '@shared/strings/t';
import { MiB } from '@shared/units';
import { call } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, NumberField, ToolbarSpace, useAction } from '@renderer/ui';

export interface RateDialogProps {
  readonly hubId: string;
  readonly job: JobView;
  readonly onClose: () => void;
}

export function RateDialog({ hubId, job, onClose }: RateDialogProps) {
  const [mebibytes, setMebibytes] = useState(job.limitRate === null ? 100 : job.limitRate / MiB);
  const { isRunning, error, run } = useAction(onClose);
  const limit = (bytesPerSecond: number | null): void =>
    void run(() => call('hubs.control', { hubId, jobId: job.id, what: 'rate', bytesPerSecond }));
  return (
    <Dialog
      title={t`Rate limit of ${job.title}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          {job.limitRate === null ? null : <Button onPress={() => limit(null)}>{t`No limit`}</Button>}
          <ToolbarSpace />
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" isPending={isRunning} onPress={() => limit(Math.round(mebibytes * MiB))}>
            {t`Apply`}
          </Button>
        </>
      }
    >
      <NumberField
        label={t`All workers together`}
        value={mebibytes}
        min={0.1}
        max={1_000_000}
        unit={t`MiB/s`}
        onChange={setMebibytes}
      />
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}
