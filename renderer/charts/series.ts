// What a chart draws: series by key, and the data around single points that a line alone would not show. Pure.

export interface Series<K extends string> {
  readonly key: K;
  readonly label: string;
  /** A colour token, as `var(--series-upload)`. */
  readonly colour: string;
  readonly shape: 'line' | 'area' | 'bars';
  /** A second line of one chart stays apart without colour, too. */
  readonly dash?: 'dashed';
  /** `right` has its own scale. */
  readonly axis?: 'left' | 'right';
}

export type Row<K extends string> = { readonly atMs: number } & Readonly<Record<K, number | null>>;

/** True where a value stands between two gaps: it needs a dot, a line cannot show it. */
export function isLonely<K extends string>(rows: readonly Row<K>[], key: K, index: number): boolean {
  const value = rows[index]?.[key] ?? null;
  if (value === null) return false;
  return (rows[index - 1]?.[key] ?? null) === null && (rows[index + 1]?.[key] ?? null) === null;
}

export function hasLonely<K extends string>(rows: readonly Row<K>[], key: K): boolean {
  return rows.some((_row, index) => isLonely(rows, key, index));
}
