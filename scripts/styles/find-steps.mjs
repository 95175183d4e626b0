// Finds distances and corner radii that are written as numbers although there is a token for them.
import { readFileSync } from 'node:fs';
import { inProject } from '../project.mjs';

const measures = readFileSync(inProject('renderer/theme/measures.css'), 'utf8');

/** @param {string} family @returns {ReadonlyMap<string, string>} token by its pixels */
function valuesOf(family) {
  const found = measures.matchAll(new RegExp(`(--${family}-[\\w-]+): (\\d+px);`, 'gu'));
  return new Map([...found].map(([, name = '', value = '']) => [value, name]));
}

const space = valuesOf('space');
const radius = valuesOf('radius');

/**
 * Ignores negative and calculated distances.
 * @param {string} css
 * @returns {readonly string[]} `gap: 8px → --space-2`
 */
export function numbersIn(css) {
  const declarations = css.matchAll(
    /^\s+(gap|row-gap|column-gap|(?:padding|margin)[\w-]*|border-radius): ((?:var\([^)]*\)|[^;(])+);$/gmu,
  );
  return [...declarations].flatMap(([, name = '', value = '']) => {
    const family = name === 'border-radius' ? radius : space;
    const known = value.split(' ').find((part) => family.has(part));
    return known === undefined ? [] : [`${name}: ${value} → ${family.get(known) ?? ''}`];
  });
}
