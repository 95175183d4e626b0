// What is shown while files hover over a container: where they would go, or why they cannot.
import { Lock, Upload } from 'lucide-react';
import type { OverwritePolicy } from '@shared/model/transfer';
import { BlobName } from './blob-name';
import { consequenceOf } from './overwrite-choice';
import { crumbsOf } from './path';
import styles from './drop-overlay.module.css';

export interface DropOverlayProps {
  readonly container: string;
  readonly prefix: string;
  readonly overwrite: OverwritePolicy;
  /** Why nothing can be dropped here; null when it can. */
  readonly refusal: string | null;
}

export function DropOverlay({ container, prefix, overwrite, refusal }: DropOverlayProps) {
  return (
    <div className={refusal === null ? styles.overlay : styles.refused} role="status">
      <div className={styles.card}>
        {refusal === null ? <Upload size={24} strokeWidth={1.5} /> : <Lock size={24} strokeWidth={1.5} />}
        <p className={styles.title}>
          {refusal === null ? 'Upload to ' : 'Cannot upload to '}
          {crumbsOf(container, prefix).map((crumb, index) => (
            <span key={crumb.prefix}>
              {index > 0 ? ' / ' : ''}
              <BlobName name={crumb.label} />
            </span>
          ))}
        </p>
        <p className={styles.text}>{refusal ?? `Names that already exist ${consequenceOf(overwrite)}.`}</p>
      </div>
    </div>
  );
}
