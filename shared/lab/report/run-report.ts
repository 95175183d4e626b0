// The report of one run: findings, tables and charts of its rows, where and how it was measured. Pure.
import { t } from '../../strings/t';
import { formatBytes } from '../../units';
import { experimentOf } from '../definitions';
import { type RunRecord, samplesOf } from '../run';
import { methodTexts, runFacts } from '../run-text';
import type { Report } from './report';

export function reportOf(run: RunRecord): Report {
  const experiment = experimentOf(run.experimentId);
  const { findings, tables, charts } = experiment.analyse(samplesOf(run), run.parameters);
  return {
    title: run.name,
    subtitle: `${experiment.title}. ${experiment.purpose}`,
    findings,
    sections: [
      { heading: '', paragraphs: [], tables: tables.slice(0, 1), charts },
      ...(tables.length > 1 ? [{ heading: t`More tables`, paragraphs: [], tables: tables.slice(1), charts: [] }] : []),
      {
        heading: t`How it was measured`,
        paragraphs: [...runFacts(run), ...environmentTexts(run), t`Method of: ${experiment.study}.`, ...methodTexts],
        tables: [],
        charts: [],
      },
    ],
  };
}

function environmentTexts({ environments, nodes }: RunRecord): readonly string[] {
  return environments.map(
    (one, index) =>
      t`${nodes[index] ?? t`Node`}: Stowage ${one.appVersion}, Node ${one.node}, ${one.platform} ${one.arch}, ${one.cpuCount} × ${one.cpu}, ${formatBytes(one.memoryBytes)} of memory; ${one.target} by ${one.credential === 'key' ? t`account key` : 'SAS'}.`,
  );
}
