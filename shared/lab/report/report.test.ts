// What a report of a run says and in which order: sentences, charts, tables, and the method of its own kind of service.
import { expect, it } from 'vitest';
import { recordedRuns } from '../fixtures/recorded-runs';
import type { RunRecord } from '../run';
import { reportOf } from './report';
import { reportHtml } from './report-html';

function named(name: string): RunRecord {
  const run = recordedRuns[name];
  if (run === undefined) throw new Error(`There is no run ${name}.`);
  return run;
}

it('shows charts before tables, and tables with few columns no wider than they need', () => {
  const html = reportHtml(reportOf(named('Sweep')));
  const [chart, table] = ['<figure>', '<table'].map((tag) => html.indexOf(tag));
  expect(chart).toBeGreaterThan(html.indexOf('<p class="first">'));
  expect(table).toBeGreaterThan(chart ?? Infinity);
  expect(html.match(/<table class="narrow">/gu)?.length).toBeGreaterThan(0);
  expect(html).toContain('<table><caption>Every setting');
});

it('names the method of files in a study of files, and that of entities with their payload in one of tables', () => {
  const methodOf = (run: RunRecord): string => reportOf(run).sections.at(-1)?.paragraphs.join('\n') ?? '';
  expect(methodOf(named('Sweep'))).toContain('The duration of a file runs');
  expect(methodOf(named('Sweep'))).not.toMatch(/entities|Table requests/);
  const saturation = named('Saturation');
  expect(methodOf(saturation)).not.toContain('file');
  expect(methodOf(saturation)).toContain('1 KiB of random bytes in eight binary properties');
  const small = { ...saturation, parameters: { ...saturation.parameters, payload: '16x1' } };
  expect(methodOf(small)).toContain('the payload that is named above');
  expect(methodOf(small)).not.toContain('1 KiB');
});
