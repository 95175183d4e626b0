// Exports a drawn chart as a self-contained picture, SVG or PNG: with title and legend, and with the colours of the
// theme on screen.
import { type Series, lineGaps } from './series';

export interface PictureParts {
  readonly svg: SVGSVGElement;
  readonly title: string;
  readonly series: readonly Series<string>[];
}

const scale = 2;
const padding = 16;
const titlePx = 24;
const legendLinePx = 20;
const drawnProperties = [
  'fill',
  'stroke',
  'fill-opacity',
  'stroke-opacity',
  'stroke-width',
  'font-size',
  'font-family',
];
const svgNamespace = 'http://www.w3.org/2000/svg';

/** The whole picture as SVG text, on the ground of the window. */
export function chartSvg({ svg, title, series }: PictureParts): string {
  const { width, height } = svg.getBoundingClientRect();
  const theme = getComputedStyle(document.documentElement);
  const font = getComputedStyle(document.body).fontFamily;
  const legend = legendPositions(series, width, textMeasure(`12px ${font}`));
  const legendPx = ((legend.at(-1)?.line ?? -1) + 1) * legendLinePx;
  const size = { width: Math.ceil(width + 2 * padding), height: Math.ceil(height + titlePx + legendPx + 2 * padding) };
  const picture = element('svg', { ...size, viewBox: `0 0 ${size.width} ${size.height}`, 'font-family': font });
  picture.append(
    element('rect', { ...size, fill: theme.getPropertyValue('--surface-1').trim() }),
    text(title, padding, padding + 12, { 'font-weight': 600, fill: theme.getPropertyValue('--text').trim() }),
  );
  for (const { one, x, line } of legend) {
    const middle = padding + titlePx + line * legendLinePx + legendLinePx / 2;
    const colour = resolvedColour(one.colour, theme);
    const position = { x1: padding + x, x2: padding + x + 12, y1: middle, y2: middle };
    picture.append(
      element('line', {
        ...position,
        stroke: colour,
        ...(one.shape === 'band' ? { 'stroke-width': 6, 'stroke-opacity': 0.35 } : { 'stroke-width': 3 }),
        ...(one.dash ? { 'stroke-dasharray': lineGaps[one.dash] } : {}),
      }),
      text(one.label, padding + x + 18, middle + 4, { fill: theme.getPropertyValue('--text-muted').trim() }),
    );
  }
  const drawing = withOwnStyles(svg);
  for (const [name, value] of Object.entries({ x: padding, y: padding + titlePx + legendPx, width, height })) {
    drawing.setAttribute(name, String(value));
  }
  picture.append(drawing);
  return new XMLSerializer().serializeToString(picture);
}

/** The picture as base64, with twice as many pixels as the size of the SVG. Rejects when it cannot be drawn. */
export async function pngOf(svgText: string): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText.replaceAll(/\p{Surrogate}/gu, '\ufffd'))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to draw on.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

/** A colour token as the theme on screen has it. */
function resolvedColour(colour: string, theme: CSSStyleDeclaration): string {
  const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
  return name === undefined ? colour : theme.getPropertyValue(name).trim();
}

interface LegendPosition {
  readonly one: Series<string>;
  readonly x: number;
  readonly line: number;
}

function legendPositions(
  series: readonly Series<string>[],
  width: number,
  widthOf: (label: string) => number,
): readonly LegendPosition[] {
  let x = 0;
  let line = 0;
  return series.map((one) => {
    const own = widthOf(one.label) + 34;
    if (x > 0 && x + own > width) {
      x = 0;
      line += 1;
    }
    const position = { one, x, line };
    x += own;
    return position;
  });
}

function textMeasure(font: string): (label: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context !== null) context.font = font;
  return (label) => context?.measureText(label).width ?? label.length * 7;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function text(
  content: string,
  x: number,
  y: number,
  attributes: Readonly<Record<string, string | number>>,
): SVGElement {
  const made = element('text', { x, y, 'font-size': 12, ...attributes });
  made.textContent = content;
  return made;
}

/** A picture has no access to the page's styles, so each element carries a copy. */
function withOwnStyles(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [...svg.querySelectorAll<SVGElement>('*')];
  for (const [index, own] of [...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const original = originals[index];
    if (original === undefined) continue;
    const style = getComputedStyle(original);
    for (const name of drawnProperties) own.setAttribute(name, style.getPropertyValue(name));
    own.removeAttribute('style');
  }
  copy.removeAttribute('style');
  return copy;
}
