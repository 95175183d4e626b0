// Draws into docs/architecture.md which room imports which, from the import statements. Rooms that nearly all others
// import are left out of the picture and named beside it.
// Usage: node scripts/import-graph.mjs
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject } from './project.mjs';

export const page = 'docs/architecture.md';
/** Tests and test helpers, which are not part of the product. */
const notDrawn = /\.test\.tsx?$|\.d\.ts$|(^|\/)(fixtures|testing)\//;

/** @typedef {{ folder: string, unsaid: readonly string[], roomOf: (path: string) => string }} Picture */
/** What every room of the engine may import. */
const engineGround = new Set(['ports', 'runtime', 'picked-path', 'snapshot-watch', 'system-clock', 'watch-changes']);
/** @type {readonly Picture[]} */
const pictures = [
  { folder: 'electron', unsaid: [...engineGround], roomOf: roomOfHalf },
  { folder: 'electron/main', unsaid: ['compat'], roomOf: roomOfMain },
  { folder: 'renderer', unsaid: ['bridge', 'theme', 'ui'], roomOf: roomOfHalf },
];

/** A folder of main; the files that compose them count as one. @param {string} path */
function roomOfMain(path) {
  const [, , first = '', ...deeper] = path.split('/');
  if (deeper.length > 0) return first;
  return first.startsWith('compat') ? 'compat' : 'app';
}

/** The room of a file: a folder of its half, of the engine, or of the features. @param {string} path */
function roomOfHalf(path) {
  const [, first = '', second = '', ...deeper] = path.split('/');
  if (first === 'features') return second;
  if (first !== 'engine') return first;
  return deeper.length > 0 || engineGround.has(second) ? second : first;
}

/** @param {string} path @param {string} name */
function imported(path, name) {
  const target = name.startsWith('@renderer/')
    ? name.replace('@renderer', 'renderer')
    : posix.join(posix.dirname(path), name);
  return existsSync(inProject(`${target}/index.ts`)) ? `${target}/index` : target;
}

/** @param {Picture} picture @returns {readonly string[]} sorted lines `room --> room` */
function edgesOf({ folder, unsaid, roomOf }) {
  const paths = readdirSync(inProject(folder), { recursive: true })
    .map((path) => posix.join(folder, String(path).replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path) && !notDrawn.test(path));
  const edges = new Set();
  for (const path of paths) {
    const source = readFileSync(inProject(path), 'utf8');
    for (const [, name = ''] of source.matchAll(/(?:from|import\()\s*'(@renderer\/[^']+|\.[^']+)'/g)) {
      const target = imported(path, name);
      if (!target.startsWith(`${folder}/`) || target.includes('?')) continue;
      const [from, to] = [roomOf(path), roomOf(target)];
      if (from !== to && !unsaid.includes(to)) edges.add(`  ${from} --> ${to}`);
    }
  }
  return [...edges].sort();
}

/** Replaces the pictures between the markers of the page. */
export function drawnGraph() {
  return pictures
    .map((each) => [`\`${each.folder}\`:`, '', '```mermaid', 'flowchart LR', ...edgesOf(each), '```'].join('\n'))
    .join('\n\n');
}

export const marks = /(<!-- import graph -->\n)([^]*?)(\n<!-- end of the import graph -->)/;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = readFileSync(inProject(page), 'utf8');
  const drawn = text.replace(marks, (_all, before, _old, after) => `${before}\n${drawnGraph()}\n${after}`);
  writeFileSync(inProject(page), drawn);
}
