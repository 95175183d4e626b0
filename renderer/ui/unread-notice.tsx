// Above a list: what of it cannot be read, why, and what to do.
import { CircleAlert } from 'lucide-react';
import type { StowageError } from '@shared/errors';
import { plural } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { describeError } from './error-text';
import styles from './unread-notice.module.css';

export interface UnreadNoticeProps {
  readonly title: string;
  /** An error each; none shows nothing. */
  readonly errors: readonly StowageError[];
  readonly advice: string;
}

export function UnreadNotice({ title, errors, advice }: UnreadNoticeProps) {
  const [first] = errors;
  if (first === undefined) return null;
  const others = errors.length - 1;
  const more =
    others === 0
      ? ''
      : plural(others)`1 more cannot be read either. | ${formatCount(others)} more cannot be read either.`;
  return (
    <div className={styles.unread} role="alert">
      <CircleAlert size={14} aria-hidden />
      <p className={styles.words}>
        <strong>{title}</strong>{' '}
        {[describeError(first).explanation, more, advice].filter((part) => part !== '').join(' ')}
      </p>
    </div>
  );
}
