// A drawn chart as a list of marks, in pixels from the top left: what the window, the HTML report and the PDF all
// render.

/** Roles instead of colours: each medium has its palette. `series-0` … `series-5` are the chart's. */
export type Ink = 'grid' | 'axis' | 'text' | 'ground' | `series-${number}`;

/** `dotted` distinguishes a seventh series from the first, which has the same colour. */
export type Stroke = 'solid' | 'dashed' | 'dotted';

export type ScenePoint = readonly [x: number, y: number];

export type Mark =
  | {
      readonly kind: 'line';
      readonly points: readonly ScenePoint[];
      readonly ink: Ink;
      readonly width: number;
      readonly stroke: Stroke;
    }
  | { readonly kind: 'shape'; readonly points: readonly ScenePoint[]; readonly ink: Ink; readonly opacity: number }
  | {
      readonly kind: 'dot';
      readonly at: ScenePoint;
      readonly radius: number;
      readonly ink: Ink;
      readonly opacity: number;
    }
  | {
      readonly kind: 'text';
      readonly at: ScenePoint;
      readonly text: string;
      readonly ink: Ink;
      readonly anchor: 'start' | 'middle' | 'end';
      /** Rising to the right by 45 degrees, about its anchor. */
      readonly isTurned?: boolean;
    };

/** Where a pointer finds values: the marks of one position on the x axis. */
export interface HotSpot {
  readonly x: number;
  readonly title: string;
  readonly lines: readonly {
    readonly label: string;
    readonly text: string;
    readonly ink: Ink;
    readonly stroke: Stroke;
    readonly y: number;
  }[];
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly plot: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  readonly marks: readonly Mark[];
  /** Ascending. */
  readonly hotSpots: readonly HotSpot[];
}

export const textSize = 11;
/** In degrees, of a turned text. */
export const textTurn = -45;
const seriesCount = 6;
export const seriesInk = (colour: number): Ink => `series-${colour % seriesCount}`;

/** Beyond the six colours a line is distinguished by its dots. */
export function seriesStroke({ colour, isDashed }: { readonly colour: number; readonly isDashed?: boolean }): Stroke {
  return isDashed === true ? 'dashed' : colour % (2 * seriesCount) >= seriesCount ? 'dotted' : 'solid';
}

/** Lengths drawn and left out, in pixels; empty for a whole line. */
export const strokeGaps: Readonly<Record<Stroke, string>> = { solid: '', dashed: '4 3', dotted: '1.5 2.5' };
