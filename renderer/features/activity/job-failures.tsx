// The failures of a job, grouped by cause, and all of them as text to copy.
import { Copy } from 'lucide-react';
import type { FailedItem, TransferJob } from '@shared/model/transfer';
import { counted } from '@shared/strings/counted';
import { inEnglish, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { Button, describeError } from '@renderer/ui';
import { causesOf, failureOf } from '@shared/failure-causes';
import { visibleLine } from '@shared/visible-text';
import { copyText } from './job-actions';
import styles from './job-failures.module.css';
import { errorMessage, isErrorCode, recordedSentence } from '@shared/error-text';
import type { ErrorContext } from '@shared/errors';

/** Longer lists belong into a sheet: the copy has every file. */
const maxShownPerCause = 20;

export function JobFailures({ id, job }: { readonly id: string; readonly job: TransferJob }) {
  const unlisted = job.failedCount - job.failed.length;
  return (
    <div id={id} className={styles.failures}>
      {causesOf(job.failed).map((cause) => {
        const message = describeError(cause.error);
        const hidden = cause.items.length - maxShownPerCause;
        return (
          <section key={cause.key}>
            <h2 className={styles.title}>
              {message.title}
              <span className={styles.count}>
                {counted(cause.items.length, 'file')} · {cause.code}
              </span>
            </h2>
            <p className={styles.words}>{[message.explanation, message.action].filter(Boolean).join(' ')}</p>
            <ul className={styles.items}>
              {cause.items.slice(0, maxShownPerCause).map((item, index) => (
                <li key={`${item.source}-${index}`} className={styles.item}>
                  <span className={styles.name}>{visibleLine(item.source)}</span>
                  <span className={styles.message}>{ownArguments(item, message.explanation)}</span>
                </li>
              ))}
            </ul>
            {hidden > 0 ? <p className={styles.words}>{t`${formatCount(hidden)} more with the same cause.`}</p> : null}
          </section>
        );
      })}
      <div className={styles.foot}>
        <Button size="small" icon={<Copy size={13} />} onPress={() => copyText(failuresAsText(job.failed))}>
          {t`Copy list`}
        </Button>
        {unlisted > 0 ? (
          <span className={styles.words}>{t`${formatCount(unlisted)} more failed and are not listed here.`}</span>
        ) : null}
      </div>
    </div>
  );
}

/** Shown at a file and not above it: a cause that only one file has names that file. */
function ownArguments(item: TransferJob['failed'][number], title: string): string {
  const { explanation } = describeError(failureOf(item));
  return explanation === title ? '' : explanation;
}

/** The name of a cause, without its target: `Access denied`. */
export function causeText(code: string, context: ErrorContext = {}): string {
  return errorMessage({ code: isErrorCode(code) ? code : 'bug.unexpected', context }).title;
}

/** Why a file failed so and what to do, of none in particular. */
export function causeExplained(code: string, context: ErrorContext = {}): string {
  const { explanation, action } = errorMessage({ code: isErrorCode(code) ? code : 'bug.unexpected', context });
  return [explanation, action].filter(Boolean).join(' ');
}

/** Lines of source, target, code and message, separated by tabs, to paste into a sheet. */
export function failuresAsText(failed: readonly FailedItem[]): string {
  const clean = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');
  return [['source', 'target', 'code', 'message'], ...failed.map(lineOf)]
    .map((line) => line.map(clean).join('\t'))
    .join('\n');
}

function lineOf(item: FailedItem): string[] {
  return [item.source, item.target, item.code, inEnglish(() => recordedSentence(item))];
}
