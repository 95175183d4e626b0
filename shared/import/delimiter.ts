// Detects the delimiter of a text: the candidate with the same number of columns in most rows.
const candidates = [',', ';', '\t', '|'] as const;

/** The delimiter that a first line such as `sep=;` names, as Excel writes and reads it; null for any other line. */
export function namedDelimiter(line: string): string | null {
  return /^"?sep=([^"\r\n])"?$/i.exec(line)?.[1] ?? null;
}

/**
 * @param sample the start of the text, whole lines at best
 * @returns `,` where nothing divides the text
 */
export function detectDelimiter(sample: string): string {
  let best: { readonly delimiter: string; readonly score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of candidates) {
    const score = scoreOf(columnCounts(sample, delimiter));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

const rowsLookedAt = 200;

/** Number of columns of each row; delimiters and line ends within quotes do not count. */
function columnCounts(sample: string, delimiter: string): readonly number[] {
  const counts: number[] = [];
  let columns = 1;
  let quoted = false;
  let isEmpty = true;
  for (let index = 0; index < sample.length && counts.length < rowsLookedAt; index += 1) {
    const character = sample[index];
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === delimiter) columns += 1;
    else if (character === '\n') {
      if (!isEmpty) counts.push(columns);
      columns = 1;
      isEmpty = true;
      continue;
    }
    if (character !== '\r') isEmpty = false;
  }
  if (counts.length === 0 && !isEmpty) counts.push(columns);
  return counts;
}

/** Consistency counts most, the number of columns a little. */
function scoreOf(counts: readonly number[]): number {
  const [first] = counts;
  if (first === undefined || first < 2) return 0;
  const alike = counts.filter((count) => count === first).length / counts.length;
  return alike * alike * 100 + Math.min(first, 50) / 50;
}
