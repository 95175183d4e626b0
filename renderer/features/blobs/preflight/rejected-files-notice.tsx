// What cannot be transferred, the first items with the reason, and what was omitted or remains unknown.
import { StowageError } from '@shared/errors';
import type { OverwritePolicy } from '@shared/model/transfer';
import type { TransferPreflight } from '@shared/model/transfer-preflight';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { rejectedOf } from '@shared/preflight/outcome';
import { formatCount } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { describeError } from '@renderer/ui';
import { remarkMessages } from './preflight-text';
import styles from './transfer-summary.module.css';
import type { TransferKind } from './wanted-transfer';

const maxShownRejections = 5;

export interface RejectedFilesNoticeProps {
  readonly preflight: TransferPreflight;
  readonly policy: OverwritePolicy;
  readonly kind: TransferKind;
}

export function DeniedScope({ preflight, policy, kind }: RejectedFilesNoticeProps) {
  const rejected = rejectedOf(preflight, policy);
  const { files, examples } = rejected;
  const remarks = remarkMessages(preflight);
  if (files === 0 && remarks.length === 0) return null;
  const shown = examples.slice(0, maxShownRejections);
  return (
    <div className={styles.remarks}>
      {files > 0 ? (
        <>
          <h3 className={styles.heading}>{headingText(rejected, kind)}</h3>
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
      {remarks.map((text) => (
        <p key={text} className={styles.remark}>
          {visibleLine(text)}
        </p>
      ))}
    </div>
  );
}

function headingText({ files, examples }: TransferPreflight['rejected'], kind: TransferKind): string {
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

/** A folder that is rejected as a whole counts as one. `folders`: the number among the named ones. */
function blobsAndFolders(all: number, folders: number): string {
  if (folders === 0) return counted(all, 'blob');
  if (folders === all) return counted(folders, 'folder');
  return t`${counted(all - folders, 'blob')} and ${counted(folders, 'folder')}`;
}
