// Completion for filter text: properties, operators and forms of values, by the position of the caret. Independent of
// the window; the editor shows and inserts the suggestions.
import type { EdmType } from '../model/entity';
import { t } from '../strings/t';
import { isPropertyName } from './key-rules';
import { type Piece, filterPieces } from './odata-pieces';
import { isComparisonOperator, isReservedWord } from './odata-terms';

/** A property that rows have shown, with every type seen. */
export interface KnownProperty {
  readonly name: string;
  readonly types: readonly EdmType[];
}

export interface Suggestion {
  readonly kind: 'property' | 'operator' | 'joint' | 'value';
  /** The suggestion, as it is inserted. */
  readonly label: string;
  /** A short note about it: its types, or the operator's meaning. */
  readonly detail: string;
  /** Replaces the range of the completion. */
  readonly insert: string;
  /**
   * The selection after inserting, as offsets into `insert`: the part that is only an example, or the position to
   * continue.
   */
  readonly selectFrom: number;
  readonly selectTo: number;
}

export interface Completion {
  readonly context: 'operand' | 'operator' | 'value' | 'joint';
  /** The range of the text that a suggestion replaces; 0-based UTF-16 offsets, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** Best first; never empty. */
  readonly suggestions: readonly Suggestion[];
}

/** Null when nothing can be suggested: inside quotes, after a finished word, after a mistake. */
export function complete(text: string, caret: number, properties: readonly KnownProperty[]): Completion | null {
  const pieces = filterPieces(text);
  const touched = pieces.find(({ from, to }) => from < caret && caret <= to);
  if (touched !== undefined && !isWordLike(touched)) return null;
  const from = touched?.from ?? caret;
  const to = touched?.to ?? caret;
  const context = contextAfter(pieces.filter((piece) => piece.to <= from));
  if (context === null) return null;

  const typed = text.slice(from, caret);
  const subject = context.subject === null ? null : text.slice(context.subject.from, context.subject.to);
  const candidates = suggestionsFor(context, subject, properties);
  const fitting = ranked(candidates, typed);
  const [only] = fitting;
  if (only === undefined || (fitting.length === 1 && only.insert.trimEnd() === text.slice(from, to))) return null;
  const follows = /^[ \t\r\n]/.test(text.slice(to));
  const suggestions = follows ? fitting.map(withoutBlank) : fitting;
  return { context: context.kind, from, to, suggestions };
}

interface CompletionContext {
  readonly kind: Completion['context'];
  /** The property of the comparison. */
  readonly subject: Piece | null;
  readonly openParentheses: number;
}

/** What the grammar expects after these pieces; null after something that no filter starts with. */
function contextAfter(pieces: readonly Piece[]): CompletionContext | null {
  let kind: Completion['context'] = 'operand';
  let subject: Piece | null = null;
  let openParentheses = 0;
  for (const piece of pieces) {
    switch (piece.kind) {
      case 'open':
        openParentheses += 1;
        break;
      case 'close':
        openParentheses -= 1;
        kind = 'joint';
        break;
      case 'joint':
        kind = 'operand';
        subject = null;
        break;
      case 'operator':
        if (kind !== 'operator') return null;
        kind = 'value';
        break;
      case 'name':
        if (kind !== 'operand' && kind !== 'value') return null;
        kind = kind === 'operand' ? 'operator' : 'joint';
        subject = piece;
        break;
      case 'text':
      case 'number':
      case 'constant':
      case 'tagged':
        if (kind !== 'operand' && kind !== 'value') return null;
        kind = kind === 'operand' ? 'operator' : 'joint';
        break;
      case 'unclosed':
      case 'stray':
        return null;
    }
  }
  return { kind, subject, openParentheses };
}

function isWordLike({ kind }: Piece): boolean {
  return kind === 'name' || kind === 'operator' || kind === 'joint' || kind === 'constant';
}

