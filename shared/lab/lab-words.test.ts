// What the lab finds out is said in the language that is spoken; what it keeps is the same in every language.
import { afterEach, describe, expect, it } from 'vitest';
import { neutralFormats, writeAs } from '../formats/formats';
import german from '../strings/de.json';
import english from '../strings/en.json';
import { pseudoCatalogue } from '../strings/pseudo';
import { speak } from '../strings/t';
import { compareRuns } from './compare-runs';
import { comparisonTable } from './comparison-result';
import { experimentOf, experiments } from './definitions';
import { dryRunOf } from './dry-run';
import { recordedRuns } from './fixtures/recorded-runs';
import { checkParameters } from './parameters';
import { plannedSteps } from './planned-steps';
import { reportOf } from './report/run-report';
import type { ResultTable } from './results';
import { samplesOf } from './run';

const runs = Object.values(recordedRuns);
const speakPseudo = (): void => speak({ tag: 'en', catalogue: pseudoCatalogue(Object.keys(english)) });
const speakGerman = (): void => {
  speak({ tag: 'de', catalogue: german });
  writeAs({ ...neutralFormats, locale: 'de-DE' });
};

afterEach(() => {
  speak({ tag: 'en', catalogue: {} });
  writeAs(neutralFormats);
});

/** Sizes, percentiles, names of nodes, and the names of programs; `Count` has no other language's word yet. */
const sameEverywhere = /^(|[\d., ×KMGi]*B?( × \d+)?|\d+|SD|OK|p\d\d|n\d+|Count)$/;
const untranslated = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => !text.includes('[') && !sameEverywhere.test(text));
const wordsOfTable = ({ title, columns, rows, note }: ResultTable): readonly string[] => [
  ...[title, note, ...columns.map((column) => column.title)],
  ...rows.flat().filter((cell) => typeof cell === 'string'),
];

describe('a result', () => {
  it.each(runs.map((run) => [run.name, run] as const))('of %s has no word without translation', (_, run) => {
    speakPseudo();
    const { findings, tables, charts } = experimentOf(run.experimentId).analyse(samplesOf(run));
    const words = charts.flatMap(({ title, x, y, right, series, note }) => [
      ...[title, note, x.title, y.title, right?.title ?? ''],
      ...[...(x.categories ?? []), ...series.map(({ label }) => label)],
    ]);
    expect(untranslated([...findings, ...tables.flatMap(wordsOfTable), ...words])).toEqual([]);
    expect(untranslated(reportOf(run).sections.map(({ heading }) => heading))).toEqual([]);
  });

  it('is in German with German numbers', () => {
    const [run] = runs.filter(({ experimentId }) => experimentId === 'upload-block-sweep');
    speakGerman();
    expect(experimentOf('upload-block-sweep').analyse(samplesOf(run!)).findings[0]).toMatch(
      /^Parallele Blöcke sind bis zu \d+,\d× so schnell wie ein Strom\.$/,
    );
  });
});

describe('the steps of a run', () => {
  it.each(experiments.map((experiment) => [experiment.id, experiment] as const))(
    '%s: are kept in English and told in the language of the window',
    (_, experiment) => {
      const values = checkParameters(experiment.parameters, {});
      const kept = plannedSteps(experiment, values).map(({ label }) => label);
      speakGerman();
      expect(plannedSteps(experiment, values).map(({ label }) => label)).toEqual(kept);
      speakPseudo();
      expect(untranslated(plannedSteps(experiment, values).map(({ words }) => words))).toEqual([]);
    },
  );

  it('are compared by what is kept, and told as they are planned', () => {
    const [run] = runs.filter(({ experimentId }) => experimentId === 'table-latency');
    const other = { ...run!, id: 'other' };
    speakPseudo();
    const comparison = compareRuns([run!, other]);
    expect(comparison.settings.length).toBeGreaterThan(1);
    expect(untranslated([...comparison.findings, ...comparison.settings.map(({ label }) => label)])).toEqual([]);
    expect(untranslated(wordsOfTable(comparisonTable(comparison)).filter((text) => text !== run!.name))).toEqual([]);
  });
});

it('a dry run says in the language of the window why it may not start', () => {
  const experiment = experimentOf('batch-sweep');
  const tight = checkParameters(experiment.parameters, { maxRequests: 1, maxMebibytes: 1, line: 'office' });
  speakPseudo();
  const { refusals, creates } = dryRunOf(experiment, tight, { kind: 'azure', isBilled: true });
  expect(refusals.length).toBeGreaterThan(1);
  expect(untranslated([...refusals, ...creates])).toEqual([]);
});
