// The data of a chart: series by key, and the rows of values they are taken from.

export interface Series<K extends string> {
  readonly key: K;
  readonly label: string;
  /** A colour token, as `var(--series-upload)`. */
  readonly colour: string;
  /** A band is filled from its value up to that of `high`; steps hold each value until the next one. */
  readonly shape: 'line' | 'steps' | 'area' | 'bars' | 'band';
  /** Upper edge of a band. */
  readonly high?: K;
  /** A second line of one chart stays apart without colour, too. */
  readonly dash?: 'dashed' | 'dotted';
  /** `right` has a separate scale. */
  readonly axis?: 'left' | 'right';
}

export type Row<K extends string> = { readonly atMs: number } & Readonly<Record<K, number | null>>;

/** Of a line of 1.5 px: drawn and left out. */
export const lineGaps: Readonly<Record<NonNullable<Series<string>['dash']>, string>> = {
  dashed: '4 3',
  dotted: '1.5 2.5',
};
