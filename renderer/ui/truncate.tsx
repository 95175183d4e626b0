// One line that ends in an ellipsis where it does not fit; the whole text shows on hover where something of it is missing.
import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './truncate.module.css';

export interface TruncateProps {
  /** The whole text, for the hover; default: what is rendered. */
  readonly text?: string;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Truncate({ text, children, className }: TruncateProps) {
  return (
    <span
      className={classNames(styles.truncate, className)}
      onPointerEnter={(event) => {
        const element = event.currentTarget;
        const isCut = element.scrollWidth > element.clientWidth;
        if (isCut || (text !== undefined && text !== element.textContent)) element.title = text ?? element.textContent;
        else element.removeAttribute('title');
      }}
    >
      {children}
    </span>
  );
}
