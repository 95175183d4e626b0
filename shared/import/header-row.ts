// Finds out whether a delimited text begins with names or with values: a number, a time or a GUID is no name.

/** A year heads a column often enough: `2024` may be either, and is taken for a name. */
const value =
  /^[-+]?(?:(?!(?:19|20)\d\d$)\d+|\d*[.,]\d+)(?:[eE][-+]?\d+)?$|^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @param sample the start of the text, its first line whole */
export function detectHeader(sample: string, delimiter: string): 'first-row' | 'none' {
  const [first = ''] = sample.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  // A value with the delimiter or a line end in it stands in quotes, and so do many names: those say nothing.
  const cells = first.split(delimiter).map((cell) => cell.trim());
  return cells.some((cell) => /^(?:Partition|Row)Key(?::|$)/.test(cell)) || !cells.some((cell) => value.test(cell))
    ? 'first-row'
    : 'none';
}
