// Compares two or more runs of one experiment: for each setting the difference of the medians, how certain it is, and
// the same in plain words. Pure; intervals are drawn with a fixed seed, so that the same runs always give the same
// comparison.
import { invalidInput } from '../errors';
import { formatFixed } from '../strings/numbers';
import { t } from '../strings/t';
import { experimentOf } from './definitions';
import { figure, operationName } from './figures';
import { plannedSteps } from './experiment';
import { groupBy, inOrder, isMeasurement, perSecond, succeeded, valuesOf, where } from './grouping';
import { type RunHead, type RunRecord, type Sample, samplesOf } from './run';
import { type Interval, differenceInterval } from './statistics/bootstrap';
import { seeded, shuffled } from './statistics/seeded';
import { meanOf, medianOf } from './statistics/summary';
import { formatMoment } from '../strings/moments';

/** With fewer values the variation is unknown. */
const minValues = 3;
const resampleSeed = 20_100_401;
/** Of more values, the interval comes from so many drawn at random: it is no narrower, and the comparison stays fast. */
const maxResampled = 1500;

export interface ComparedSide {
  readonly runId: string;
  readonly count: number;
  /** NaN when nothing succeeded. */
  readonly medianMs: number;
  /** What all requests together moved a second, over the time that passed: one figure for each repetition. */
  readonly rates: readonly number[];
}

export interface Difference extends ComparedSide {
  /** Relative to the first run; negative is faster. */
  readonly differenceMs: number;
  readonly percent: number;
  /** 95 % confidence interval of the difference of medians; null for too few values. */
  readonly interval: Interval | null;
  readonly verdict: Verdict;
  readonly words: string;
  /** By the overall rate; `unknown` with fewer than three repetitions. */
  readonly rateVerdict: Verdict;
  /** Of the mean overall rate, relative to the first run; positive is faster. */
  readonly ratePercent: number;
}

export type Verdict = 'faster' | 'slower' | 'alike' | 'unknown';

export interface ComparedSetting {
  readonly label: string;
  readonly base: ComparedSide;
  readonly others: readonly Difference[];
}

export interface Comparison {
  readonly experimentId: string;
  /** `label`: what distinguishes each from the others. */
  readonly runs: readonly (Pick<RunRecord, 'id' | 'name'> & { readonly label: string })[];
  readonly settings: readonly ComparedSetting[];
  /** Of the overall rates. */
  readonly rateUnit: 'bytes/s' | 'entities/s';
  /** In one or two sentences. */
  readonly findings: readonly string[];
}

/**
 * Every run against the first, by setting (and operation, where a setting has several).
 * @throws StowageError `invalid.input` for fewer than two runs or different experiments
 */
export function compareRuns(runs: readonly RunRecord[]): Comparison {
  const [base, ...others] = runs;
  if (base === undefined || others.length === 0)
    throw invalidInput('Runs', t`there is nothing to compare.`, t`Choose two or more.`);
  const stranger = others.find((run) => run.experimentId !== base.experimentId);
  if (stranger !== undefined) {
    throw invalidInput(
      'Runs',
      t`${base.experimentId} and ${stranger.experimentId} are different experiments.`,
      t`Choose runs of one experiment.`,
    );
  }
  const measured = runs.map((run) => ({ run, samples: samplesOf(run).map(withSetting) }));
  const planned = plannedSteps(experimentOf(base.experimentId), base.parameters);
  const steps = [
    ...new Set([...planned.map(({ label }) => label), ...measured.flatMap(({ samples }) => stepsOf(samples))]),
  ];
  const labelOfStep = new Map(planned.map((step) => [step.label, step.words]));
  // Rows are in the random order of the run; readers expect the order of the settings.
  const keys = inOrder(
    groupBy(
      measured.flatMap(({ samples }) => samples.filter(isMeasurement)),
      ['step', 'setting', 'operation'],
    ),
    'step',
    steps,
  ).map(({ key }) => key);
  const amount = base.columns.includes('fileBytes') ? 'fileBytes' : 'entities';
  const settings = keys.map((key): ComparedSetting => {
    const sides = measured.map(({ run, samples }) => ({
      run,
      ...measuredOf(where(samples, 'setting', key.setting ?? null), amount),
    }));
    const [first = { runId: base.id, values: [], rates: [] }, ...rest] = sides.map(({ run, ...own }) => ({
      runId: run.id,
      ...own,
    }));
    return {
      label: settingText(key, labelOfStep),
      base: sideOf(first),
      others: rest.map((one) => differenceOf(first, one)),
    };
  });
  const labels = runLabels(runs);
  return {
    experimentId: base.experimentId,
    runs: runs.map(({ id, name }, index) => ({ id, name, label: labels[index] ?? name })),
    settings,
    rateUnit: amount === 'fileBytes' ? 'bytes/s' : 'entities/s',
    findings: others.map((run, index) =>
      findingOf(
        labels[index + 1] ?? run.name,
        labels[0] ?? base.name,
        settings.flatMap((setting) => setting.others[index] ?? []),
      ),
    ),
  };
}

