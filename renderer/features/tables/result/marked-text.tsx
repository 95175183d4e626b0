// A text with marks in place of invisible characters. The marks are only drawn: selecting and copying yield the
// characters themselves.
import { markedPieces } from '@shared/visible-text';
import { type ReactNode, useMemo } from 'react';
import styles from './marked-text.module.css';

export interface MarkedTextProps {
  /** Whether blanks at the ends are marked too, as in keys. */
  readonly ends?: 'marked' | 'plain';
  readonly children: string;
}

export function MarkedText({ ends = 'plain', children }: MarkedTextProps): ReactNode {
  const pieces = useMemo(() => markedPieces(children, ends), [children, ends]);
  if (pieces === null) return children;
  return pieces.map(({ text, mark }, index) =>
    mark === undefined ? (
      text
    ) : (
      <span key={index} className={styles.unseen} data-mark={mark.length > 1 ? `[${mark}]` : mark}>
        {text}
      </span>
    ),
  );
}
