// What cannot be transferred, the first items with the reason, and what was omitted or remains unknown.
import { StowageError } from '@shared/errors';
import type { OverwritePolicy } from '@shared/model/transfer';
import type { TransferSurvey } from '@shared/model/transfer-survey';
import { plural, t } from '@shared/strings/t';
import { refusedOf } from '@shared/survey/outcome';
import { formatCount } from '@shared/units';
import { describeError } from '@renderer/ui';
import { remarkWords } from './survey-words';
import styles from './transfer-summary.module.css';
import type { TransferKind } from './wanted-transfer';

const shownRefusals = 5;

export interface RefusedProps {
  readonly survey: TransferSurvey;
  readonly policy: OverwritePolicy;
  readonly kind: TransferKind;
}

export function Refused({ survey, policy, kind }: RefusedProps) {
  const { files, examples } = refusedOf(survey, policy);
  const remarks = remarkWords(survey);
  if (files === 0 && remarks.length === 0) return null;
  const shown = examples.slice(0, shownRefusals);
  return (
    <div className={styles.remarks}>
      {files > 0 ? (
        <>
          <h3 className={styles.heading}>{headingWords(files, kind)}</h3>
          <ul className={styles.refused}>
            {shown.map(({ source, error }, index) => {
              const { title, explanation, action } = describeError(StowageError.fromShape(error));
              return (
                <li key={`${index} ${source}`}>
                  <span className={styles.source}>{source}</span>
                  <span className={styles.reason}>{`${title}. ${explanation} ${action}`.trimEnd()}</span>
                </li>
              );
            })}
            {files > shown.length ? (
              <li className={styles.more}>{t`and ${formatCount(files - shown.length)} more`}</li>
            ) : null}
          </ul>
        </>
      ) : null}
      {remarks.map((words) => (
        <p key={words} className={styles.remark}>
          {words}
        </p>
      ))}
    </div>
  );
}

function headingWords(files: number, kind: TransferKind): string {
  const count = formatCount(files);
  switch (kind) {
    case 'upload':
      return plural(files)`${count} file cannot be uploaded | ${count} files cannot be uploaded`;
    case 'download':
      return plural(files)`${count} blob cannot be downloaded | ${count} blobs cannot be downloaded`;
    case 'copy':
      return plural(files)`${count} blob cannot be copied | ${count} blobs cannot be copied`;
    case 'move':
      return plural(files)`${count} blob cannot be moved | ${count} blobs cannot be moved`;
    case 'rename':
      return plural(files)`${count} blob cannot be renamed | ${count} blobs cannot be renamed`;
  }
}
