// Finds styles that name the left or the right where the window may be read from either side: their logical
// counterparts (`inset-inline-start`, `padding-inline`) go with the text.

const physical = [
  /^\s*(?:left|right)\s*:/,
  /^\s*(?:margin|padding|border)-(?:left|right)(?:-\w+)?\s*:/,
  /^\s*border-(?:top|bottom)-(?:left|right)-radius\s*:/,
  /^\s*(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
];
const box = /^\s*(?:margin|padding)\s*:\s*([^;]+);/;

/**
 * @param {string} path
 * @param {string} css
 * @returns {readonly string[]} `path:line  declaration`
 */
export function physicalIn(path, css) {
  return css.split('\n').flatMap((line, index) => {
    const isPhysical = physical.some((pattern) => pattern.test(line)) || isLopsided(line);
    return isPhysical ? [`${path}:${index + 1}  ${line.trim()}`] : [];
  });
}

/**
 * Four values of which the second, the right, is not the fourth, the left.
 * @param {string} line
 */
function isLopsided(line) {
  const values = box.exec(line)?.[1]?.match(/(?:[^\s(]|\([^)]*\))+/g) ?? [];
  return values.length === 4 && values[1] !== values[3];
}
