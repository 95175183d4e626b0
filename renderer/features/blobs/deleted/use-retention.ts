// Whether the account of a container keeps deleted blobs, determined when the container is first shown.
import { useState } from 'react';
import { restoreDisabledReason } from '@shared/blob-details/retention';
import type { BlobRetention } from '@shared/model/deleted-blobs';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { describeError } from '@renderer/ui';

export interface Retention {
  /** Undefined while it is not known. */
  readonly report: BlobRetention | undefined;
  /** Why deleted blobs cannot be listed or restored; null when they can. */
  readonly disabledReason: string | null;
}

export interface RetentionOf {
  readonly connectionId: string;
  readonly container: string;
  /** False while another tab is in front. */
  readonly isActive: boolean;
}

export function useRetention({ connectionId, container, isActive }: RetentionOf): Retention {
  const [requested, setRequested] = useState<'not-yet' | 'asked'>(isActive ? 'asked' : 'not-yet');
  if (isActive && requested === 'not-yet') setRequested('asked');
  const { data, error } = useCall(
    'deleted-blobs.retention',
    requested === 'asked' ? { connectionId, container } : null,
  );
  if (data !== undefined) return { report: data, disabledReason: restoreDisabledReason(data) };
  return {
    report: undefined,
    disabledReason: error ? describeError(error).title : t`Asking whether the account keeps them.`,
  };
}