const stepsOf = (samples: readonly Sample[]): readonly string[] => samples.map(({ step }) => String(step));

const withSetting = (sample: Sample): Sample => ({
  ...sample,
  setting: hasOperations(sample) ? `${String(sample.operation)}, ${String(sample.step)}` : (sample.step ?? ''),
});

/** Whether the step of a row has several operations, which are separate settings. */
const hasOperations = ({ operation }: Sample): boolean =>
  operation !== undefined && operation !== null && operation !== 'write';

function settingText(key: Sample, labelOfStep: ReadonlyMap<string, string>): string {
  const step = labelOfStep.get(String(key.step)) ?? String(key.step);
  return hasOperations(key) ? `${operationName(String(key.operation))}, ${step}` : step;
}

interface Side {
  readonly runId: string;
  readonly values: readonly number[];
  readonly rates: readonly number[];
}

function measuredOf(samples: readonly Sample[], amount: string): Pick<Side, 'values' | 'rates'> {
  const rates = groupBy(samples, ['repetition']).map(({ samples: own }) => perSecond(own, amount));
  return { values: valuesOf(succeeded(samples), 'durationMs'), rates };
}

function sideOf({ runId, values, rates }: Side): ComparedSide {
  return { runId, count: values.length, medianMs: medianOf(values), rates };
}

function differenceOf(base: Side, other: Side): Difference {
  const side = sideOf(other);
  const differenceMs = side.medianMs - medianOf(base.values);
  const percent = (differenceMs / medianOf(base.values)) * 100;
  const interval = differenceOfSamples(base.values, other.values, medianOf);
  const verdict = verdictOf(interval);
  const isMeasured = base.values.length * other.values.length > 0;
  const rateInterval = differenceOfSamples(base.rates, other.rates, meanOf);
  return {
    ...side,
    differenceMs,
    percent,
    interval,
    verdict,
    words: isMeasured ? messageOf(verdict, differenceMs, percent, interval) : unmeasured(base.values, other.values),
    rateVerdict: opposite[verdictOf(rateInterval)],
    ratePercent: (meanOf(other.rates) / meanOf(base.rates) - 1) * 100,
  };
}

/** A higher duration is slower, a higher rate faster. */
const opposite: Readonly<Record<Verdict, Verdict>> = {
  faster: 'slower',
  slower: 'faster',
  alike: 'alike',
  unknown: 'unknown',
};

/** Null for too few values. */
function differenceOfSamples(
  base: readonly number[],
  values: readonly number[],
  statistic: (values: readonly number[]) => number,
): Interval | null {
  if (Math.min(base.length, values.length) < minValues) return null;
  return differenceInterval(drawnFrom(base), drawnFrom(values), statistic, { seed: resampleSeed, resamples: 1000 });
}

/** Values lie in the order of their time, so that the first of them would be another sample than the whole. */
function drawnFrom(values: readonly number[]): readonly number[] {
  return values.length <= maxResampled ? values : shuffled(values, seeded(resampleSeed)).slice(0, maxResampled);
}

