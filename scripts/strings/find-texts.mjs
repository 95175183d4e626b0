// Finds the texts of the window: the key of every template that is tagged with `t` or as a plural.
import ts from 'typescript';
import { nodesOf, piecesOf } from './read-source.mjs';

/** @param {ts.Node} tag */
function isTextTag(tag) {
  if (ts.isIdentifier(tag)) return tag.text === 't';
  return ts.isCallExpression(tag) && ts.isIdentifier(tag.expression) && tag.expression.text === 'plural';
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.TaggedTemplateExpression}
 */
export function isText(node) {
  return ts.isTaggedTemplateExpression(node) && isTextTag(node.tag);
}

/**
 * The key of a text, as `keyOf` in shared/strings/t.ts builds it at run time.
 * @param {readonly string[]} pieces
 */
export function keyOf(pieces) {
  let position = 0;
  return pieces
    .map((piece, index) => {
      if (piece.includes(' | ')) position = 0;
      return index === pieces.length - 1 ? piece : `${piece}{${position++}}`;
    })
    .join('');
}

/**
 * @param {readonly import('./read-source.mjs').Source[]} sources
 * @returns {readonly { readonly key: string, readonly kind: 'plain' | 'plural' }[]} each use of a text, in the order of the sources
 */
export function textsOf(sources) {
  return sources.flatMap(({ tree }) =>
    [...nodesOf(tree)].filter(isText).map(({ tag, template }) => ({
      key: keyOf(piecesOf(template)),
      kind: ts.isIdentifier(tag) ? 'plain' : 'plural',
    })),
  );
}

/**
 * @param {readonly import('./read-source.mjs').Source[]} sources
 * @returns {Readonly<Record<string, number>>} keys in alphabetical order, each with the number of its uses
 */
export function catalogueOf(sources) {
  /** @type {Map<string, number>} */
  const places = new Map();
  for (const { key } of textsOf(sources)) places.set(key, (places.get(key) ?? 0) + 1);
  return Object.fromEntries([...places].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The contents of a catalogue file, one text per line.
 * @param {Readonly<Record<string, number | string>>} catalogue
 */
export function fileOf(catalogue) {
  return `${JSON.stringify(catalogue, null, 2)}\n`;
}
