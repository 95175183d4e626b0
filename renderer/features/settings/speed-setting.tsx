// The speed limit for all transfers together: applied and saved by the engine as soon as it is changed.
import { useState } from 'react';
import type { Pace } from '@shared/model/transfer-pace';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { PaceEditor } from '@renderer/pace/pace-editor';
import { ErrorNotice, showToast } from '@renderer/ui';

export function SpeedSetting() {
  const { data, error } = useCall('transfers.read-pace', {});
  const [changed, setChanged] = useState<Pace | null>(null);
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return null;
  const change = (pace: Pace): void => {
    setChanged(pace);
    call('transfers.write-pace', { pace }).catch(() =>
      showToast({ tone: 'bad', title: t`The speed could not be changed` }),
    );
  };
  return (
    <PaceEditor
      of={t`all transfers together`}
      value={changed ?? data.pace}
      timeZone={data.timeZone}
      onChange={change}
    />
  );
}
