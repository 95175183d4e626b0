// One line, or two, that ends in an ellipsis where it does not fit; the whole text shows on hover where something of it is missing.
import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './truncate.module.css';

export interface TruncateProps {
  /** The whole text, for the hover; default: what is rendered. */
  readonly text?: string;
  /** Before it is cut; default: one. */
  readonly lines?: 'one' | 'two';
  readonly children: ReactNode;
  readonly className?: string;
}

export function Truncate({ text, lines = 'one', children, className }: TruncateProps) {
  return (
    <span
      className={classNames(lines === 'one' ? styles.truncate : styles.twoLines, className)}
      onPointerEnter={(event) => {
        const element = event.currentTarget;
        const isCut =
          lines === 'one' ? element.scrollWidth > element.clientWidth : element.scrollHeight > element.clientHeight;
        if (isCut || (text !== undefined && text !== element.textContent)) element.title = text ?? element.textContent;
        else element.removeAttribute('title');
      }}
    >
      {children}
    </span>
  );
}
