// Finds styles that name left or right although the window may run from right to left. Their logical counterparts
// (`inset-inline-start`, `padding-inline`) follow the direction of the text.

const physical = [
  /^\s*(?:left|right)\s*:/,
  /^\s*(?:margin|padding|border)-(?:left|right)(?:-\w+)?\s*:/,
  /^\s*border-(?:top|bottom)-(?:left|right)-radius\s*:/,
  /^\s*(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
];
const box = /^\s*(?:margin|padding)\s*:\s*([^;]+);/;
const corners = /^\s*border-radius\s*:\s*([^;]+);/;

/**
 * @param {string} path
 * @param {string} css
 * @returns {readonly string[]} `path:line  declaration`
 */
export function physicalIn(path, css) {
  return css.split('\n').flatMap((line, index) => {
    const isPhysical = physical.some((pattern) => pattern.test(line)) || isLopsided(line) || isRoundedAside(line);
    return isPhysical ? [`${path}:${index + 1}  ${line.trim()}`] : [];
  });
}

/**
 * Four values whose second (right) and fourth (left) differ.
 * @param {string} line
 */
function isLopsided(line) {
  const values = valuesOf(box, line);
  return values.length === 4 && values[1] !== values[3];
}

/**
 * Corners, clockwise from the top left, where the two of one row differ.
 * @param {string} line
 */
function isRoundedAside(line) {
  const [topLeft, topRight = topLeft, bottomRight = topLeft, bottomLeft = topRight] = valuesOf(corners, line);
  return topLeft !== topRight || bottomRight !== bottomLeft;
}

/**
 * @param {RegExp} shorthand
 * @param {string} line
 * @returns {readonly string[]}
 */
function valuesOf(shorthand, line) {
  return shorthand.exec(line)?.[1]?.match(/(?:[^\s(]|\([^)]*\))+/g) ?? [];
}
