// The contents of a report on a run or a comparison, in order, independent of layout: HTML pages and PDFs are made from
// it.
import type { ChartSpec } from '../charts/chart-spec';
import type { ResultTable } from '../results';
import { formatMoment } from '../../strings/moments';
import { t } from '../../strings/t';
import { formatBytes } from '../../units';
import { experimentOf } from '../definitions';
import type { RunRecord } from '../run';
import { resultOf } from '../run-result';
import { methodTexts, runFacts } from '../run-text';
import { onSameScale } from '../charts/same-scale';
import { compareRuns } from '../compare-runs';
import { comparisonCharts, comparisonTable, rateTable } from '../comparison-result';
import { bandCharts, variabilityTable } from '../services-compared';
import { apartFindings, scalingCharts, scalingFindings, scalingOf, scalingTable } from '../scaling';

export interface Report {
  readonly title: string;
  readonly subtitle: string;
  readonly findings: readonly string[];
  readonly sections: readonly ReportSection[];
}

export interface ReportSection {
  /** Empty for none. */
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly tables: readonly ResultTable[];
  readonly charts: readonly ChartSpec[];
  /** Every chart has the room of two, as one alone has. */
  readonly isWide?: boolean;
}

/** The report of one run: findings, tables and charts of its rows, where and how it was measured. */
export function reportOf(run: RunRecord): Report {
  const experiment = experimentOf(run.experimentId);
  const { findings, tables, charts: all } = resultOf(run);
  const charts = all.map((chart) => withSource(chart, run));
  return {
    title: run.name,
    subtitle: `${experiment.title}. ${experiment.purpose}`,
    findings,
    sections: [
      { heading: '', paragraphs: [], tables: tables.slice(0, 1), charts },
      ...(tables.length > 1 ? [{ heading: t`More tables`, paragraphs: [], tables: tables.slice(1), charts: [] }] : []),
      {
        heading: t`Method`,
        paragraphs: [
          ...ownTexts(run),
          ...runFacts(run),
          ...environmentTexts(run),
          t`Method: ${experiment.study}.`,
          ...methodTexts(run),
        ],
        tables: [],
        charts: [],
      },
    ],
  };
}

/** Where its figures come from, so that a chart can be shown alone. */
function withSource(chart: ChartSpec, { name, sampleCount, startedAtMs }: RunRecord): ChartSpec {
  const source = t`Source: ${name}, ${formatMoment(startedAtMs, 'utc', 'minute')} UTC, n = ${sampleCount}.`;
  const figureText = chart.figure === undefined ? '' : t`As ${chart.figure} of the study.`;
  return { ...chart, note: [chart.note, figureText, source].filter(Boolean).join(' ') };
}

function ownTexts({ objectives, notes }: RunRecord): readonly string[] {
  return [
    ...(objectives === undefined ? [] : [t`Objectives: ${objectives}`]),
    ...(notes === undefined ? [] : [t`Notes: ${notes}`]),
  ];
}

function environmentTexts({ environments, nodes }: RunRecord): readonly string[] {
  return environments.map(
    (one, index) =>
      t`${nodes[index] ?? t`Node`}: Stowage ${one.appVersion}, Node ${one.node}, ${one.platform} ${one.arch}, ${one.cpuCount} × ${one.cpu}, ${formatBytes(one.memoryBytes)} of memory; ${one.target} by ${one.credential === 'key' ? t`account key` : 'SAS'}.`,
  );
}

/** @throws StowageError `invalid.input` as `compareRuns` */
export function comparisonReport(runs: readonly RunRecord[]): Report {
  const comparison = compareRuns(runs);
  const scaling = scalingOf(runs);
  const experiment = experimentOf(comparison.experimentId);
  const results = runs.map(resultOf);
  const labels = comparison.runs.map(({ label }) => label);
  const variability = variabilityTable(runs, labels);
  const charts = onSameScale(results.map((result) => result.charts));
  return {
    title: t`${experiment.title}: ${runs.length} runs compared`,
    subtitle: comparison.runs.map(({ label }) => label).join(' · '),
    findings: [...scalingFindings(scaling), ...comparison.findings, ...apartFindings(runs)],
    sections: [
      {
        heading: '',
        paragraphs: [],
        tables: [rateTable(comparison), comparisonTable(comparison), ...(variability === null ? [] : [variability])],
        charts: [...comparisonCharts(comparison), ...bandCharts(runs, labels)],
        isWide: true,
      },
      ...runs.map((run, index) => {
        const { findings, tables } = results[index] ?? experiment.analyse([]);
        return {
          heading: comparison.runs[index]?.label ?? run.name,
          paragraphs: [...runFacts(run), ...findings],
          tables: tables.slice(0, 1),
          charts: (charts[index] ?? []).slice(0, 4),
        };
      }),
      ...(scaling.length === 0
        ? []
        : [
            {
              heading: t`Scaling over nodes`,
              paragraphs: [],
              tables: [scalingTable(scaling, comparison.rateUnit)],
              charts: scalingCharts(scaling, comparison.rateUnit),
            },
          ]),
      { heading: t`Method`, paragraphs: runs[0] === undefined ? [] : methodTexts(runs[0]), tables: [], charts: [] },
    ],
  };
}
