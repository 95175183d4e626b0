// Finds the small faults that can be put into a source file: a bound moved by one, a condition negated, a call to fold
// case left out, a loop that ends after its first turn. It reads text and returns replacements; it runs nothing.
import ts from 'typescript';

/**
 * @typedef {object} Mutation a replacement of one part of the source
 * @property {number} start
 * @property {number} end
 * @property {string} text
 * @property {string} kind
 */

const { SyntaxKind } = ts;

/** @type {ReadonlyMap<ts.SyntaxKind, readonly string[]>} */
const otherOperators = new Map([
  [SyntaxKind.LessThanToken, ['<=', '>=']],
  [SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [SyntaxKind.AmpersandAmpersandToken, ['||']],
  [SyntaxKind.BarBarToken, ['&&']],
  [SyntaxKind.MinusToken, ['+']],
  [SyntaxKind.AsteriskToken, ['/']],
  [SyntaxKind.SlashToken, ['*']],
  [SyntaxKind.PercentToken, ['*']],
  [SyntaxKind.PlusEqualsToken, ['-=']],
  [SyntaxKind.MinusEqualsToken, ['+=']],
]);

const otherMethods = new Map([
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['indexOf', 'lastIndexOf'],
  ['lastIndexOf', 'indexOf'],
]);

/** Methods whose result has the type of the object: the call is replaced with the object. */
const removableMethods = new Set([
  ...['toLowerCase', 'toUpperCase', 'trim', 'trimEnd', 'trimStart', 'normalize', 'padStart', 'padEnd'],
  ...['replace', 'replaceAll', 'slice', 'filter', 'sort', 'toSorted', 'reverse', 'toReversed'],
]);

/** The kinds that an input at an edge notices: the value of a bound, an empty list, the last one, a word in upper case. */
export const edgeKinds = new Set(['operator', 'number', 'expression', 'method', 'call', 'order', 'condition', 'loop']);

/**
 * In the order of the source. Texts of errors are left unchanged: no test should depend on their wording.
 * @param {string} source of TypeScript
 * @param {string} path whose ending names the dialect
 * @returns {readonly Mutation[]}
 */
export function mutationsOf(source, path) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  /** @type {Mutation[]} */
  const found = [];
  const textOf = (/** @type {ts.Node} */ node) => node.getText(file);
  /** @type {(node: ts.Node, text: string, kind: string) => void} */
  const replace = (node, text, kind) => {
    found.push({ start: node.getStart(file), end: node.getEnd(), text, kind });
  };

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isThrowStatement(node) || ts.isTypeAliasDeclaration(node) || isError(node, file)) return;
    if (ts.isBinaryExpression(node)) mutateBinary(node);
    else if (ts.isPrefixUnaryExpression(node)) mutateUnary(node);
    else if (ts.isNumericLiteral(node)) replace(node, `(${textOf(node)} + 1)`, 'number');
    else if (node.kind === SyntaxKind.TrueKeyword) replace(node, 'false', 'boolean');
    else if (node.kind === SyntaxKind.FalseKeyword) replace(node, 'true', 'boolean');
    else if (ts.isStringLiteral(node) && node.text !== '' && !isName(node)) replace(node, "''", 'text');
    else if (ts.isRegularExpressionLiteral(node)) mutateRegularExpression(node);
    else if (ts.isCallExpression(node)) mutateCall(node);
    else if (ts.isConditionalExpression(node)) mutateCondition(node.condition);
    else if (ts.isIfStatement(node)) mutateCondition(node.expression);
    else if (ts.isWhileStatement(node) || ts.isForStatement(node) || ts.isForOfStatement(node)) mutateLoop(node);
    else if (ts.isExpressionStatement(node) && !isSuper(node)) replace(node, ';', 'statement');
    else if (ts.isBreakStatement(node) || ts.isContinueStatement(node)) replace(node, ';', 'statement');
    ts.forEachChild(node, visit);
  };

  /** @param {ts.BinaryExpression} node */
  const mutateBinary = ({ left, operatorToken, right }) => {
    const { kind } = operatorToken;
    for (const operator of otherOperators.get(kind) ?? []) replace(operatorToken, operator, 'operator');
    if (kind === SyntaxKind.PlusToken && !isText(left) && !isText(right)) replace(operatorToken, '-', 'operator');
    if (kind === SyntaxKind.QuestionQuestionToken)
      found.push({ start: left.getEnd(), end: right.getEnd(), text: '!', kind: 'default' });
  };

  /** @param {ts.PrefixUnaryExpression} node */
  const mutateUnary = (node) => {
    if (node.operator === SyntaxKind.ExclamationToken || node.operator === SyntaxKind.MinusToken)
      replace(node, `(${textOf(node.operand)})`, 'operator');
  };

  /** @param {ts.RegularExpressionLiteral} node */
  const mutateRegularExpression = (node) => {
    const text = textOf(node);
    const flagsAt = text.lastIndexOf('/') + 1;
    for (const flag of 'ims') {
      const at = text.indexOf(flag, flagsAt);
      if (at >= 0) replace(node, text.slice(0, at) + text.slice(at + 1), 'expression');
    }
    const body = text.slice(1, flagsAt - 1);
    if (body.startsWith('^')) replace(node, `/${body.slice(1)}${text.slice(flagsAt - 1)}`, 'expression');
    if (/(?:^|[^\\])\$$/.test(body)) replace(node, `/${body.slice(0, -1)}${text.slice(flagsAt - 1)}`, 'expression');
  };

  /** @param {ts.CallExpression} node */
  const mutateCall = (node) => {
    const { expression } = node;
    if (!ts.isPropertyAccessExpression(expression)) return;
    const method = expression.name.text;
    const other = otherMethods.get(method);
    if (other !== undefined) replace(expression.name, other, 'method');
    if (!removableMethods.has(method)) return;
    found.push({ start: expression.expression.getEnd(), end: node.getEnd(), text: '', kind: 'call' });
    if (/^(?:sort|toSorted)$/.test(method) && node.arguments.length > 0)
      found.push({ start: expression.name.getEnd(), end: node.getEnd(), text: '()', kind: 'order' });
  };

  /** @param {ts.Expression} condition */
  const mutateCondition = (condition) => {
    for (const value of ['true', 'false'])
      if (textOf(condition) !== value) replace(condition, `(${textOf(condition)}, ${value} as boolean)`, 'condition');
  };

  /** @param {ts.WhileStatement | ts.ForStatement | ts.ForOfStatement} node */
  const mutateLoop = ({ statement }) => {
    const end = statement.getEnd();
    if (ts.isBlock(statement)) found.push({ start: end - 1, end, text: ' break; }', kind: 'loop' });
    else replace(statement, `{ ${textOf(statement)} break; }`, 'loop');
  };

  visit(file);
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** @param {string} source @param {Mutation} mutation */
export function mutate(source, { start, end, text }) {
  return source.slice(0, start) + text + source.slice(end);
}

