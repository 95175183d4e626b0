// Where in the container we are: each folder a step back, the last one where we stand.
import { ChevronRight, CornerLeftUp } from 'lucide-react';
import { t } from '@shared/strings/t';
import { IconButton, Truncate } from '@renderer/ui';
import { BlobName } from './blob-name';
import { crumbsOf, parentPrefix } from './path';
import styles from './path-bar.module.css';

export interface PathBarProps {
  readonly container: string;
  readonly prefix: string;
  readonly onOpen: (prefix: string) => void;
}

export function PathBar({ container, prefix, onOpen }: PathBarProps) {
  const crumbs = crumbsOf(container, prefix);
  const parent = parentPrefix(prefix);
  return (
    <nav className={styles.bar} aria-label={t`Folder`}>
      <IconButton
        label={t`Up one folder`}
        shortcut="Backspace"
        icon={<CornerLeftUp size={15} />}
        isDisabled={parent === null}
        onPress={() => {
          if (parent !== null) onOpen(parent);
        }}
      />
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, index) => {
          const isHere = index === crumbs.length - 1;
          return (
            <li key={crumb.prefix} className={styles.crumb}>
              {index > 0 ? <ChevronRight size={13} className={styles.between} aria-hidden /> : null}
              {isHere ? (
                <span className={styles.here} aria-current="location">
                  <Truncate text={crumb.label}>
                    <BlobName name={crumb.label} />
                  </Truncate>
                </span>
              ) : (
                <button type="button" className={styles.step} onClick={() => onOpen(crumb.prefix)}>
                  <Truncate text={crumb.label}>
                    <BlobName name={crumb.label} />
                  </Truncate>
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
