// The current path in the container: each folder is a link to it, except the last; in a deep path, the middle is a
// menu.
import { ChevronRight, CornerLeftUp, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@shared/strings/t';
import { IconButton, MenuButton, Truncate, classNames } from '@renderer/ui';
import { BlobName } from '../names/blob-name';
import { type Crumb, crumbsOf, foldCrumbs, parentPrefix } from '../names/path';
import styles from './path-bar.module.css';

export interface PathBarProps {
  /** Shown before the container; null where the strip of a production connection names it already. */
  readonly account: string | null;
  readonly container: string;
  readonly prefix: string;
  readonly onOpen: (prefix: string) => void;
}

export function PathBar({ account, container, prefix, onOpen }: PathBarProps) {
  const crumbs = crumbsOf(container, prefix);
  const folded = foldCrumbs(crumbs);
  const parent = parentPrefix(prefix);
  const stepOf = (crumb: Crumb): ReactNode => (
    <Step key={crumb.prefix} crumb={crumb} isHere={crumb.prefix === prefix} onOpen={onOpen} />
  );
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
      {account !== null && (
        <span className={styles.account}>
          <Truncate>{account}</Truncate>
          <ChevronRight size={13} className={styles.between} aria-hidden />
        </span>
      )}
      <ol className={styles.crumbs}>
        {folded === null ? (
          crumbs.map(stepOf)
        ) : (
          <>
            {stepOf(folded.first)}
            <FoldedSteps crumbs={folded.between} onOpen={onOpen} />
            {folded.last.map(stepOf)}
          </>
        )}
      </ol>
    </nav>
  );
}

interface StepProps {
  readonly crumb: Crumb;
  readonly isHere: boolean;
  readonly onOpen: (prefix: string) => void;
}

function Step({ crumb: { label, prefix }, isHere, onOpen }: StepProps) {
  const name = (
    <Truncate text={label}>
      <BlobName name={label} />
    </Truncate>
  );
  return (
    <li className={styles.crumb}>
      {prefix === '' ? null : <ChevronRight size={13} className={styles.between} aria-hidden />}
      {isHere ? (
        <span className={styles.here} aria-current="location">
          {name}
        </span>
      ) : (
        <button type="button" className={styles.step} onClick={() => onOpen(prefix)}>
          {name}
        </button>
      )}
    </li>
  );
}

interface FoldedStepsProps {
  readonly crumbs: readonly Crumb[];
  readonly onOpen: (prefix: string) => void;
}

function FoldedSteps({ crumbs, onOpen }: FoldedStepsProps) {
  const label = t`Intermediate folders`;
  const entries = crumbs.map(({ label: name, prefix }) => ({
    id: prefix,
    label: name === '' ? t`(empty)` : name,
    onAction: () => onOpen(prefix),
  }));
  return (
    <li className={classNames(styles.crumb, styles.folded)}>
      <ChevronRight size={13} className={styles.between} aria-hidden />
      <MenuButton label={label} entries={entries}>
        <IconButton label={label} size="small" icon={<Ellipsis size={14} aria-hidden />} />
      </MenuButton>
    </li>
  );
}
