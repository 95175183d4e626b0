// The licences of everything that the bundles contain. The packages are read from the source maps, so that the list
// covers the shipped packages and not the installed ones.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outDir, projectDir } from '../project.mjs';

const bundles = ['main', 'preload', 'renderer', 'cli'];
/** Packages whose files are copied as they are, so that no source map lists them. */
const fonts = ['node_modules/@fontsource-variable/inter', 'node_modules/@fontsource-variable/jetbrains-mono'];

/**
 * The folders of the packages that contain these sources. Pure.
 * @param {readonly string[]} sources paths from a source map
 * @returns {readonly string[]} starting with `node_modules/`; a nested package has both names
 */
export function packageFoldersOf(sources) {
  const folders = sources.flatMap((source) => {
    const path = source.slice(Math.max(0, source.indexOf('node_modules/')));
    return /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+/.exec(withoutInner(path))?.[0].slice(0, -1) ?? [];
  });
  return [...new Set(folders)].sort();
}

/** Cuts the path after the innermost package: `node_modules/a/lib/x.js` is in `node_modules/a/`. */
function withoutInner(path) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(path)?.[0] ?? '';
}

/** @typedef {{ name: string, version: string, licence: string, text: string }} ThirdPartyPackage */

/**
 * Every shipped package, by name. For the few packages without a licence text: the name of the licence and its author.
 * @returns {readonly ThirdPartyPackage[]}
 */
export function thirdPartyPackages() {
  const folders = packageFoldersOf(bundles.flatMap((name) => sourcesIn(join(outDir, name))));
  return [...fonts, ...folders]
    .map((folder) => packageIn(join(projectDir, folder)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** All licences as one text. @param {readonly ThirdPartyPackage[]} packages */
export function licencesAsText(packages) {
  return packages
    .map(({ name, version, licence, text }) => `${'='.repeat(80)}\n${name} ${version} (${licence})\n\n${text}`)
    .join('\n\n');
}

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.map'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).sources);
}

function packageIn(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying|unlicense)/i.test(each));
  const by = typeof author === 'string' ? author : author?.name;
  const text =
    file === undefined
      ? `Licence: ${license}${by ? `, by ${by}` : ''}`
      : readFileSync(join(folder, file), 'utf8').trim();
  return { name, version, licence: String(license), text };
}
