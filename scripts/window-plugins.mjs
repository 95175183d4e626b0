// What the build of the window does beyond Vite: less to read at its start, and that read side by side.
import { readdirSync } from 'node:fs';
import { inProject } from './project.mjs';

/** Each has a catalogue. `he` is what components take for right to left; see `componentLocale` in `renderer/app/start.tsx`. */
const componentLanguages = [
  'he',
  ...readdirSync(inProject('shared/strings')).flatMap((name) => /^(\w+)\.json$/.exec(name)?.[1] ?? []),
];

/**
 * Leaves out the words of components in languages that the window never speaks: each would be read at every start.
 * @type {import('vite').Plugin}
 */
export const onlySpokenLanguages = {
  name: 'only-spoken-languages',
  load: (id) => {
    const language = /\/intl\/(?:[^/]+\/)?([a-z]{2})-[A-Z]{2}\.m?js$/.exec(id)?.[1];
    // What is undefined there counts as not translated.
    return language === undefined || componentLanguages.includes(language) ? null : 'export default undefined;';
  },
};

/**
 * Names a chunk that the first script asks for once it knows the language, and all that this chunk needs, in the page
 * itself: they are fetched and compiled meanwhile, side by side, instead of one after the other.
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
