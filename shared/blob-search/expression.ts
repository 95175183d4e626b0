// Regular expressions on blob names: whether one can be used, and what every match must start with. Pure.
import { t } from '../strings/t';

/** The compiled expression. Throws SyntaxError. */
export function compileExpression(text: string, letters: 'exact' | 'any'): RegExp {
  return new RegExp(text, letters === 'any' ? 'iu' : 'u');
}

/** Why the text is not a regular expression, in the engine's wording; null when it is one. */
export function expressionProblem(text: string): string | null {
  try {
    compileExpression(text, 'exact');
    return null;
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : '';
    return message.slice(message.lastIndexOf(': ') + 2) || t`Cannot be read`;
  }
}

/**
 * What every name that matches starts with; empty when any start is possible, as without `^` or with a choice.
 * Only for exact letters, and only of an expression that compiles.
 */
export function expressionPrefix(text: string): string {
  if (!text.startsWith('^') || hasChoice(text)) return '';
  const literals: string[] = [];
  const characters = [...text];
  let at = 1;
  while (at < characters.length) {
    const escaped = characters[at] === '\\';
    const character = characters[escaped ? at + 1 : at] ?? '';
    if (escaped ? !/[$()*+./?[\\\]^{|}]/u.test(character) : /[$()*+.?[\\\]^{|}]/u.test(character)) break;
    at += escaped ? 2 : 1;
    const quantifier = characters[at];
    // It may also not be there.
    if (quantifier === '*' || quantifier === '?' || quantifier === '{') break;
    literals.push(character);
    if (quantifier === '+') break;
  }
  return literals.join('');
}

/** A bar anywhere: one inside a group would be harmless, but is rare enough to list more for. */
function hasChoice(text: string): boolean {
  return text.replace(/\\./gu, '').includes('|');
}
