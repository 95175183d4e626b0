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
import { reportStyles } from './report-styles';

const reportChart = { width: 520, height: 260 } as const;
/** One that stands alone has the room of two, so that the names of its places fit. */
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

function sectionHtml({ heading, paragraphs, tables, charts }: ReportSection): string {
  return [
    '<section>',
    heading === '' ? '' : `<h2>${escaped(heading)}</h2>`,
    ...paragraphs.map((line) => `<p>${escaped(line)}</p>`),
    ...tables.map(tableHtml),
    charts.length === 0
      ? ''
      : `<div class="charts${charts.length === 1 ? ' lone' : ''}">${charts.map((chart) => chartHtml(chart, charts.length === 1 ? loneChart : reportChart)).join('')}</div>`,
    '</section>',
  ].join('');
}

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
  return `<div class="scroll"><table><caption>${escaped(table.title)}</caption><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>${note}`;
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
