// Splits the text of a filter into pieces for display and completion while it is typed: like the lexer, but accepts
// incomplete text.
import { StowageError } from '../errors';
import { type Token, readToken, skipBlank } from './odata-lexer';
import { isComparisonOperator, isReservedWord } from './odata-terms';

export type PieceKind =
  | 'name'
  /** eq, ne, lt, le, gt, ge */
  | 'operator'
  /** and, or, not */
  | 'joint'
  | 'text'
  | 'number'
  /** true, false, null, NaN, INF */
  | 'constant'
  /** datetime'…', guid'…', X'…' */
  | 'tagged'
  | 'open'
  | 'close'
  /** Unterminated quotes; extends to the end of the text. */
  | 'unclosed'
  /** An invalid character or word. */
  | 'stray';

export interface Piece {
  readonly kind: PieceKind;
  /** 0-based UTF-16 offsets; `to` is exclusive. Blanks belong to no piece. */
  readonly from: number;
  readonly to: number;
}

export function filterPieces(source: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = skipBlank(source, 0);
  while (from < source.length) {
    const piece = pieceAt(source, from);
    pieces.push(piece);
    from = skipBlank(source, piece.to);
  }
  return pieces;
}

/** Line breaks between pieces become single blanks; quoted text is unchanged. */
export function onOneLine(source: string): string {
  let line = '';
  let from = 0;
  for (const piece of filterPieces(source)) {
    line += source.slice(from, piece.from).replace(/[\r\n]/g, ' ') + source.slice(piece.from, piece.to);
    from = piece.to;
  }
  return line + source.slice(from).replace(/[\r\n]/g, ' ');
}

/** A valid filter with each part of its outermost `and` or `or` on a separate line. */
export function onManyLines(source: string): string {
  let lines = '';
  let depth = 0;
  let from = 0;
  const outermost = outermostJoint(source);
  for (const piece of filterPieces(source)) {
    const word = source.slice(piece.from, piece.to);
    if (piece.kind === 'open') depth += 1;
    if (piece.kind === 'close') depth -= 1;
    const breaks = piece.kind === 'joint' && depth === 0 && word === outermost;
    const gap = piece.from === from ? '' : ' ';
    lines += (breaks ? '\n' : gap) + word;
    from = piece.to;
  }
  return lines.trim();
}

/** `or` if it occurs outside all parentheses, because it binds loosest; otherwise `and`. */
function outermostJoint(source: string): 'and' | 'or' {
  let depth = 0;
  for (const { kind, from, to } of filterPieces(source)) {
    if (kind === 'open') depth += 1;
    if (kind === 'close') depth -= 1;
    if (kind === 'joint' && depth === 0 && source.slice(from, to) === 'or') return 'or';
  }
  return 'and';
}

function pieceAt(source: string, from: number): Piece {
  try {
    const [token, to] = readToken(source, from);
    return { kind: kindOf(token), from, to };
  } catch (thrown) {
    if (!(thrown instanceof StowageError)) throw thrown;
    const word = /^[\p{L}\p{N}_]*/u.exec(source.slice(from))?.[0] ?? '';
    const isQuote = source.charAt(from + word.length) === "'";
    if (isQuote) return { kind: 'unclosed', from, to: source.length };
    const width = word.length || String.fromCodePoint(source.codePointAt(from) ?? 0).length;
    return { kind: 'stray', from, to: from + width };
  }
}

function kindOf(token: Token): PieceKind {
  switch (token.kind) {
    case 'open':
    case 'close':
    case 'number':
      return token.kind;
    case 'quoted':
      return token.tag === '' ? 'text' : 'tagged';
    case 'word':
      if (isComparisonOperator(token.text)) return 'operator';
      if (/^(?:and|or|not)$/.test(token.text)) return 'joint';
      return isReservedWord(token.text) ? 'constant' : 'name';
    case 'end':
      return 'stray';
  }
}
