// Formats JSON in lines without changing a token: numbers keep their digits, names their order; and finds the position
// of a syntax error. Pure.

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

/** The text is known to be JSON: only strings need care, as everything else has the same meaning at any position. */
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

interface TextPosition {
  /** Both from 1; a column is a UTF-16 unit. */
  readonly line: number;
  readonly column: number;
}

/** The first position that is invalid; `end` if the text ends too early, null if it is JSON. */
export function jsonFault(source: string): TextPosition | 'end' | null {
  const at = faultAt(source);
  if (at === null) return null;
  return at >= source.length ? 'end' : positionOf(source, at);
}

type Wanted = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/** Works without recursion, so that deeply nested brackets cannot exhaust the stack. */
function faultAt(source: string): number | null {
  const open: string[] = [];
  let wanted: Wanted = 'value';
  let index = afterBlanks(source, 0);
  const after = (): Wanted => (open.length === 0 ? 'nothing' : 'comma-or-end');
  while (index < source.length) {
    const character = source[index] ?? '';
    const isName: boolean = wanted === 'name' || wanted === 'name-or-end';
    const mayEnd: boolean = wanted === 'comma-or-end' || wanted === 'value-or-end' || wanted === 'name-or-end';
    if (mayEnd && character === open.at(-1)) {
      open.pop();
      wanted = after();
      index += 1;
    } else if (wanted === 'comma-or-end') {
      if (character !== ',') return index;
      wanted = open.at(-1) === '}' ? 'name' : 'value';
      index += 1;
    } else if (wanted === 'colon') {
      if (character !== ':') return index;
      wanted = 'value';
      index += 1;
    } else if (wanted === 'nothing') {
      return index;
    } else if (character === '"') {
      const end = stringEnd(source, index);
      if (end.kind === 'fault') return end.at;
      wanted = isName ? 'colon' : after();
      index = end.at;
    } else if (isName) {
      return index;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      wanted = character === '{' ? 'name-or-end' : 'value-or-end';
      index += 1;
    } else {
      if (isCutOff(source, index)) return source.length;
      plain.lastIndex = index;
      if (!plain.test(source)) return index;
      wanted = after();
      index = plain.lastIndex;
    }
    index = afterBlanks(source, index);
  }
  return wanted === 'nothing' ? null : source.length;
}

const plain = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A number that the end of the text cuts off, such as `-` or `1.5e`; without the digits at its end it is complete. */
const cutNumber = /-?(?:(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?))?$/y;
const cutEscape = /\\(?:u[0-9a-fA-F]{0,3})?$/y;

/** Whether the text ends within the number or literal that begins there. */
function isCutOff(source: string, start: number): boolean {
  cutNumber.lastIndex = start;
  if (cutNumber.test(source)) return true;
  if (source.length - start >= 'false'.length) return false;
  const rest = source.slice(start);
  return ['true', 'false', 'null'].some((literal) => literal !== rest && literal.startsWith(rest));
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** For the string that begins there: the index just after it, or of the character that is not allowed in it. */
function stringEnd(source: string, start: number): { readonly kind: 'end' | 'fault'; readonly at: number } {
  let index = start + 1;
  while (index < source.length) {
    const character = source[index] ?? '';
    if (character === '"') return { kind: 'end', at: index + 1 };
    if (character < ' ') return { kind: 'fault', at: index };
    if (character === '\\') {
      escape.lastIndex = index;
      if (!escape.test(source)) {
        cutEscape.lastIndex = index;
        return { kind: 'fault', at: cutEscape.test(source) ? source.length : index };
      }
      index = escape.lastIndex;
    } else index += 1;
  }
  return { kind: 'fault', at: source.length };
}

function afterBlanks(source: string, start: number): number {
  let index = start;
  while (index < source.length && ' \t\r\n'.includes(source[index] ?? '')) index += 1;
  return index;
}

function positionOf(source: string, at: number): TextPosition {
  let line = 1;
  let begin = 0;
  for (let next = source.indexOf('\n'); next !== -1 && next < at; next = source.indexOf('\n', next + 1)) {
    line += 1;
    begin = next + 1;
  }
  return { line, column: at - begin + 1 };
}
