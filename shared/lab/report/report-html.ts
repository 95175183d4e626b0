// A report as one self-contained HTML page: styles inside, charts as SVG, no scripts, light and dark. Pure.
import { drawChart } from '../charts/draw-chart';
import type { ChartSpec } from '../charts/chart-spec';
import { seriesInk, seriesStroke } from '../charts/scene';
import { dashAttribute, escaped, inkProperty, svgText } from '../charts/svg-text';
import { formatFigure } from '../figures';
import { spokenTag } from '../../strings/t';
import { unitLabel } from '../../units';
import type { ResultTable } from '../results';
import type { Report, ReportSection } from './report';

const reportChart = { width: 520, height: 260 } as const;
/** A single chart has the width of two, so that its category labels fit. */
const loneChart = { width: 2 * reportChart.width + 24, height: reportChart.height } as const;

export function reportHtml({ title, subtitle, findings, sections }: Report): string {
  const [first, ...rest] = findings;
  return `<!doctype html>
<html lang="${spokenTag()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="Stowage">
<title>${escaped(title)}</title>
<style>${reportStyles}</style>
</head>
<body>
<header><h1>${escaped(title)}</h1><p class="muted">${escaped(subtitle)}</p></header>
<section>${first === undefined ? '' : `<p class="first">${escaped(first)}</p>`}${rest.map((line) => `<p>${escaped(line)}</p>`).join('')}</section>
${sections.map(sectionHtml).join('\n')}
</body>
</html>
`;
}

function sectionHtml({ heading, paragraphs, tables, charts, isWide = charts.length === 1 }: ReportSection): string {
  return [
    '<section>',
    heading === '' ? '' : `<h2>${escaped(heading)}</h2>`,
    ...paragraphs.map((line) => `<p>${escaped(line)}</p>`),
    charts.length === 0
      ? ''
      : `<div class="charts${isWide ? ' lone' : ''}">${charts.map((chart) => chartHtml(chart, isWide ? loneChart : reportChart)).join('')}</div>`,
    ...tables.map(tableHtml),
    '</section>',
  ].join('');
}

/** Spread over the page, so few are hard to follow along a line. */
const fewColumns = 5;

function tableHtml(table: ResultTable): string {
  const isText = table.columns.map((_, column) => table.rows.some((row) => typeof row[column] === 'string'));
  const cell = (tag: string, column: number, text: string): string =>
    `<${tag}${isText[column] === true ? ' class="words"' : ''}>${escaped(text)}</${tag}>`;
  const head = table.columns.map(({ title, unit }, column) =>
    cell('th', column, unit === '' || unit.startsWith('bytes') ? title : `${title}, ${unitLabel(unit)}`),
  );
  const body = table.rows.map(
    (row) =>
      `<tr>${row.map((value, column) => cell('td', column, formatFigure(value, table.columns[column]?.unit ?? ''))).join('')}</tr>`,
  );
  const note = table.note === '' ? '' : `<p class="muted">${escaped(table.note)}</p>`;
  const width = table.columns.length <= fewColumns ? ' class="narrow"' : '';
  return `<div class="scroll"><table${width}><caption>${escaped(table.title)}</caption><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>${note}`;
}

function chartHtml(spec: ChartSpec, size: typeof reportChart | typeof loneChart): string {
  const legend =
    spec.series.length < 2
      ? ''
      : `<ul class="legend">${spec.series
          .map(
            (one) =>
              `<li><svg viewBox="0 0 12 4"><path d="M1 2H11" stroke="${inkProperty(seriesInk(one.colour))}" stroke-width="3"${dashAttribute(seriesStroke(one))}/></svg>${escaped(one.label)}</li>`,
          )
          .join('')}</ul>`;
  const note = spec.note === '' ? '' : `<p class="muted">${escaped(spec.note)}</p>`;
  return `<figure><figcaption>${escaped(spec.title)}</figcaption>${legend}<div class="drawing">${svgText(drawChart(spec, size), spec.title)}</div>${note}</figure>`;
}

/** The colours of charts on paper and in a light report; the dark ones are below. */
export const lightInks = {
  grid: '#e8ebf0',
  axis: '#596377',
  text: '#1b2230',
  ground: '#ffffff',
  'series-0': '#1f6fd6',
  'series-1': '#12998a',
  'series-2': '#7c66d9',
  'series-3': '#b1458f',
  'series-4': '#b25e09',
  'series-5': '#cf3b3b',
} as const;
const darkInks: Readonly<Record<keyof typeof lightInks, string>> = {
  grid: '#262e3b',
  axis: '#98a4b7',
  text: '#e6eaf2',
  ground: '#12171f',
  'series-0': '#5b9df5',
  'series-1': '#3cc4b3',
  'series-2': '#a493f5',
  'series-3': '#e07fc0',
  'series-4': '#e8a14a',
  'series-5': '#f07171',
};

const properties = (inks: Readonly<Record<string, string>>): string =>
  Object.entries(inks)
    .map(([name, colour]) => `--ink-${name}:${colour};`)
    .join('');

const reportStyles = `
:root{color-scheme:light dark;${properties(lightInks)}}
@media screen and (prefers-color-scheme:dark){:root{${properties(darkInks)}}}
*{box-sizing:border-box}
body{margin:0 auto;padding:32px 24px 64px;max-width:1120px;background:var(--ink-ground);color:var(--ink-text);font:13px/20px 'Inter Variable',Inter,system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{margin:0;font-size:20px;line-height:28px}
h2{margin:0 0 8px;font-size:15px;line-height:20px}
p{margin:0 0 4px;max-width:92ch;text-wrap:pretty}
section{margin-top:24px}
.muted{color:var(--ink-axis);font-size:12px;line-height:16px}
.first{font-weight:600}
.scroll{overflow-x:auto;margin-top:12px}
table{width:100%;border-collapse:collapse}
.narrow{width:auto}
.narrow th+th,.narrow td+td{padding-left:32px}
caption{padding-bottom:4px;font-weight:600;text-align:left}
th,td{height:26px;padding:0 8px;border-bottom:1px solid var(--ink-grid);text-align:right;white-space:nowrap}
th{color:var(--ink-axis);font-size:12px;font-weight:500;line-height:16px;white-space:normal;vertical-align:bottom}
.words{text-align:left}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(400px,100%),1fr));gap:24px;margin-top:16px}
.lone{grid-template-columns:minmax(0,1fr)}
@media screen{.lone .drawing{overflow-x:auto}.lone svg[role]{min-width:800px}}
figure{margin:0;break-inside:avoid}
figcaption{font-weight:600}
figure svg[role]{display:block;width:100%;height:auto}
.legend{display:flex;flex-wrap:wrap;gap:2px 12px;margin:2px 0;padding:0;color:var(--ink-axis);font-size:11px;line-height:16px;list-style:none}
.legend svg{width:12px;height:4px;margin-right:6px;vertical-align:middle}
@media print{body{padding:0;max-width:none;font-size:11px;line-height:16px}.scroll{overflow:visible}th,td{height:20px;padding:0 4px;white-space:normal;font-size:10px}.muted,.legend{font-size:9.5px;line-height:13px}.charts{grid-template-columns:1fr 1fr;gap:14px 16px;margin-top:10px}.lone{grid-template-columns:minmax(0,1fr)}section{margin-top:16px}.scroll{margin-top:8px}h2{break-after:avoid}tr{break-inside:avoid}}
`;
