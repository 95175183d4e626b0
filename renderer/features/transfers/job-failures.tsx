// The failed files of a job: by cause, each with its own message; all can be copied.
import { Copy } from 'lucide-react';
import type { TransferJob } from '@shared/model/transfer';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { Button, describeError } from '@renderer/ui';
import { causesOf, failureOf } from '@shared/failure-causes';
import { visibleLine } from '@shared/visible-text';
import { failuresAsText } from './failure-causes';
import { copyText } from './job-actions';
import styles from './job-failures.module.css';

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
          {t`Copy the list`}
        </Button>
        {unlisted > 0 ? (
          <span className={styles.words}>{t`${formatCount(unlisted)} more failed and are not listed here.`}</span>
        ) : null}
      </div>
    </div>
  );
}

/** What is said of one file and not above it: a cause that only one file has names that file. */
function ownArguments(item: TransferJob['failed'][number], title: string): string {
  const { explanation } = describeError(failureOf(item));
  return explanation === title ? '' : explanation;
}
