// The report of a comparison: what certainly differs, then the charts of each run. Pure.
import { onSameScale } from '../charts/same-scale';
import { compareRuns } from '../compare-runs';
import { comparisonChart, comparisonTable } from '../comparison-result';
import { experimentOf } from '../definitions';
import { t } from '../../strings/t';
import { type RunRecord, samplesOf } from '../run';
import { methodTexts, runFacts } from '../run-text';
import type { Report } from './report';

/** @throws StowageError `invalid.input` as `compareRuns` */
export function comparisonReport(runs: readonly RunRecord[]): Report {
  const comparison = compareRuns(runs);
  const experiment = experimentOf(comparison.experimentId);
  const results = runs.map((run) => experiment.analyse(samplesOf(run), run.parameters));
  const charts = onSameScale(results.map((result) => result.charts));
  return {
    title: t`${experiment.title}: ${runs.length} runs compared`,
    subtitle: comparison.runs.map(({ label }) => label).join(' · '),
    findings: comparison.findings,
    sections: [
      { heading: '', paragraphs: [], tables: [comparisonTable(comparison)], charts: [comparisonChart(comparison)] },
      ...runs.map((run, index) => {
        const { findings, tables } = results[index] ?? experiment.analyse([]);
        return {
          heading: comparison.runs[index]?.label ?? run.name,
          paragraphs: [...runFacts(run), ...findings],
          tables: tables.slice(0, 1),
          charts: (charts[index] ?? []).slice(0, 4),
        };
      }),
      { heading: t`How it was measured`, paragraphs: methodTexts, tables: [], charts: [] },
    ],
  };
}
