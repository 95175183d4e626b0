// The window's build plugins beyond Vite: components that render only what changed, fewer bytes to read at its start,
// and parallel reading of the rest.
import react from '@vitejs/plugin-react';
import { readFileSync, readdirSync } from 'node:fs';
import { inProject } from './project.mjs';

/**
 * JSX, with React's compiler: a component whose input did not change is not rendered again (decision 48). Tests of
 * components are compiled the same way; `compiled.test.ts` lists what the compiler leaves as it is.
 */
export const compiledReact = () => react({ compiler: true });

/**
 * Each has a catalogue. `he` is what components take for right to left; see `componentLocale` in
 * `renderer/app/start.tsx`.
 */
const componentLanguages = [
  'he',
  ...readdirSync(inProject('shared/strings')).flatMap((name) => /^(\w+)\.json$/.exec(name)?.[1] ?? []),
];

/**
 * Omits the components' texts in languages that the window does not support; all of them would be read at every start.
 * @type {import('vite').Plugin}
 */
export const onlySpokenLanguages = {
  name: 'only-spoken-languages',
  load: (id) => {
    const language = /\/intl\/(?:[^/]+\/)?([a-z]{2})-[A-Z]{2}\.m?js$/.exec(id)?.[1];
    // An undefined text counts as not translated.
    return language === undefined || componentLanguages.includes(language) ? null : 'export default undefined;';
  },
};

/**
 * Names in the page itself a chunk that the entry script requests once it knows the language, and all chunks that it
 * needs, so that they are fetched and compiled in parallel with that script instead of after it.
 * @param {string} name
 * @returns {import('vite').Plugin}
 */
export function fetchesAhead(name) {
  return {
    name: 'fetches-ahead',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const first = chunks.find((chunk) => chunk.name === name);
        if (first === undefined) throw new Error(`there is no chunk ${name}`);
        const wanted = new Set([first.fileName]);
        for (const fileName of wanted) {
          for (const needed of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) wanted.add(needed);
        }
        return [...wanted]
          .filter((fileName) => !html.includes(fileName))
          .map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` },
            injectTo: 'head',
          }));
      },
    },
  };
}

/**
 * Imports each icon from its own module. Through the package's index, whatever imports one icon seems to import all, so
 * that nothing can tell which of them the window needs before it can show anything.
 * @returns {import('vite').Plugin}
 */
export function iconsOneByOne() {
  const index = readFileSync(inProject('node_modules/lucide-react/dist/esm/lucide-react.mjs'), 'utf8');
  const moduleOf = new Map(
    [...index.matchAll(/^export \{ (.+) \} from '\.\/icons\/(.+)\.mjs';$/gmu)].flatMap(([, names = '', module]) =>
      names.split(', ').map((name) => [name.replace('default as ', ''), module]),
    ),
  );
  const importOf = (imported) => {
    const [name = '', local = name] = imported.split(/\s+as\s+/u);
    if (/^type\s/u.test(imported)) return '';
    const module = moduleOf.get(name);
    if (module === undefined) throw new Error(`lucide-react has no icon ${name}`);
    return `import ${local} from 'lucide-react/icons/${module}';`;
  };
  return {
    name: 'icons-one-by-one',
    enforce: 'pre',
    transform: {
      filter: { id: /renderer[\\/].*\.tsx?$/u, code: /from 'lucide-react'/u },
      handler: (code) => ({
        // On as many lines as before, so that stack traces stay right.
        code: code.replace(/^import \{([^}]+)\} from 'lucide-react';$/gmu, (whole, names) => {
          const imports = names.split(',').flatMap((name) => (name.trim() === '' ? [] : [importOf(name.trim())]));
          return imports.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
        }),
        map: null,
      }),
    },
  };
}

/**
 * Has CodeMirror mount its styles as constructed style sheets in the page too, and not only in shadow roots: the page's
 * content security policy forbids the style element that it would add otherwise.
 * @type {import('vite').Plugin}
 */
export const constructedStyles = {
  name: 'constructed-styles',
  transform: {
    filter: { id: /node_modules[\\/]style-mod[\\/]/u },
    handler: (code) => {
      const changed = code.replace('!root.head && root.adoptedStyleSheets', 'root.adoptedStyleSheets');
      if (changed === code) throw new Error('style-mod now chooses how to mount styles in another way');
      return { code: changed, map: null };
    },
  },
};
