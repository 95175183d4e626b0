// How a report fills its paper: no page but the last is left with much of it empty, and one chart has the room of two.
import { describe, expect, it } from 'vitest';
import { recordedRuns } from '@shared/lab/fixtures/recorded-runs';
import { comparisonReport, reportOf } from '@shared/lab/report/report';
import { type Page, page as paper, reportPages } from './pdf-pages';
import { reportHtml } from '@shared/lab/report/report-html';

const runs = Object.values(recordedRuns);
const comparisons = runs.map((run) => comparisonReport([run, { ...run, name: 'Again' }]));

/** Points from the top to the end of the text, on a page of `paper`. */
const endOf = (page: Page): number => Math.max(...page.flatMap((mark) => (mark.kind === 'words' ? [mark.y] : [])));

describe('a report on paper', () => {
  it('fills every page but the last', () => {
    for (const report of [...runs.map(reportOf), ...comparisons]) {
      const full = reportPages(report).slice(0, -1);
      for (const page of full) expect(endOf(page), report.title).toBeGreaterThan(paper.height * 0.7);
    }
  });

  it('allows one chart to retain a readable width, on the screen alone', () => {
    for (const report of comparisons) {
      const html = reportHtml(report);
      expect(html).toContain('<div class="drawing"><svg');
      expect(html).toMatch(
        /@media screen\{\.lone \.drawing\{overflow-x:auto\}\.lone svg\[role\]\{min-width:800px\}\}/u,
      );
      expect(html.match(/min-width:\d+px/gu)).toEqual(['min-width:800px']);
    }
  });

  it('gives one chart the room of two', () => {
    for (const report of comparisons) {
      expect(reportHtml(report)).toContain('<div class="charts lone"><figure>');
      const drawings = (reportPages(report)[0] ?? []).flatMap((mark) => (mark.kind === 'drawing' ? [mark] : []));
      const ends = drawings.slice(0, 1).map(({ x, scale, marks }) => {
        const places = marks.flatMap((mark) => (mark.kind === 'line' ? mark.points.map(([at]) => at) : []));
        return x + scale * Math.max(...places);
      });
      expect(ends[0]).toBeGreaterThan(paper.width * 0.85);
    }
  });
});
