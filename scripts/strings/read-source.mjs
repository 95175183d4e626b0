// Reads the sources that may contain texts of the window, once each, as syntax trees.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { inProject } from '../project.mjs';

/** Folders with code that creates texts for users; the command line is in English only. */
const folders = ['electron/disk', 'electron/engine', 'electron/main', 'electron/network', 'renderer', 'shared'];
const notShown = /\.test\.tsx?$|\.d\.ts$|\/fixtures\/|^renderer\/testing\//;

/**
 * @typedef {object} Source
 * @property {string} path relative to the project, with slashes
 * @property {ts.SourceFile} tree
 */

/** @returns {readonly Source[]} sorted by path */
export function readSources() {
  return folders
    .flatMap((folder) => readdirSync(inProject(folder), { recursive: true }).map((name) => join(folder, String(name))))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !notShown.test(path))
    .sort()
    .map((path) => sourceOf(path, readFileSync(inProject(path), 'utf8')));
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {Source}
 */
export function sourceOf(path, text) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return { path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind) };
}

/**
 * Every node of a tree, parents before their children.
 * @param {ts.Node} node
 * @returns {Generator<ts.Node>}
 */
export function* nodesOf(node) {
  yield node;
  /** @type {ts.Node[]} */
  const children = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  for (const child of children) yield* nodesOf(child);
}

/**
 * The literal pieces of a template; one for a plain string.
 * @param {ts.TemplateLiteral | ts.StringLiteral} literal
 */
export function piecesOf(literal) {
  return ts.isTemplateExpression(literal)
    ? [literal.head.text, ...literal.templateSpans.map((span) => span.literal.text)]
    : [literal.text];
}

/**
 * The position of a node, as `path:line`.
 * @param {Source} source
 * @param {ts.Node} node
 */
export function positionOf({ path, tree }, node) {
  return `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
}
