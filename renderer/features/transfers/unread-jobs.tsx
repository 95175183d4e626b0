// Above the queue: jobs of earlier processes whose journals cannot be read, why, and what to do. They are looked at
// again until they can be read.
import { CircleAlert } from 'lucide-react';
import { StowageError } from '@shared/errors';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { sharedStream, useSharedStream } from '@renderer/live/shared-stream';
import { describeError } from '@renderer/ui';
import styles from './transfers-dock.module.css';

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
  const [first] = errors;
  if (first === undefined) return null;
  const others = errors.length - 1;
  const words = [
    describeError(first).explanation,
    others === 0
      ? ''
      : plural(others)`1 more cannot be read either. | ${formatCount(others)} more cannot be read either.`,
    t`Nothing was changed there. Give Stowage access, or bring the drive back: what can be read is listed here then, without a restart.`,
  ];
  return (
    <div className={styles.unread} role="alert">
      <CircleAlert size={14} aria-hidden />
      <p className={styles.unreadWords}>
        <strong>{t`Not all earlier transfers can be read.`}</strong> {words.filter((part) => part !== '').join(' ')}
      </p>
    </div>
  );
}
