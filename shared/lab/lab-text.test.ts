// What the lab finds out is said in the language that is spoken; what it keeps is the same in every language.
import { afterEach, describe, expect, it } from 'vitest';
import { neutralFormats, writeAs } from '../strings/formats';
import german from '../strings/de.json';
import english from '../strings/en.json';
import { pseudoCatalogue } from '../strings/pseudo';
import { setLanguage } from '../strings/t';
import { compareRuns } from './compare-runs';
import { comparisonTable } from './comparison-result';
import { experimentOf, experiments } from './definitions';
import { dryRunOf } from '../../electron/engine/lab/runs/dry-run';
import { withUnit } from './figures';
import { recordedRuns } from './fixtures/recorded-runs';
import { checkParameters, describeParameter } from './parameters';
import { plannedSteps } from './experiment';
import { reportOf } from './report/report';
import type { RunStop } from './run-end';
import { runFacts } from './run-text';
import type { ResultTable } from './results';
import { samplesOf } from './run';

const runs = Object.values(recordedRuns);
const switchToPseudo = (): void => setLanguage({ tag: 'en', catalogue: pseudoCatalogue(Object.keys(english)) });
const switchToGerman = (): void => {
  setLanguage({ tag: 'de', catalogue: german });
  writeAs({ ...neutralFormats, locale: 'de-DE' });
};

afterEach(() => {
  setLanguage({ tag: 'en', catalogue: {} });
  writeAs(neutralFormats);
});

/** Sizes, percentiles, names of nodes, and the names of programs. */
const sameEverywhere = /^(|[\d., ×KMGi]*B?( × \d+)?|\d+|SD|OK|p\d\d|n\d+)$/;
const untranslated = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => !text.includes('[') && !sameEverywhere.test(text));
const textsOfTable = ({ title, columns, rows, note }: ResultTable): readonly string[] => [
  ...[title, note, ...columns.map((column) => column.title)],
  ...rows.flat().filter((cell) => typeof cell === 'string'),
];

describe('a result', () => {
  it.each(runs.map((run) => [run.name, run] as const))('of %s has no word without translation', (_, run) => {
    switchToPseudo();
    const { findings, tables, charts } = experimentOf(run.experimentId).analyse(samplesOf(run));
    const texts = charts.flatMap(({ title, x, y, right, series, note }) => [
      ...[title, note, x.title, y.title, right?.title ?? ''],
      ...[...(x.categories ?? []), ...series.map(({ label }) => label)],
    ]);
    expect(untranslated([...findings, ...tables.flatMap(textsOfTable), ...texts])).toEqual([]);
    expect(untranslated(reportOf(run).sections.map(({ heading }) => heading))).toEqual([]);
  });

  it('is in German with German numbers', () => {
    const [run] = runs.filter(({ experimentId }) => experimentId === 'upload-block-sweep');
    switchToGerman();
    const [head, first] = experimentOf('upload-block-sweep').analyse(samplesOf(run!)).findings;
    expect(head).toBe('Parallele Blöcke sind nicht schneller als ein Strom.');
    expect(first).toMatch(/: Ein Strom ist am schnellsten\. Von den Blöcken .*, mit \d+,\d× seiner Geschwindigkeit\.$/);
  });
});

it('a chosen rate and the machine of a run are shown in German', () => {
  const rate = experimentOf('hot-partition').parameters.find(({ name }) => name === 'entitiesPerSecond');
  switchToGerman();
  expect(describeParameter(rate!, 200)).toBe('200 Entitäten/s');
  expect(runFacts({ ...runs[0]!, nodes: ['n1'] })[0]).toContain(' vom Knoten n1, ');
});

it('the facts of a run count one as one', () => {
  const totals = { ...runs[0]!.totals, retries: 1, connections: 1 };
  expect(runFacts({ ...runs[0]!, totals })[2]).toMatch(/; 1 retry, \d+ throttled, at most 1 connection\.$/);
});

describe('the steps of a run', () => {
  it.each(experiments.map((experiment) => [experiment.id, experiment] as const))(
    '%s: are stored in English and shown in the language of the window',
    (_, experiment) => {
      const values = checkParameters(experiment.parameters, {});
      const planned = plannedSteps(experiment, values).map(({ label }) => label);
      switchToGerman();
      expect(plannedSteps(experiment, values).map(({ label }) => label)).toEqual(planned);
      switchToPseudo();
      expect(untranslated(plannedSteps(experiment, values).map(({ words: texts }) => texts))).toEqual([]);
    },
  );

  it('are compared as stored and shown as planned', () => {
    const [run] = runs.filter(({ experimentId }) => experimentId === 'table-latency');
    const other = { ...run!, id: 'other' };
    switchToPseudo();
    const comparison = compareRuns([run!, other]);
    expect(comparison.settings.length).toBeGreaterThan(1);
    expect(untranslated([...comparison.findings, ...comparison.settings.map(({ label }) => label)])).toEqual([]);
    expect(untranslated(textsOfTable(comparisonTable(comparison)).filter((text) => text !== run!.name))).toEqual([]);
  });
});

it('explains in the language of the window why it may not start', () => {
  const experiment = experimentOf('batch-sweep');
  const tight = checkParameters(experiment.parameters, { maxRequests: 1, maxMebibytes: 1, line: 'office' });
  switchToPseudo();
  const { disabledReasons: rejections, creates } = dryRunOf(experiment, tight, { kind: 'azure', isBilled: true });
  expect(rejections.length).toBeGreaterThan(1);
  expect(untranslated([...rejections, ...creates])).toEqual([]);
});

describe('the end of a run', () => {
  const [run] = runs;
  const endOf = (stop: RunStop): string => {
    if (run === undefined) throw new Error('There are recorded runs.');
    return runFacts({ ...run, end: 'failed', endReason: 'English.', stop })[0] ?? '';
  };

  it.each([
    [{ kind: 'cap', of: 'requests', limit: 50 }, 'Am Limit von 50 Anfragen angehalten.'],
    [{ kind: 'failure', code: 'local.disk-full', message: 'ENOSPC', context: {} }, 'Der Datenträger ist voll.'],
    [{ kind: 'cancelled' }, 'Abgebrochen.'],
  ] as const)("is shown in the reader's language: %j", (stop, texts) => {
    switchToGerman();
    expect(endOf(stop)).toContain(texts);
  });

  it('is shown unchanged for a file that an older version wrote', () => {
    if (run === undefined) throw new Error('There are recorded runs.');
    expect(runFacts({ ...run, end: 'failed', endReason: 'It broke.' })[0]).toContain('It broke.');
  });
});

it('translates units that are words', () => {
  switchToGerman();
  expect(withUnit(500, 'entities/s')).toBe('500 Entitäten/s');
  expect(withUnit(1.5, 'ms')).toBe('1,50 ms');
});
