// Says that somebody else was faster, what they changed, and how to go on.
import { TriangleAlert } from 'lucide-react';
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
        <strong>Somebody changed this {of} after you opened it. Nothing was saved.</strong>
        {changes.length === 0 ? (
          <span>
            Its {what} are still as you read them.{content === 'changed' ? ' Its content is another one.' : ''}
          </span>
        ) : (
          <table className={styles.changes}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">You read</th>
                <th scope="col">Now</th>
                <th scope="col">Yours</th>
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
        {changes.length > 0 && content === 'changed' ? <span>Its content is another one, too.</span> : null}
        <span className={styles.line}>
          <Button size="small" onPress={() => goOn('kept')}>
            Put my changes on top
          </Button>
          <Button size="small" onPress={() => goOn('dropped')}>
            Drop my changes
          </Button>
        </span>
      </div>
    </div>
  );
}

function Held({ value }: { readonly value: string | null }) {
  return value === null || value === '' ? <td className={styles.absent}>not set</td> : <td>{value}</td>;
}
