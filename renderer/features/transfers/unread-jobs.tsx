// Above the queue: jobs of earlier processes whose journals cannot be read, why, and what to do. They are looked at
// again until they can be read.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { sharedStream, useSharedStream } from '@renderer/live/shared-stream';
import { UnreadNotice } from '@renderer/ui';

interface Unread {
  readonly errors: readonly StowageError[];
}

const liveUnread = sharedStream<'transfers.unread', Unread>({
  name: 'transfers.unread',
  input: {},
  initial: { errors: [] },
  reduce: (_state, shapes) => ({ errors: shapes.map((shape) => StowageError.fromShape(shape)) }),
});

export function useUnreadJobs(): readonly StowageError[] {
  return useSharedStream(liveUnread, ({ errors }) => errors);
}

export function UnreadJobs({ errors }: { readonly errors: readonly StowageError[] }) {
  return (
    <UnreadNotice
      title={t`Not all earlier transfers can be read.`}
      errors={errors}
      advice={t`Nothing was changed there. Give Stowage access, or bring the drive back: what can be read is listed here then, without a restart.`}
    />
  );
}
