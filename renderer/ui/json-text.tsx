// A line of JSON in colours: names, strings, numbers and literals, distinguished from punctuation.
import { Fragment, type ReactNode } from 'react';
import styles from './json-text.module.css';

export interface JsonTextProps {
  readonly children: string;
  /** `within`: it continues a string that began in an earlier line. */
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

// Cuts a line of JSON into names, values and signs, for colours.

interface JsonPiece {
  /** `sign`: brackets, colons, commas and blanks. */
  readonly kind: 'name' | 'text' | 'figure' | 'word' | 'sign';
  readonly text: string;
}

/** The texts joined are the line. @param begins `within`: it continues a string that began in an earlier line */
export function jsonPieces(line: string, begins: 'outside' | 'within' = 'outside'): readonly JsonPiece[] {
  const goesOn = begins === 'within' ? (restOfText.exec(line)?.[0] ?? '') : '';
  const first: readonly JsonPiece[] = goesOn === '' ? [] : [{ kind: 'text', text: goesOn }];
  return [...first, ...Array.from(line.slice(goesOn.length).matchAll(anyPiece), pieceOf)];
}

function pieceOf({ 0: text, groups = {} }: RegExpMatchArray): JsonPiece {
  if (groups.name !== undefined) return { kind: 'name', text };
  if (groups.text !== undefined) return { kind: 'text', text };
  if (groups.figure !== undefined) return { kind: 'figure', text };
  return { kind: groups.word === undefined ? 'sign' : 'word', text };
}

/** A string that does not end in its line continues in the next one. */
const restOfText = /^[^"\\]*(?:\\.?[^"\\]*)*"?/u;
const anyPiece =
  /(?<name>"[^"\\]*(?:\\.[^"\\]*)*"(?=\s*:))|(?<text>"[^"\\]*(?:\\.?[^"\\]*)*"?)|(?<figure>-?\d[-+.\dEe]*)|(?<word>\p{L}+)|[^"\d\p{L}-]+|-/gu;