const always: readonly KnownProperty[] = [
  { name: 'PartitionKey', types: ['Edm.String'] },
  { name: 'RowKey', types: ['Edm.String'] },
  { name: 'Timestamp', types: ['Edm.DateTime'] },
];

const operatorTexts = [
  ['eq', 'is'],
  ['ne', t`is not`],
  ['lt', 'below'],
  ['le', t`at most`],
  ['gt', 'above'],
  ['ge', t`at least`],
] as const;

/** An example of each type, and the part of it to be replaced. */
const forms: readonly (readonly [type: EdmType, text: string, from: number, to: number])[] = [
  ['Edm.String', "''", 1, 1],
  ['Edm.Int32', '0', 0, 1],
  ['Edm.Int64', '0L', 0, 1],
  ['Edm.Double', '0.0', 0, 3],
  ['Edm.Boolean', 'true', 4, 4],
  ['Edm.Boolean', 'false', 5, 5],
  ['Edm.DateTime', "datetime'2026-01-31T00:00:00Z'", 9, 29],
  ['Edm.Guid', "guid'00000000-0000-0000-0000-000000000000'", 5, 41],
  ['Edm.Binary', "X''", 2, 2],
];

function suggestionsFor(
  context: CompletionContext,
  subject: string | null,
  properties: readonly KnownProperty[],
): readonly Suggestion[] {
  const known = [...always, ...properties.filter(({ name }) => isNameable(name))];
  switch (context.kind) {
    case 'operand':
      return [
        ...known.map(({ name, types }) => createSuggestion('property', name, types.map(shortType).join(', '))),
        createSuggestion('joint', 'not', t`negates what follows`),
      ];
    case 'operator': {
      const types = typesOf(subject, known);
      const onlyBoolean = types.length === 1 && types[0] === 'Edm.Boolean';
      const operators = onlyBoolean ? operatorTexts.slice(0, 2) : operatorTexts;
      return operators.map(([operator, text]) => createSuggestion('operator', operator, text));
    }
    case 'value': {
      const types = typesOf(subject, known);
      const fitting = types.length === 0 ? forms : forms.filter(([type]) => types.includes(type));
      return fitting.map(([type, text, selectFrom, selectTo]) => ({
        kind: 'value',
        label: text,
        detail: shortType(type),
        insert: text,
        selectFrom,
        selectTo,
      }));
    }
    case 'joint':
      return [
        createSuggestion('joint', 'and', t`both must match`),
        createSuggestion('joint', 'or', t`one must match`),
        ...(context.openParentheses > 0 ? [createSuggestion('joint', ')', t`closes the group`)] : []),
      ];
  }
}

/** The service filters only on names that can be written. */
function isNameable(name: string): boolean {
  return isPropertyName(name) && !isReservedWord(name) && !always.some((each) => each.name === name);
}

function typesOf(subject: string | null, known: readonly KnownProperty[]): readonly EdmType[] {
  return known.find(({ name }) => name === subject)?.types ?? [];
}

function createSuggestion(kind: Suggestion['kind'], label: string, detail: string): Suggestion {
  const insert = `${label} `;
  return { kind, label, detail, insert, selectFrom: insert.length, selectTo: insert.length };
}

/** Matches at the beginning come before those in the middle; otherwise in the given order, ignoring case. */
function ranked(candidates: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const wanted = typed.toLowerCase();
  const begins = (label: string): boolean => label.toLowerCase().startsWith(wanted);
  const first = candidates.filter(({ label }) => begins(label));
  if (wanted.length < 2 || isComparisonOperator(typed)) return first;
  return [...first, ...candidates.filter(({ label }) => !begins(label) && label.toLowerCase().includes(wanted))];
}

/** No blank is added where there is one already; the caret goes after it. */
function withoutBlank(suggestion: Suggestion): Suggestion {
  if (!suggestion.insert.endsWith(' ')) return suggestion;
  return { ...suggestion, insert: suggestion.insert.slice(0, -1) };
}

function shortType(type: EdmType): string {
  return type.slice('Edm.'.length);
}
