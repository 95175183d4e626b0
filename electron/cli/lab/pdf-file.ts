// Pages as a PDF file, for hosts without a window: vector drawings and the standard fonts, none of them embedded, so
// that only text of Windows-1252 can be shown. Follows ISO 32000-1, the parts "File structure" and "Graphics". Pure:
// Latin-1 text in which every character is a byte.
import { type Ink, type Mark, type ScenePoint, strokeGaps, textSize, textTurn } from '@shared/lab/charts/scene';
import { type Page, type PageMark, page, textWidth } from './pdf-pages';
import { lightInks } from '@shared/lab/report/report-html';

/** One character a byte: to be written as Latin-1. */
export function pdfFile(title: string, pages: readonly Page[]): string {
  const fontsFrom = 3;
  const pagesFrom = 5;
  const kids = pages.map((_, index) => `${pagesFrom + index * 2} 0 R`).join(' ');
  const states = opacities.map((opacity, index) => `/G${index} << /ca ${opacity} >>`).join(' ');
  const resources = `<< /Font << /plain ${fontsFrom} 0 R /bold ${fontsFrom + 1} 0 R >> /ExtGState << ${states} >> >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    fontObject('Helvetica'),
    fontObject('Helvetica-Bold'),
    ...pages.flatMap((marks, index) => {
      const content = marks.map(pageMark).join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources ${resources} /Contents ${pagesFrom + index * 2 + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
    `<< /Title (${textLiteral(title)}) /Producer (Stowage) >>`,
  ];
  let body = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  return `${body}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
}

const fontObject = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

function pageMark(mark: PageMark): string {
  switch (mark.kind) {
    case 'words':
      return drawText(mark);
    case 'rule':
      return `${colour('grid', 'RG')} 0.5 w ${n(mark.from)} ${n(page.height - mark.y)} m ${n(mark.to)} ${n(page.height - mark.y)} l S`;
    case 'drawing': {
      // The drawing counts from its top left downwards, the page from its bottom left upwards.
      const matrix = `${n(mark.scale)} 0 0 ${n(-mark.scale)} ${n(mark.x)} ${n(page.height - mark.y)} cm`;
      return `q ${matrix}\n${mark.marks.map(drawn).join('\n')}\nQ`;
    }
  }
}

function drawText(mark: Extract<PageMark, { readonly kind: 'words' }>): string {
  const width = textWidth(mark.text, mark);
  const x = mark.anchor === 'start' ? mark.x : mark.anchor === 'end' ? mark.x - width : mark.x - width / 2;
  return `BT ${colour(mark.ink, 'rg')} /${mark.face} ${n(mark.size)} Tf ${n(x)} ${n(page.height - mark.y)} Td (${textLiteral(mark.text)}) Tj ET`;
}

function drawn(mark: Mark): string {
  switch (mark.kind) {
    case 'line':
      return `${colour(mark.ink, 'RG')} ${n(mark.width)} w 1 j [${strokeGaps[mark.stroke]}] 0 d ${path(mark.points)} S`;
    case 'shape':
      return `q ${opacityState(mark.opacity)} ${colour(mark.ink, 'rg')} ${path(mark.points)} h f Q`;
    case 'dot':
      return `q ${opacityState(mark.opacity)} ${colour(mark.ink, 'rg')} ${circle(mark.at, mark.radius)} f Q`;
    case 'text': {
      const width = textWidth(mark.text, { size: textSize, face: 'plain' });
      const x =
        mark.anchor === 'start' ? mark.at[0] : mark.anchor === 'end' ? mark.at[0] - width : mark.at[0] - width / 2;
      // Upright again: the drawing is upside down here. A turned text ends at its anchor.
      if (mark.isTurned === true) {
        const [cos, sin] = [Math.cos((textTurn * Math.PI) / 180), Math.sin((textTurn * Math.PI) / 180)];
        const back = mark.anchor === 'start' ? 0 : mark.anchor === 'end' ? width : width / 2;
        const at = [mark.at[0] - back * cos, mark.at[1] - back * sin];
        return `BT ${colour(mark.ink, 'rg')} /plain ${textSize} Tf ${[cos, sin, sin, -cos, ...at].map(n).join(' ')} Tm (${textLiteral(mark.text)}) Tj ET`;
      }
      return `BT ${colour(mark.ink, 'rg')} /plain ${textSize} Tf 1 0 0 -1 ${n(x)} ${n(mark.at[1])} Tm (${textLiteral(mark.text)}) Tj ET`;
    }
  }
}

