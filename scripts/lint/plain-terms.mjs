// A lint rule: names use the field's terms. Each entry maps a term that the project avoids to the one it uses; names
// that are correct in their context are listed with their reason.
import { basename, relative } from 'node:path';
import { projectDir } from '../project.mjs';

/** Compared with every part of a camelCase or kebab-case name. */
const avoided = {
  kept: 'saved, stored, persisted, cached or retained',
  standing: 'state, or summary',
  told: 'reported, or notified',
  words: 'text, label or message',
  survey: 'preflight',
  most: 'max',
  least: 'min',
  usual: 'default',
  asked: 'requested, or pending',
  refused: 'denied, rejected or disabled',
  refusal: 'denial, rejection or disabledReason',
  refusals: 'denials, rejections or disabledReasons',
  doubt: 'ambiguous outcome',
  lent: 'borrowed, or acquired',
  heard: 'received',
  speech: 'locale, or translation',
  mailbox: 'pending request',
  verbs: 'actions',
  acts: 'actions',
};

/** The correct names in their context: `atLeast` is plain English, the others are common with these words. */
const allowed = new Set(['atLeast', 'atMost', 'mostRecent', 'firstAtLeast', 'leastBusy', 'keptAwake']);

/**
 * Where a name stays, by folder or file.
 * @type {readonly (readonly [string, readonly string[]])[]}
 */
const allowedIn = [
  // Keys of records on the disk, and of messages between windows.
  ['electron/engine/tables/copy/', ['kept', 'keptDifferent', 'keptHash']],
  ['renderer/app/other-windows.ts', ['kept']],
  ['shared/lab/', ['words']],
  ['shared/analysis/', ['least', 'most']],
  ['renderer/features/tables/insights/', ['least', 'most']],
  ['scripts/in-every-run.mjs', ['looks']],
  // Words of 32 bits, and words of a language.
  ['electron/engine/transfers/', ['words', 'wordsOfState', 'wordsOfBlock', 'wordsEach', 'turnWords']],
  ['electron/engine/tables/packing/', ['words']],
  ['shared/query/', ['words']],
  ['electron/cli/copied-command.test.ts', ['words']],
  ['shared/preview/guess-encoding.ts', ['words', 'wordsOf', 'wordsAre', 'accentedWords', 'minAccentedWords']],
];

/** @param {string} name */
const partsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_.]/);

/** @param {string} name @param {string} path within the project */
function problemWith(name, path) {
  if (allowed.has(name) || allowedIn.some(([where, names]) => path.startsWith(where) && names.includes(name)))
    return null;
  const part = partsOf(name).find((each) => Object.hasOwn(avoided, each));
  return part === undefined ? null : { part, use: avoided[part] };
}

export const plainTerms = {
  meta: {
    type: 'suggestion',
    docs: { description: "names use the field's terms" },
    messages: { avoided: '“{{name}}”: instead of “{{part}}”, write {{use}}.' },
    schema: [],
  },
  create(context) {
    const path = relative(projectDir, context.filename).replaceAll('\\', '/');
    /** @type {Set<string>} */
    const reported = new Set();
    const check = (node, name) => {
      const problem = reported.has(name) ? null : problemWith(name, path);
      if (problem === null) return;
      reported.add(name);
      context.report({ node, messageId: 'avoided', data: { name, ...problem } });
    };
    const declares = new Set([
      ...['VariableDeclarator.id', 'FunctionDeclaration.id', 'ClassDeclaration.id', 'TSTypeAliasDeclaration.id'],
      ...['TSInterfaceDeclaration.id', 'TSPropertySignature.key', 'TSMethodSignature.key', 'PropertyDefinition.key'],
      ...['MethodDefinition.key', 'Property.value', 'AssignmentPattern.left', 'RestElement.argument'],
    ]);
    return {
      Program(node) {
        check(node, basename(context.filename).replace(/\.\w+$/, ''));
      },
      Identifier(node) {
        const { parent } = node;
        if (parent === null || parent === undefined) return;
        const isParameter = Array.isArray(parent.params) && parent.params.includes(node);
        const key = Object.keys(parent).find((each) => parent[each] === node);
        if (isParameter || declares.has(`${parent.type}.${key}`)) check(node, node.name);
      },
    };
  },
};
