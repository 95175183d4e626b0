// A drawn chart as SVG text, for reports. Colours are custom properties that the surrounding page sets. Pure.
import type { Ink, Mark, Scene, ScenePoint } from './scene';
import { type Stroke, strokeGaps, textSize, textTurn } from './scene';

export const inkProperty = (ink: Ink): string => `var(--ink-${ink})`;

export function svgText(scene: Scene, title: string): string {
  const { width, height } = scene;
  const body = scene.marks.map(markText).join('');
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}" font-size="${textSize}">${body}</svg>`;
}

export function dashAttribute(stroke: Stroke): string {
  return stroke === 'solid' ? '' : ` stroke-dasharray="${strokeGaps[stroke]}"`;
}

/** Coordinates to a tenth of a pixel. */
export function pathData(points: readonly ScenePoint[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${px(x)} ${px(y)}`).join('');
}

const px = (value: number): string => String(Math.round(value * 10) / 10);

function markText(mark: Mark): string {
  switch (mark.kind) {
    case 'line':
      return `<path d="${pathData(mark.points)}" fill="none" stroke="${inkProperty(mark.ink)}" stroke-width="${mark.width}" stroke-linejoin="round"${dashAttribute(mark.stroke)}/>`;
    case 'shape':
      return `<path d="${pathData(mark.points)}Z" fill="${inkProperty(mark.ink)}" fill-opacity="${mark.opacity}"/>`;
    case 'dot':
      return `<circle cx="${px(mark.at[0])}" cy="${px(mark.at[1])}" r="${mark.radius}" fill="${inkProperty(mark.ink)}" fill-opacity="${mark.opacity}"/>`;
    case 'text':
      return `<text x="${px(mark.at[0])}" y="${px(mark.at[1])}" text-anchor="${mark.anchor}"${turnAttribute(mark)} fill="${inkProperty(mark.ink)}">${escaped(mark.text)}</text>`;
  }
}

const turnAttribute = ({ at, isTurned }: Extract<Mark, { readonly kind: 'text' }>): string =>
  isTurned === true ? ` transform="rotate(${textTurn} ${px(at[0])} ${px(at[1])})"` : '';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and attribute values of HTML and SVG. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
