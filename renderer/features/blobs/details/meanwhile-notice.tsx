// Shows that another client has changed the blob meanwhile, what was changed, and how to continue.
import { TriangleAlert } from 'lucide-react';
import { t } from '@shared/strings/t';
import { Button } from '@renderer/ui';
import type { Editing, Meanwhile } from './use-editing';
import styles from './dialogs.module.css';

export interface MeanwhileNoticeProps {
  readonly of: 'blob' | 'container';
  readonly meanwhile: Meanwhile;
  /** `headers`, `metadata`. */
  readonly what: string;
  readonly goOn: Editing['goOn'];
}

export function MeanwhileNotice({ of, meanwhile, what, goOn }: MeanwhileNoticeProps) {
  const { changes, content } = meanwhile;
  return (
    <div className={styles.caution} role="alert">
      <TriangleAlert size={16} className={styles.cautionIcon} aria-hidden />
      <div className={styles.cautionWords}>
        <strong>{t`Another client changed this ${of} after you opened it. Nothing was saved.`}</strong>
        {changes.length === 0 ? (
          <span>
            {t`The ${what} have not changed since you read them.`}
            {content === 'changed' ? t` The content has changed.` : ''}
          </span>
        ) : (
          <table className={styles.changes}>
            <thead>
              <tr>
                <th scope="col">{t`Name`}</th>
                <th scope="col">{t`When opened`}</th>
                <th scope="col">{t`Current`}</th>
                <th scope="col">{t`Yours`}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ name, was, now, mine }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <Held value={was} />
                  <Held value={now} />
                  <Held value={mine} />
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {changes.length > 0 && content === 'changed' ? <span>{t`The content has changed as well.`}</span> : null}
        <span className={styles.line}>
          <Button size="small" onPress={() => goOn('kept')}>{t`Apply my changes on top`}</Button>
          <Button size="small" onPress={() => goOn('dropped')}>{t`Discard my changes`}</Button>
        </span>
      </div>
    </div>
  );
}

function Held({ value }: { readonly value: string | null }) {
  return value === null || value === '' ? <td className={styles.absent}>{t`not set`}</td> : <td>{value}</td>;
}
