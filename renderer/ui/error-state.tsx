// A failure in place of a view, or as a line inside one: what happened, why, what to do.
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import type { StowageError } from '@shared/errors';
import { plural, t } from '@shared/strings/t';
import { Button, ButtonSizeContext } from './button';
import { describeError } from './error-text';
import { RemedyContext } from './remedies';
import styles from './state.module.css';
import { formatCount } from '@shared/units';

export interface ErrorStateProps {
  readonly error: StowageError;
  /** Shown as `Try again`. */
  readonly onRetry?: () => void;
  /** More buttons beside it. */
  readonly actions?: ReactNode;
}

/** Replaces a view that could not be shown, with additional remedies if there are any. */
export function ErrorState({ error, onRetry, actions }: ErrorStateProps) {
  const message = describeError(error);
  const remedies = useContext(RemedyContext)(error, onRetry);
  return (
    <div className={styles.state} role="alert">
      <CircleAlert size={24} strokeWidth={1.5} className={styles.badIcon} aria-hidden />
      <h2 className={styles.title}>{message.title}</h2>
      <p className={styles.text}>{message.explanation}</p>
      {message.action !== '' && <p className={styles.text}>{message.action}</p>}
      {(onRetry ?? actions ?? remedies ?? null) !== null && (
        <div className={styles.actions}>
          {onRetry && <Button onPress={onRetry}>{t`Try again`}</Button>}
          {actions}
          {remedies}
        </div>
      )}
      {error.requestId !== undefined && <p className={styles.reference}>{t`Request ${error.requestId}`}</p>}
    </div>
  );
}

export interface ErrorNoticeProps extends ErrorStateProps {
  /** What became of the rest, as a sentence behind the others. */
  readonly remains?: string;
}

/**
 * A failure inside a dialog, a panel or a list; the rest of the view stays. What helps is given with it, save the way to
 * what is written down of a fault of the app, which leads there from anywhere.
 */
export function ErrorNotice({ error, onRetry, actions, remains = '' }: ErrorNoticeProps) {
  const message = describeError(error);
  const remedies = useContext(RemedyContext);
  const report = error.kind === 'bug' ? remedies(error, onRetry) : null;
  return (
    <div className={styles.notice} role="alert">
      <CircleAlert size={16} className={styles.badIcon} aria-hidden />
      <div className={styles.noticeWords}>
        <strong>{message.title}</strong>
        <span>{[message.explanation, message.action, remains].filter((part) => part !== '').join(' ')}</span>
      </div>
      {(onRetry ?? actions ?? report ?? null) !== null && (
        <div className={styles.noticeActions}>
          <ButtonSizeContext.Provider value="small">
            {onRetry && <Button onPress={onRetry}>{t`Try again`}</Button>}
            {report}
            {actions}
          </ButtonSizeContext.Provider>
        </div>
      )}
    </div>
  );
}

export interface UnreadNoticeProps {
  readonly title: string;
  /** An error each; none shows nothing. */
  readonly errors: readonly StowageError[];
  readonly advice: string;
}

/** Above a list: what of it cannot be read, why, and what to do. */
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
