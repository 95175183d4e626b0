// What a chart of the lab shows, independent of how it is drawn: axes with units, series of points. One description for
// the window, the HTML report and the PDF.

/** `log`: base 2 for bytes and counts that double, otherwise base 10. */
export type AxisScale = 'linear' | 'log' | 'category';

export interface ChartAxis {
  readonly title: string;
  /** As in result tables. */
  readonly unit: string;
  readonly scale: AxisScale;
  /** Names of the positions 0, 1, 2 … of a category axis. */
  readonly categories?: readonly string[];
  /** Values that the axis must include besides those of its series. */
  readonly reach?: { readonly from: number; readonly to: number };
}

export interface ChartPoint {
  readonly x: number;
  /** Null is a gap. */
  readonly y: number | null;
  /** An inner range: ±1 sd, or the middle 50 %. */
  readonly low?: number;
  readonly high?: number;
  /** An outer range: the middle 90 %. */
  readonly lowest?: number;
  readonly highest?: number;
  /** For bins and spans: where it ends. */
  readonly toX?: number;
}

export interface ChartSeries {
  readonly label: string;
  /**
   * `line` with points, `band`: a line with shaded ranges, `columns` with error bars, `dots`, `bins`, `spans` (y is a
   * row), `box`, `area` under a line.
   */
  readonly shape: 'line' | 'band' | 'columns' | 'dots' | 'bins' | 'spans' | 'box' | 'area';
  /** Index into the six series colours. */
  readonly colour: number;
  readonly axis?: 'left' | 'right';
  /** Drawn dashed: a limit, an expectation or a comparison. */
  readonly isDashed?: boolean;
  readonly points: readonly ChartPoint[];
}

export interface ChartSpec {
  readonly id: string;
  readonly title: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly right?: ChartAxis;
  readonly series: readonly ChartSeries[];
  /** Of the published study that it reproduces: `Fig. 9`. */
  readonly figure?: string;
  /** How to read it, one sentence; may be empty. */
  readonly note: string;
}
