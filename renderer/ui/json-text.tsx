// A line of JSON in colours: its names, its texts, its figures and words apart from the signs between them.
import { Fragment, type ReactNode } from 'react';
import { jsonPieces } from '@shared/json-pieces';
import styles from './json-text.module.css';

export interface JsonTextProps {
  readonly children: string;
  /** `within`: it goes on with a text that began in a line before it. */
  readonly begins?: 'outside' | 'within';
  /** How a piece is written; default: as it is. */
  readonly show?: (text: string) => ReactNode;
}

export function JsonText({ children: line, begins = 'outside', show = (text) => text }: JsonTextProps) {
  return jsonPieces(line, begins).map(({ kind, text }, index) =>
    text.trim() === '' ? (
      <Fragment key={index}>{show(text)}</Fragment>
    ) : (
      <span key={index} className={styles[kind]}>
        {show(text)}
      </span>
    ),
  );
}
