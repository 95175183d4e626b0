// A name exactly as stored, with what cannot be seen shown as marks.
import { t } from '@shared/strings/t';
import { nameParts } from './visible-name';
import styles from './blob-name.module.css';

export function BlobName({ name }: { readonly name: string }) {
  if (name === '') return <span className={styles.mark}>{t`(empty name)`}</span>;
  return (
    <span className={styles.name}>
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
