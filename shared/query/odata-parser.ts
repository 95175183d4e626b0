// Parses the text of an OData filter into a tree in normal form, or reports where and why it cannot be parsed.
import type { EdmValue } from '../model/entity';
import { inQuotes } from '../strings/in-quotes';
import { t } from '../strings/t';
import type { FilterNode } from '../model/table-query';
import { invalidFilter } from './filter-error';
import { group } from './normal-form';
import { type Token, tokenize } from './odata-lexer';
import { parseLiteral, wordLiteral } from './odata-literal';
import { isComparisonOperator, isReservedWord, mirroredOperators } from './odata-terms';

/**
 * Comparisons with the constant first are turned round (`5 lt Rating` becomes `Rating gt 5`); a bare property
 * becomes a `truth` node.
 * @throws StowageError `invalid.filter` with the context `position` (0-based) and `expected`
 */
export function parseFilter(source: string): FilterNode {
  if (/^\s*select\s[^']*\sfrom\s/iu.test(source)) {
    throw invalidFilter(0, t`this is SQL, and tables are filtered in OData`, "Status eq 'failed'");
  }
  return new Parser(tokenize(source)).whole();
}

/** The kind of a part of the text, before its surroundings decide whether that is allowed. */
type Term =
  | { readonly kind: 'condition'; readonly position: number; readonly node: FilterNode }
  | { readonly kind: 'property'; readonly position: number; readonly name: string }
  | { readonly kind: 'constant'; readonly position: number; readonly value: EdmValue };

const operatorNames = t`eq, ne, gt, ge, lt or le`;
const deepestNesting = 200;

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): FilterNode {
    const node = condition(this.#or());
    const rest = this.#peek();
    if (rest.kind === 'end') return node;
    throw invalidFilter(rest.position, t`${describe(rest)} follows a complete condition`, whatMayFollow(rest, 'whole'));
  }

  #or(): Term {
    return this.#joined('or', () => this.#joined('and', () => this.#not()));
  }

  #joined(kind: 'and' | 'or', part: () => Term): Term {
    const first = part();
    if (!this.#takeWord(kind)) return first;
    const nodes = [condition(first)];
    do nodes.push(condition(part()));
    while (this.#takeWord(kind));
    return { kind: 'condition', position: first.position, node: group(kind, nodes) };
  }

  #not(): Term {
    const { position } = this.#peek();
    if (!this.#takeWord('not')) return this.#comparison();
    return this.#nested(position, () => {
      const inner = condition(this.#not());
      return { kind: 'condition', position, node: { kind: 'not', node: inner } };
    });
  }

  #comparison(): Term {
    const left = this.#operand();
    const operator = this.#peek();
    if (operator.kind !== 'word' || !isComparisonOperator(operator.text)) return left;
    this.#next += 1;
    const right = this.#operand();
    const follower = this.#peek();
    if (follower.kind === 'word' && isComparisonOperator(follower.text)) {
      throw invalidFilter(follower.position, t`comparisons cannot be chained`, t`and before the next comparison`);
    }
    if (left.kind === 'property' && right.kind === 'constant') {
      const node = { kind: 'comparison', property: left.name, operator: operator.text, operand: right.value } as const;
      return { kind: 'condition', position: left.position, node };
    }
    if (left.kind === 'constant' && right.kind === 'property') {
      const mirrored = mirroredOperators[operator.text];
      const node = { kind: 'comparison', property: right.name, operator: mirrored, operand: left.value } as const;
      return { kind: 'condition', position: left.position, node };
    }
    throw cannotCompare(left, right);
  }

  #operand(): Term {
    const token = this.#peek();
    this.#next += 1;
    switch (token.kind) {
      case 'open':
        return this.#parenthesised(token.position);
      case 'number':
      case 'quoted':
        return { kind: 'constant', position: token.position, value: parseLiteral(token) };
      case 'word':
        return this.#word(token);
      case 'close':
      case 'end':
        throw invalidFilter(
          token.position,
          token.kind === 'end' ? t`the filter ends too early` : t`a parenthesis closes too early`,
          t`a property or a value`,
        );
    }
  }

  #parenthesised(position: number): Term {
    return this.#nested(position, () => {
      const inner = this.#or();
      const close = this.#peek();
      if (close.kind !== 'close') {
        const problem =
          close.kind === 'end'
            ? t`the parenthesis opened at character ${position + 1} is not closed`
            : t`${describe(close)} follows a complete condition`;
        throw invalidFilter(close.position, problem, whatMayFollow(close, 'within'));
      }
      this.#next += 1;
      return { ...inner, position };
    });
  }

  #word(token: Token & { readonly kind: 'word' }): Term {
    const value = wordLiteral(token.text);
    if (value !== null) return { kind: 'constant', position: token.position, value };
    if (token.text === 'null') {
      throw invalidFilter(token.position, t`a table stores no null values, so nothing can equal null`, t`a value`);
    }
    if (isReservedWord(token.text)) {
      throw invalidFilter(
        token.position,
        t`“${token.text}” is a reserved word, so it cannot be a property name here`,
        t`a property or a value`,
      );
    }
    return { kind: 'property', position: token.position, name: token.text };
  }

  #nested(position: number, read: () => Term): Term {
    this.#depth += 1;
    if (this.#depth > deepestNesting) {
      throw invalidFilter(position, t`the filter is nested too deeply`, t`at most ${deepestNesting} levels`);
    }
    const term = read();
    this.#depth -= 1;
    return term;
  }

  #peek(): Token {
    return this.#tokens[Math.min(this.#next, this.#tokens.length - 1)] ?? { kind: 'end', position: 0 };
  }

  #takeWord(text: string): boolean {
    const token = this.#peek();
    const taken = token.kind === 'word' && token.text === text;
    if (taken) this.#next += 1;
    return taken;
  }
}