/**
 * A line for a report: where it is, and what it makes of what.
 * @param {string} source
 * @param {Mutation} mutation
 */
export function describeMutation(source, mutation) {
  const line = source.slice(0, mutation.start).split('\n').length;
  const lineStart = source.lastIndexOf('\n', mutation.start - 1) + 1;
  const lineEnd = source.indexOf('\n', mutation.end);
  const after = mutate(source, mutation).slice(lineStart, lineEnd - source.length);
  return `${line}: ${mutation.kind}: ${source.slice(lineStart, lineEnd).trim()}  =>  ${after.trim()}`.replace(
    /\s+/g,
    ' ',
  );
}

/**
 * As many of them, spread evenly.
 * @template T
 * @param {readonly T[]} all
 * @param {number} count
 * @returns {readonly T[]}
 */
export function spread(all, count) {
  if (count >= all.length) return all;
  return Array.from(
    { length: count },
    (_, index) => /** @type {T} */ (all[Math.floor(((index + 0.5) * all.length) / count)]),
  );
}

/** @param {ts.Node} node @param {ts.SourceFile} file */
function isError(node, file) {
  return ts.isNewExpression(node) && /Error$/.test(node.expression.getText(file));
}

/** @param {ts.Node} node */
function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** Whether a string is a name of a property or of a module rather than a value. @param {ts.StringLiteral} node */
function isName({ parent }) {
  return ts.isPropertyAssignment(parent)
    ? false
    : ts.isExportDeclaration(parent) || ts.isElementAccessExpression(parent);
}

/** @param {ts.ExpressionStatement} node */
function isSuper({ expression }) {
  return ts.isCallExpression(expression) && expression.expression.kind === SyntaxKind.SuperKeyword;
}
