// A name exactly as stored, with invisible characters shown as marks.
import { t } from '@shared/strings/t';
import { classNames, isEnd } from '@renderer/ui';
import { nameParts } from './visible-name';
import styles from './blob-name.module.css';

export function BlobName({ name }: { readonly name: string }) {
  return (
    <span className={styles.name}>
      {name === '' ? <span className={styles.mark}>{t`(empty name)`}</span> : null}
      {nameParts(name).map((part, index) =>
        part.kind === 'plain' ? (
          part.text
        ) : (
          <span key={index} className={styles.mark} title={part.meaning}>
            {part.text}
          </span>
        ),
      )}
    </span>
  );
}

export interface CutNameProps {
  readonly name: string;
  /** So many characters at its end are to be seen where it has no room; null: it is cut at its end. */
  readonly tail: number | null;
}

/** For a row among many: it does not measure itself, which would slow down scrolling. */
export function CutName({ name, tail }: CutNameProps) {
  if (tail === null || readFromRight.test(name) || nameParts(name).some(({ kind }) => kind === 'mark')) {
    return <BlobName name={name} />;
  }
  const characters = [...name];
  return (
    <span className={classNames(styles.name, styles.pieces, !isEnd(tail) && styles.showsPlace)}>
      <span className={styles.head}>{characters.slice(0, -tail).join('')}</span>
      <span className={styles.tail}>{characters.slice(-tail).join('')}</span>
    </span>
  );
}

/** Two pieces of these would be displayed in a different order than their letters. */
const readFromRight =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
