// Finds classes that a component uses but its style sheet does not define, and rules that no component uses. A sheet is
// a CSS module: its classes are accessed through the name of the import, by a constant or a computed name.
import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { inProject } from '../project.mjs';

/** @typedef {{ path: string, text: string }} Source */

/**
 * The components and style sheets of the window, and shared code, whose values select classes. @returns {readonly
 * Source[]}
 */
export function readWindow() {
  return ['renderer', 'shared']
    .flatMap((folder) => readdirSync(inProject(folder), { recursive: true }).map((name) => `${folder}/${String(name)}`))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(tsx?|module\.css)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(inProject(path), 'utf8') }));
}

/**
 * @param {readonly Source[]} sources
 * @returns {{ withoutRule: readonly string[], withoutUse: readonly string[] }} `path  class`
 */
export function looseIn(sources) {
  const sheets = sources.filter(({ path }) => path.endsWith('.module.css'));
  const rules = new Map(sheets.map(({ path, text }) => [path, classesOf(text)]));
  /** @type {Map<string, Set<string>>} by sheet */
  const named = new Map(sheets.map(({ path }) => [path, new Set()]));
  /** @type {Set<string>} sheets whose classes are accessed by computed names */
  const picked = new Set();
  const withoutRule = [];
  for (const { path, text } of sources) {
    for (const [, holder = '', from = ''] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)';/gm)) {
      const sheet = from.startsWith('.') ? posix.join(posix.dirname(path), from) : from.slice(1);
      for (const [, name = ''] of text.matchAll(new RegExp(`(?<![\\w/.-])${holder}\\.(\\w+)`, 'g'))) {
        named.get(sheet)?.add(name);
        if (rules.get(sheet)?.has(name) !== true) withoutRule.push(`${path}  ${name}`);
      }
      if (new RegExp(`\\b${holder}\\[`).test(text)) picked.add(sheet);
    }
  }
  const values = valuesIn(sources);
  const isUsed = (sheet, name) => named.get(sheet)?.has(name) === true || (picked.has(sheet) && values(name));
  const withoutUse = [...rules].flatMap(([sheet, names]) =>
    [...names].filter((name) => !isUsed(sheet, name)).map((name) => `${sheet}  ${name}`),
  );
  return { withoutRule: [...new Set(withoutRule)], withoutUse };
}

/** The classes of the sheet itself; those in `:global(…)` are a library's. @param {string} css @returns {ReadonlySet<string>} */
function classesOf(css) {
  const selectors = css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}')
    .replaceAll(/:global\([^()]*\)/g, '');
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name));
}

/**
 * Whether a computed name can be this class: a text in the code, or a template that the name matches. @param {readonly
 * Source[]} sources
 */
function valuesIn(sources) {
  const literals = new Set();
  const shapes = [];
  for (const { path, text } of sources) {
    if (path.endsWith('.css')) continue;
    for (const [, word = ''] of text.matchAll(/'([\w-]+)'/g)) literals.add(word);
    for (const [, shape = ''] of text.matchAll(/\w+\[`([^`]+)`\]/g))
      shapes.push(new RegExp(`^${shape.replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`));
  }
  return (name) => literals.has(name) || shapes.some((shape) => shape.test(name));
}
