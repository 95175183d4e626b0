// Detects whether a delimited text begins with names or with values: numbers, times and GUIDs are not names.

/** A year is often the name of a column, so `2024` counts as a name. */
const value =
  /^[-+]?(?:(?!(?:19|20)\d\d$)\d+|\d*[.,]\d+)(?:[eE][-+]?\d+)?$|^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @param sample the start of the text, its first line whole */
export function detectHeader(sample: string, delimiter: string): 'first-row' | 'none' {
  const [first = ''] = sample.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  // Quoted cells may be values with a delimiter or line end rather than names, so they do not count.
  const cells = first.split(delimiter).map((cell) => cell.trim());
  return cells.some((cell) => /^(?:Partition|Row)Key(?::|$)/.test(cell)) || !cells.some((cell) => value.test(cell))
    ? 'first-row'
    : 'none';
}
