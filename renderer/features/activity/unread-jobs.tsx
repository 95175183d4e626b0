// Jobs of earlier processes whose journals cannot be read, why, and what to do. They are read again until they can be.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { sharedStream, useSharedStream } from '@renderer/live/shared-stream';
import { UnreadNotice } from '@renderer/ui';

const liveUnread = sharedStream<'jobs.unread', { readonly errors: readonly StowageError[] }>({
  name: 'jobs.unread',
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
      title={t`Some earlier jobs cannot be read.`}
      errors={errors}
      advice={t`The files were not changed. Give Stowage access or reconnect the drive; readable jobs then appear here without a restart.`}
    />
  );
}