function path(points: readonly ScenePoint[]): string {
  return points.map(([x, y], index) => `${n(x)} ${n(y)} ${index === 0 ? 'm' : 'l'}`).join(' ');
}

/** Four curves; the factor brings them nearest to a circle. */
function circle([x, y]: ScenePoint, radius: number): string {
  const bend = radius * 0.5523;
  const to = (...at: number[]): string => `${at.map(n).join(' ')} c`;
  return [
    `${n(x + radius)} ${n(y)} m`,
    to(x + radius, y + bend, x + bend, y + radius, x, y + radius),
    to(x - bend, y + radius, x - radius, y + bend, x - radius, y),
    to(x - radius, y - bend, x - bend, y - radius, x, y - radius),
    to(x + bend, y - radius, x + radius, y - bend, x + radius, y),
  ].join(' ');
}

const opacities = [0.1, 0.2, 0.35, 0.45, 0.6, 0.8, 0.9, 1] as const;

/** The nearest of a few: each needs a separate object. */
function opacityState(opacity: number): string {
  const nearest = opacities.reduce<number>(
    (best, one, index) => (Math.abs(one - opacity) < Math.abs((opacities[best] ?? 1) - opacity) ? index : best),
    0,
  );
  return `/G${nearest} gs`;
}

function colour(ink: Ink, operator: 'rg' | 'RG'): string {
  const hex = lightInks[ink as keyof typeof lightInks];
  const part = (from: number): string => n(Number.parseInt(hex.slice(from, from + 2), 16) / 255);
  return `${part(1)} ${part(3)} ${part(5)} ${operator}`;
}

/** At most three decimals, no exponent. */
const n = (value: number): string => String(Math.round(value * 1000) / 1000);

/** The characters of Windows-1252 that Latin-1 lacks, from 0x80 on; a blank where it has none. */
const from0x80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** How characters are written that the fonts lack, and that mean the same in others. */
const sameAs: Readonly<Record<string, string>> = {
  '−': '-',
  '‐': '-',
  '‑': '-',
  '→': '->',
  '←': '<-',
  '≥': '>=',
  '≤': '<=',
  '≈': '~',
  μ: 'µ',
  '′': "'",
  '″': '"',
};

/** Characters of a report that a PDF with the standard fonts cannot show, such as those of Greek or Japanese. */
export function missingInPdf(title: string, pages: readonly Page[]): readonly string[] {
  const texts = pages.flat().flatMap((mark) => {
    if (mark.kind === 'words') return [mark.text];
    return mark.kind === 'drawing' ? mark.marks.flatMap((each) => (each.kind === 'text' ? [each.text] : [])) : [];
  });
  const all = new Set([title, ...texts].flatMap((text) => [...written(text)]));
  return [...all].filter((character) => byteOf(character) === null);
}

function textLiteral(text: string): string {
  return [...written(text)]
    .map((character) => {
      const byte = byteOf(character) ?? '?';
      return '()\\'.includes(byte) ? `\\${byte}` : byte;
    })
    .join('');
}

/** Composed, with plain blanks, and without characters that only steer the order of others. */
function written(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Zs}\p{Cc}]/gu, ' ')
    .replace(/./gsu, (character) => sameAs[character] ?? character);
}

function byteOf(character: string): string | null {
  const code = character.codePointAt(0) ?? 0;
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0x100)) return character;
  const at = from0x80.indexOf(character);
  return at === -1 ? null : String.fromCharCode(0x80 + at);
}
