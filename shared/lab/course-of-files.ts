// How rates changed while files were moved: the chart in their order, with the step or trend that is certain, the table
// of the courses, and the sentences that name them. Pure.
import { formatFixed } from '../strings/numbers';
import { t } from '../strings/t';
import { formatRate } from '../units';
import { axis, scatterChart } from './chart-parts';
import type { ChartSeries, ChartSpec } from './charts/chart-spec';
import { levelsOf as levelsIn, numberIn, succeeded, valuesOf } from './grouping';
import type { ResultTable } from './results';
import type { Sample } from './run';
import { type Course, changeOf, courseOf } from './statistics/course';
import { summaryOf } from './statistics/summary';

export interface FilesInOrder {
  readonly label: string;
  readonly rates: readonly number[];
  readonly course: Course;
}

/** The files that arrived, in the order in which they were started. Those of several machines have no common course. */
export function filesInOrder(label: string, samples: readonly Sample[]): FilesInOrder {
  const ordered = [...succeeded(samples)].sort((a, b) => numberIn(a, 'startMs') - numberIn(b, 'startMs'));
  const rates = valuesOf(ordered, 'bytesPerSecond');
  const isOfOne = levelsIn(samples, 'node').length < 2;
  return { label, rates, course: isOfOne ? courseOf(rates) : { kind: 'steady' } };
}

export function orderChart(
  about: Pick<ChartSpec, 'id' | 'title'> & { readonly figure?: string },
  groups: readonly FilesInOrder[],
): ChartSpec {
  const dots = scatterChart(
    { ...about, axis: axis(t`Rate`, 'bytes/s') },
    groups.map(({ label, rates }, colour) => ({
      label,
      colour,
      column: 'rate',
      samples: rates.map((rate) => ({ rate })),
    })),
  );
  const levels = groups.flatMap((group, colour) => levelsOf(group, colour));
  return {
    ...dots,
    ...(about.figure === undefined ? {} : { figure: about.figure }),
    series: [...dots.series, ...levels],
    note: [
      t`Every file is a dot.`,
      ...(levels.length > 0 ? [t`Dashed: the levels of a step, or the trend.`] : []),
    ].join(' '),
  };
}

function levelsOf({ label, rates, course }: FilesInOrder, colour: number): readonly ChartSeries[] {
  if (course.kind === 'steady') return [];
  const line = (points: ChartSeries['points']): ChartSeries => ({
    label: course.kind === 'step' ? t`${label}, step` : t`${label}, trend`,
    shape: 'line',
    colour,
    isDashed: true,
    points,
  });
  if (course.kind === 'trend') {
    return [
      line([
        { x: 1, y: course.first },
        { x: rates.length, y: course.last },
      ]),
    ];
  }
  const { at, before, after } = course;
  return [
    line([
      { x: 1, y: before },
      { x: at, y: before },
      { x: at + 1, y: after },
      { x: rates.length, y: after },
    ]),
  ];
}

export function courseTable(groups: readonly FilesInOrder[]): ResultTable {
  return {
    id: 'course',
    title: t`Rate over the run`,
    columns: [
      { title: t`Setting`, unit: '' },
      { title: t`Files`, unit: '' },
      { title: t`Mean rate`, unit: 'bytes/s' },
      { title: 'SD', unit: 'bytes/s' },
      { title: t`Course`, unit: '' },
      { title: t`Change`, unit: '%' },
    ],
    rows: groups.map(({ label, rates, course }) => {
      const { count, mean, sd } = summaryOf(rates);
      return [label, count, orNull(mean), orNull(sd), courseText(course), changeOf(course) * 100];
    }),
    note: t`A step or a trend is named if none of 400 random orders of the same rates shows one as large, and it changes the rate by at least 10 %.`,
  };
}

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

function courseText(course: Course): string {
  if (course.kind === 'step') return t`step after file ${course.at}`;
  return course.kind === 'trend' ? t`trend` : t`steady`;
}

export function courseSentences(groups: readonly FilesInOrder[]): readonly string[] {
  return groups.flatMap(({ label, course }) => {
    const percent = formatFixed(Math.abs(changeOf(course)) * 100, 0);
    if (course.kind === 'step') {
      return [
        t`${label}: a step after file ${course.at}, from ${formatRate(course.before)} to ${formatRate(course.after)}.`,
      ];
    }
    if (course.kind === 'trend') {
      return [
        course.last > course.first
          ? t`${label}: the rate rises by ${percent} % over the run.`
          : t`${label}: the rate falls by ${percent} % over the run.`,
      ];
    }
    return [];
  });
}
