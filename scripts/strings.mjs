// Rewrites the catalogue of the window's texts: shared/strings/en.json lists every key with the number of its uses.
// Reports what other languages lack, and removes from them what the window no longer uses.
// Usage: node scripts/strings.mjs
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { inProject } from './project.mjs';
import { print } from './steps.mjs';
import { catalogueOf, fileOf } from './strings/find-texts.mjs';
import { readSources } from './strings/read-source.mjs';

const folder = 'shared/strings';
/** At most so many missing texts are printed for each language, for its translators. */
const maxNamed = 40;
const languages = readdirSync(inProject(folder)).flatMap((name) => /^(?!en)(\w+)\.json$/.exec(name)?.[1] ?? []);
const catalogue = catalogueOf(readSources());
const keys = Object.keys(catalogue);
writeFileSync(inProject(`${folder}/en.json`), fileOf(catalogue));
print(`en: ${keys.length} texts`);

for (const language of languages) {
  const path = inProject(`${folder}/${language}.json`);
  const known = JSON.parse(readFileSync(path, 'utf8'));
  const saved = keys.filter((key) => Object.hasOwn(known, key)).map((key) => [key, known[key]]);
  writeFileSync(path, fileOf(Object.fromEntries(saved)));
  const missing = keys.filter((key) => !Object.hasOwn(known, key));
  print([`${language}: ${missing.length} missing`, ...missing.slice(0, maxNamed)].join('\n  '));
}
