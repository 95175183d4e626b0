// A drawn chart as a PNG: the SVG with its colours written out, under a title and a legend, in the theme on screen.
import type { Series } from '@renderer/charts/series';

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

/** The picture as base64, twice as many pixels as on screen. Rejects when the SVG cannot be drawn. */
export async function chartPicture({ svg, title, series }: PictureParts): Promise<string> {
  const { width, height } = svg.getBoundingClientRect();
  const theme = getComputedStyle(document.documentElement);
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to draw on.');
  context.font = font;
  const legend = legendPlaces(series, width, (text) => context.measureText(text).width);
  const legendPx = ((legend.at(-1)?.line ?? -1) + 1) * legendLinePx;
  const full = { width: width + 2 * padding, height: height + titlePx + legendPx + 2 * padding };
  canvas.width = Math.ceil(full.width * scale);
  canvas.height = Math.ceil(full.height * scale);
  context.scale(scale, scale);
  context.fillStyle = theme.getPropertyValue('--surface-1');
  context.fillRect(0, 0, full.width, full.height);
  context.textBaseline = 'middle';
  context.font = `600 ${font}`;
  context.fillStyle = theme.getPropertyValue('--text');
  context.fillText(title, padding, padding + titlePx / 2 - 4);
  context.font = font;
  for (const { one, x, line } of legend) {
    const middle = padding + titlePx + line * legendLinePx + legendLinePx / 2;
    context.fillStyle = resolved(one.colour, theme);
    context.fillRect(padding + x, middle - 1.5, 12, 3);
    context.fillStyle = theme.getPropertyValue('--text-muted');
    context.fillText(one.label, padding + x + 18, middle);
  }
  context.drawImage(await imageOf(svg, width, height), padding, padding + titlePx + legendPx, width, height);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

interface LegendPlace {
  readonly one: Series<string>;
  readonly x: number;
  readonly line: number;
}

function legendPlaces(
  series: readonly Series<string>[],
  width: number,
  widthOf: (text: string) => number,
): readonly LegendPlace[] {
  let x = 0;
  let line = 0;
  return series.map((one) => {
    const own = widthOf(one.label) + 34;
    if (x > 0 && x + own > width) {
      x = 0;
      line += 1;
    }
    const place = { one, x, line };
    x += own;
    return place;
  });
}

function resolved(colour: string, theme: CSSStyleDeclaration): string {
  const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
  return name === undefined ? colour : theme.getPropertyValue(name);
}

/** An image knows nothing of the page's styles, so each element carries its own. */
async function imageOf(svg: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [...svg.querySelectorAll<SVGElement>('*')];
  for (const [index, element] of [...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const original = originals[index];
    if (original === undefined) continue;
    const style = getComputedStyle(original);
    for (const name of drawnProperties) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('style');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.removeAttribute('style');
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}