function unmeasured(base: readonly number[], values: readonly number[]): string {
  if (base.length + values.length === 0) return t`Measured in neither of the two runs.`;
  return t`Measured in only one of the two runs.`;
}

function verdictOf(interval: Interval | null): Verdict {
  if (interval === null || !Number.isFinite(interval.low)) return 'unknown';
  return interval.high < 0 ? 'faster' : interval.low > 0 ? 'slower' : 'alike';
}

function messageOf(
  verdict: Difference['verdict'],
  differenceMs: number,
  percent: number,
  interval: Interval | null,
): string {
  if (verdict === 'unknown' || interval === null) return t`Too few measurements.`;
  const between = (low: number, high: number): string =>
    t`${figure(low, differenceMs)} to ${figure(high, differenceMs)} ms`;
  const share = `${formatFixed(Math.abs(percent), 0)} %`;
  switch (verdict) {
    case 'faster':
      return t`Faster by ${share}: ${between(-interval.high, -interval.low)} less, 95 % confidence.`;
    case 'slower':
      return t`Slower by ${share}: ${between(interval.low, interval.high)} more, 95 % confidence.`;
    case 'alike':
      return t`No significant difference (${between(interval.low, interval.high)}).`;
  }
}

function findingOf(name: string, baseName: string, differences: readonly Difference[]): string {
  const of = (verdict: Difference['verdict']): number => differences.filter((one) => one.verdict === verdict).length;
  const known = differences.length - of('unknown');
  if (known === 0)
    return t`${name} versus ${baseName}: too few measurements of every setting; run with more repetitions.`;
  const parts = [
    ...(of('faster') > 0 ? [t`${of('faster')} faster`] : []),
    ...(of('slower') > 0 ? [t`${of('slower')} slower`] : []),
    ...(of('alike') > 0 ? [t`${of('alike')} without a significant difference`] : []),
    ...(of('unknown') > 0 ? [t`${of('unknown')} with too few measurements`] : []),
  ];
  const chance = known >= 10 ? t` About ${Math.round(known * 0.05)} of ${known} would differ by chance alone.` : '';
  const rates = rateSentence(differences);
  const [settings, verdicts] = [differences.length, parts.join(', ')];
  const durations =
    rates === ''
      ? t`${name} versus ${baseName}, of ${settings} settings: ${verdicts}.`
      : t`${name} versus ${baseName}, of ${settings} settings by median duration: ${verdicts}.`;
  return `${durations}${chance}${rates}${oppositeSentence(differences)}`;
}

/** Empty where no setting was repeated often enough. */
function rateSentence(differences: readonly Difference[]): string {
  const of = (verdict: Verdict): number => differences.filter(({ rateVerdict }) => rateVerdict === verdict).length;
  if (of('unknown') === differences.length) return '';
  return t` By overall rate: ${of('faster')} faster, ${of('slower')} slower, ${of('alike')} without a certain difference.`;
}

/** Where each takes longer and all of them are done sooner: the two verdicts answer different questions. */
function oppositeSentence(differences: readonly Difference[]): string {
  return differences.some(({ verdict, rateVerdict }) => verdict === 'slower' && rateVerdict === 'faster')
    ? t` Where each one takes longer and the rate is higher, more are under way at once.`
    : '';
}

/** One for each run, in their order; no two are the same. */
function runLabels(runs: readonly Pick<RunHead, 'name' | 'startedAtMs'>[]): readonly string[] {
  const names = runs.map(({ name }) => name);
  const labels = runs.map(({ name, startedAtMs }) =>
    isOnce(name, names) ? name : t`${name} (${formatMoment(startedAtMs, 'utc', 'second')} UTC)`,
  );
  return labels.map((label, index) => (isOnce(label, labels) ? label : `${label} (${index + 1})`));
}

function isOnce(text: string, all: readonly string[]): boolean {
  return all.indexOf(text) === all.lastIndexOf(text);
}
