// What cannot be transferred, the first items with the reason, and what was omitted or remains unknown.
import { StowageError } from '@shared/errors';
import type { OverwritePolicy } from '@shared/model/transfer';
import type { TransferSurvey } from '@shared/model/transfer-survey';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { refusedOf } from '@shared/survey/outcome';
import { formatCount } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
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
  const refused = refusedOf(survey, policy);
  const { files, examples } = refused;
  const remarks = remarkWords(survey);
  if (files === 0 && remarks.length === 0) return null;
  const shown = examples.slice(0, shownRefusals);
  return (
    <div className={styles.remarks}>
      {files > 0 ? (
        <>
          <h3 className={styles.heading}>{headingWords(refused, kind)}</h3>
          <ul className={styles.refused}>
            {shown.map(({ source, error }, index) => {
              const { title, explanation, action } = describeError(StowageError.fromShape(error));
              return (
                <li key={`${index} ${source}`}>
                  <span className={styles.source}>{visibleLine(source)}</span>
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
          {visibleLine(words)}
        </p>
      ))}
    </div>
  );
}

function headingWords({ files, examples }: TransferSurvey['refused'], kind: TransferKind): string {
  const count = formatCount(files);
  if (kind === 'upload') return plural(files)`${count} file cannot be uploaded | ${count} files cannot be uploaded`;
  const what = blobsAndFolders(files, examples.filter(({ source }) => source.endsWith('/')).length);
  switch (kind) {
    case 'download':
      return plural(files)`${what} cannot be downloaded | ${what} cannot be downloaded`;
    case 'copy':
      return plural(files)`${what} cannot be copied | ${what} cannot be copied`;
    case 'move':
      return plural(files)`${what} cannot be moved | ${what} cannot be moved`;
    case 'rename':
      return plural(files)`${what} cannot be renamed | ${what} cannot be renamed`;
  }
}

/** A folder that is refused as a whole is one. `folders`: of those that are named. */
function blobsAndFolders(all: number, folders: number): string {
  if (folders === 0) return counted(all, 'blob');
  if (folders === all) return counted(folders, 'folder');
  return t`${counted(all - folders, 'blob')} and ${counted(folders, 'folder')}`;
}
