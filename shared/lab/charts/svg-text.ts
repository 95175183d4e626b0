// A drawn chart as SVG text, for reports. Colours are custom properties that the surrounding page sets. Pure.
import type { ChartSpec } from './chart-spec';
import type { Ink, Mark, Scene, ScenePoint } from './scene';
import { type Stroke, seriesInk, strokeGaps, textSize, textTurn } from './scene';

export const inkProperty = (ink: Ink): string => `var(--ink-${ink})`;

export function svgText(scene: Scene, title: string): string {
  const { width, height } = scene;
  const body = scene.marks.map(markText).join('');
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}" font-size="${textSize}">${body}</svg>`;
}

/** One chart as a file: with its title, legend and note, and with the colours themselves instead of properties. */
export function svgFile(
  scene: Scene,
  { title, note, series }: Pick<ChartSpec, 'title' | 'note' | 'series'>,
  inks: Readonly<Record<string, string>>,
): string {
  const body = scene.marks.map(markText).join('');
  const legend = series.length < 2 ? [] : legendRows(series, scene.width);
  const top = 26 + legend.length * 16;
  const lines = note === '' ? [] : wrapped(note, Math.floor(scene.width / 5.4));
  const height = top + scene.height + lines.length * 14 + 6;
  const names = legend.flatMap((row, index) =>
    row.map(
      ({ label, at, ink }) =>
        `<text x="${at}" y="${36 + index * 16}" font-weight="600" fill="${inkProperty(ink)}">${escaped(label)}</text>`,
    ),
  );
  const below = lines.map(
    (line, index) =>
      `<text x="0" y="${top + scene.height + 12 + index * 14}" font-size="10" fill="${inkProperty('axis')}">${escaped(line)}</text>`,
  );
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${scene.width + 16}" height="${height + 12}" viewBox="-8 -6 ${scene.width + 16} ${height + 12}" font-family="Inter, Helvetica, Arial, sans-serif" font-size="${textSize}">`,
    `<title>${escaped(title)}</title>`,
    `<rect x="-8" y="-6" width="${scene.width + 16}" height="${height + 12}" fill="${inkProperty('ground')}"/>`,
    `<text x="0" y="14" font-size="13" font-weight="600" fill="${inkProperty('text')}">${escaped(title)}</text>`,
    ...names,
    `<g transform="translate(0 ${top})">${body}</g>`,
    ...below,
    '</svg>\n',
  ].join('');
  return text.replace(/var\(--ink-([a-z0-9-]+)\)/g, (property, ink: string) => inks[ink] ?? property);
}

/** Of a letter in a legend, about. */
const letterWidth = 6.6;

function legendRows(series: ChartSpec['series'], width: number) {
  const rows: { readonly label: string; readonly at: number; readonly ink: Ink }[][] = [[]];
  let at = 0;
  for (const { label, colour } of series) {
    const wide = label.length * letterWidth + 16;
    if (at > 0 && at + wide > width) {
      rows.push([]);
      at = 0;
    }
    rows.at(-1)?.push({ label, at: Math.round(at), ink: seriesInk(colour) });
    at += wide;
  }
  return rows;
}

function wrapped(text: string, letters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && longer.length <= letters) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
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
