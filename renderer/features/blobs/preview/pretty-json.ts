// Formats JSON in lines without changing a token: numbers keep their digits, names their order. Pure.

import { type TextPosition, jsonFault } from './json-fault';

/** Deeper nesting makes more indentation than text. */
export const deepestLevel = 100;
const indent = '  ';
/** Characters of line breaks and indentation: deep lists of short values would become a hundred times as long. */
const maxAdded = 16 * 2 ** 20;

export type PrettyJson =
  | { readonly kind: 'laid-out'; readonly text: string }
  /** No JSON, and where it stops being it. */
  | { readonly kind: 'broken'; readonly at: TextPosition | 'end' }
  /** Nested so deeply that no layout helps. */
  | { readonly kind: 'too-deep' };

export function prettyJson(text: string): PrettyJson {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  const at = jsonFault(source);
  if (at !== null) return { kind: 'broken', at };
  const pretty = laidOut(source);
  return pretty === null ? { kind: 'too-deep' } : { kind: 'laid-out', text: pretty };
}

/** What is known to be JSON: only strings need care, as everything else means the same wherever it stands. */
function laidOut(source: string): string | null {
  const pieces: string[] = [];
  let level = 0;
  let added = 0;
  const breakLine = (): void => {
    added += 1 + indent.length * level;
    pieces.push('\n', indent.repeat(level));
  };
  for (let index = 0; index < source.length; index += 1) {
    if (added > maxAdded) return null;
    const character = source[index] ?? '';
    switch (character) {
      case '"': {
        const end = endOfString(source, index);
        pieces.push(source.slice(index, end));
        index = end - 1;
        break;
      }
      case '{':
      case '[': {
        const next = nextToken(source, index + 1);
        pieces.push(character);
        if (source[next] === '}' || source[next] === ']') {
          pieces.push(source[next] ?? '');
          index = next;
          break;
        }
        level += 1;
        if (level > deepestLevel) return null;
        breakLine();
        break;
      }
      case '}':
      case ']':
        level -= 1;
        breakLine();
        pieces.push(character);
        break;
      case ',':
        pieces.push(character);
        breakLine();
        break;
      case ':':
        pieces.push(': ');
        break;
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        break;
      default:
        pieces.push(character);
    }
  }
  return pieces.join('');
}

function endOfString(source: string, start: number): number {
  let index = start + 1;
  while (index < source.length && source[index] !== '"') index += source[index] === '\\' ? 2 : 1;
  return index + 1;
}

function nextToken(source: string, start: number): number {
  let index = start;
  while (/[ \t\r\n]/u.test(source[index] ?? '')) index += 1;
  return index;
}