function condition(term: Term): FilterNode {
  switch (term.kind) {
    case 'condition':
      return term.node;
    case 'property':
      return { kind: 'truth', property: term.name };
    case 'constant':
      throw invalidFilter(term.position, t`a value alone is no condition`, t`a comparison such as Rating gt 4.0`);
  }
}

/** Words that the language has in one case only. */
const exactTerms = new Map(['true', 'false', 'null', 'NaN', 'INF'].map((word) => [word.toLowerCase(), word]));

function cannotCompare(left: Term, right: Term): Error {
  const meant = [right, left].find((term) => term.kind === 'property' && exactTerms.has(term.name.toLowerCase()));
  if (left.kind === 'property' && right.kind === 'property' && meant?.kind === 'property') {
    const word = exactTerms.get(meant.name.toLowerCase()) ?? '';
    if (word === 'null') {
      return invalidFilter(meant.position, t`a table stores no null values, so nothing can equal null`, t`a value`);
    }
    return invalidFilter(
      meant.position,
      t`“${meant.name}” is read as the name of a property`,
      t`“${word}”, exactly like this`,
    );
  }
  if (left.kind === 'constant' && right.kind === 'constant') {
    const word = [left, right].find((term) => typeof term.value.value === 'boolean');
    if (word !== undefined) {
      return invalidFilter(
        word.position,
        t`“${String(word.value.value)}” is a value, so a property with this name cannot be used in a filter`,
        t`a property on one side`,
      );
    }
  }
  const wrong = left.kind === 'condition' ? left : right;
  const problem =
    wrong.kind === 'condition'
      ? t`a condition cannot be compared`
      : wrong.kind === 'property'
        ? t`two properties cannot be compared with each other`
        : t`two values are compared with each other`;
  const expected = wrong.kind === 'constant' ? t`a property on one side` : t`a value`;
  return invalidFilter(wrong.position, problem, expected);
}

function describe(token: Token): string {
  switch (token.kind) {
    case 'open':
      return '(';
    case 'close':
      return ')';
    case 'end':
      return t`the end`;
    case 'quoted':
      return t`a value in quotes`;
    case 'word':
    case 'number':
      return inQuotes(token.text);
  }
}

/** @param place of the complete condition: `within` parentheses that are still open */
function whatMayFollow(token: Token, context: 'whole' | 'within'): string {
  const lower = token.kind === 'word' ? token.text.toLowerCase() : '';
  if (lower === 'and' || lower === 'or' || isComparisonOperator(lower)) return t`${lower} in lowercase`;
  return context === 'whole'
    ? t`“and”, “or”, a comparison (${operatorNames}) or the end`
    : t`“)”, “and”, “or” or a comparison (${operatorNames})`;
}
