// Finds unused exports. An exported value that no other module imports should be private; a re-export or a type that no
// module needs is dead; and a value that only tests import, and its module does not use, exists for its test alone. A
// type may be exported for the signatures that name it. Relies on formatted imports and exports at the top of modules.
import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { inProject } from '../project.mjs';

const folders = ['shared', 'electron', 'renderer', 'e2e', 'scripts'];
const forTests = /\.test\.tsx?$|(^|\/)(fixtures|testing)\/|^(e2e|scripts)\//;
/** Possible endings of an import without one. */
const endings = ['', '.ts', '.tsx', '.mts', '.mjs', '/index.ts'];

/** @typedef {{ path: string, text: string }} Module */
/** @typedef {{ name: string, sort: 'value' | 'type' | 'handed on' }} Offer */

/** @returns {readonly Module[]} sorted by path */
export function readModules() {
  return folders
    .flatMap((folder) => readdirSync(inProject(folder), { recursive: true }).map((name) => `${folder}/${String(name)}`))
    .concat(readdirSync(inProject('.')).filter((name) => /\.config\.m[tj]s$/.test(name)))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(tsx?|mts|mjs)$/.test(path) && !/\.d\.ts$|^e2e\/pictures\//.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(inProject(path), 'utf8') }));
}

/**
 * @param {readonly Module[]} modules all of them; imports of other modules are not seen
 * @returns {readonly string[]} `path  name: what is wrong`
 */
export function unusedIn(modules) {
  const takers = takersIn(modules);
  return modules
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      offeredBy(text).flatMap(({ name, sort }) => {
        const fault = faultOf(sort, {
          isNamedAgain: timesNamed(text, name) > 1,
          takers: takers.get(`${path} ${name}`) ?? [],
          isForTests: forTests.test(path),
        });
        return fault === null ? [] : [`${path}  ${name}: ${fault}`];
      }),
    );
}

/**
 * @param {Offer['sort']} sort
 * @param {{ isNamedAgain: boolean, takers: readonly string[], isForTests: boolean }} facts
 */
function faultOf(sort, { isNamedAgain, takers, isForTests }) {
  if (takers.length === 0) {
    if (sort === 'handed on') return 'handed on to nobody';
    if (sort === 'value') return 'exported to nobody';
    return isNamedAgain ? null : 'used by nobody';
  }
  const livesForTests = !isForTests && !isNamedAgain && takers.every((path) => forTests.test(path));
  return livesForTests && sort !== 'handed on' ? 'used by tests only' : null;
}

/**
 * Which modules import each export. @param {readonly Module[]} modules @returns {Map<string, string[]>} by `path name`
 */
function takersIn(modules) {
  const paths = new Set(modules.map(({ path }) => path));
  const takers = new Map();
  for (const { path, text } of modules) {
    for (const { names, from } of takenBy(text)) {
      const target = targetOf(path, from, paths);
      if (target === undefined) continue;
      for (const name of names) takers.set(`${target} ${name}`, [...(takers.get(`${target} ${name}`) ?? []), path]);
    }
  }
  return takers;
}

/** The exports of a module, without its default export. @param {string} text @returns {readonly Offer[]} */
function offeredBy(text) {
  const values = /^export (?:abstract )?(?:async )?(?:const|let|function\*?|class|enum) (\w+)/gm;
  const types = /^export (?:interface|type) (\w+)/gm;
  const lists = /^export (?:type )?\{([^}]*)\}/gm;
  return [
    ...firsts(text, values).map((name) => ({ name, sort: /** @type {const} */ ('value') })),
    ...firsts(text, types).map((name) => ({ name, sort: /** @type {const} */ ('type') })),
    ...firsts(text, lists)
      .flatMap(listed)
      .map(({ as }) => ({ name: as, sort: /** @type {const} */ ('handed on') })),
  ];
}

/**
 * The imports and re-exports of a module. @param {string} text @returns {readonly { names: readonly string[], from:
 * string }[]}
 */
function takenBy(text) {
  const lists = text.matchAll(/^(?:import|export) (?:type )?(?:\w+, )?\{([^}]*)\} from '([^']+)'/gm);
  const wholes = text.matchAll(/^import (?:type )?\* as (\w+) from '([^']+)'/gm);
  // The names of a dynamic import can be used in many ways, so every word of the module counts.
  const later = firsts(text, /\b(?:import|importActual)(?:<[^>]*>)?\(\s*'([^']+)'/g);
  const identifiers = later.length === 0 ? [] : [...new Set(text.match(/\b\w+\b/g))];
  return [
    ...[...lists].map(([, list = '', from = '']) => ({ names: listed(list).map(({ name }) => name), from })),
    ...[...wholes].map(([, holder = '', from = '']) => ({
      names: firsts(text, new RegExp(`\\b${holder}\\.(\\w+)`, 'g')),
      from,
    })),
    ...later.map((from) => ({ names: identifiers, from })),
  ];
}

/** @param {string} list the text between braces @returns {readonly { name: string, as: string }[]} */
function listed(list) {
  const parts = list.split(',').map((part) => part.trim().replace(/^type /, ''));
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', as = name] = part.split(' as ');
      return { name, as };
    });
}

/**
 * The module that an import refers to; undefined for a package. @param {string} path @param {string} from @param
 * {Set<string>} paths
 */
function targetOf(path, from, paths) {
  const name = from.replace(/\?.*/, '');
  const target = name.startsWith('.')
    ? posix.join(posix.dirname(path), name)
    : name.replace(/^@(?=shared|renderer)/, '');
  return endings.map((ending) => target + ending).find((file) => paths.has(file));
}

/** The first group of each match. @param {string} text @param {RegExp} pattern */
const firsts = (text, pattern) => [...text.matchAll(pattern)].map(([, first = '']) => first);

/** Whether the name occurs in code, comments excluded. @param {string} text @param {string} name */
function timesNamed(text, name) {
  const code = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return code.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;
}
