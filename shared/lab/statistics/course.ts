// Whether values that were measured one after the other have a step or a trend that chance does not explain. Pure.
import { seeded, shuffled } from './seeded';
import { meanOf } from './summary';

export type Course =
  | { readonly kind: 'steady' }
  /** From the value with this index on, counted from 0, the level is another one. */
  | { readonly kind: 'step'; readonly at: number; readonly before: number; readonly after: number }
  /** From the first to the last value of the fitted line, in parts of the first. */
  | { readonly kind: 'trend'; readonly first: number; readonly last: number };

/** With fewer values nothing is certain. */
const minValues = 10;
/** On both sides of a step. */
const minSide = 4;
/** A change that is smaller is not worth a sentence, however certain it is. */
const minChange = 0.1;
/** None of so many random orders may show a change as large. */
const orders = 400;
const orderSeed = 20_100_920;

/** Steady for too few values. Of a step and a trend, the one that leaves less of the variation unexplained. */
export function courseOf(values: readonly number[]): Course {
  const mean = meanOf(values);
  if (values.length < minValues || !(mean > 0)) return { kind: 'steady' };
  const candidates = [stepIn(values), trendIn(values)].sort((a, b) => b.explained - a.explained);
  const random = seeded(orderSeed);
  const byChance = Array.from({ length: orders }, () => shuffled(values, random)).reduce(
    (max, order) => ({
      step: Math.max(max.step, stepIn(order).explained),
      trend: Math.max(max.trend, trendIn(order).explained),
    }),
    { step: 0, trend: 0 },
  );
  const found = candidates.find(
    ({ course, explained }) => explained > (course.kind === 'step' ? byChance.step : byChance.trend),
  );
  if (found === undefined || Math.abs(changeOf(found.course)) < minChange) return { kind: 'steady' };
  return found.course;
}

/** In parts of the level before. */
export function changeOf(course: Course): number {
  if (course.kind === 'steady') return 0;
  const [from, to] = course.kind === 'step' ? [course.before, course.after] : [course.first, course.last];
  return from > 0 ? to / from - 1 : 0;
}

interface Candidate {
  readonly course: Exclude<Course, { readonly kind: 'steady' }>;
  /** Of the sum of squares about the mean, 0…1. */
  readonly explained: number;
}

function stepIn(values: readonly number[]): Candidate {
  const n = values.length;
  const total = values.reduce((sum, value) => sum + value, 0);
  const squares = squaresAbout(values, total / n);
  let [sum, best, at] = [0, 0, minSide];
  for (let k = 1; k <= n - minSide; k += 1) {
    sum += values[k - 1] ?? 0;
    if (k < minSide) continue;
    const between = (sum / k - (total - sum) / (n - k)) ** 2 * ((k * (n - k)) / n);
    if (between > best) [best, at] = [between, k];
  }
  const [before, after] = [meanOf(values.slice(0, at)), meanOf(values.slice(at))];
  return { course: { kind: 'step', at, before, after }, explained: squares === 0 ? 0 : best / squares };
}

function trendIn(values: readonly number[]): Candidate {
  const n = values.length;
  const mean = meanOf(values);
  const middle = (n - 1) / 2;
  const width = (n * (n * n - 1)) / 12;
  const slope = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0) / width;
  const squares = squaresAbout(values, mean);
  return {
    course: { kind: 'trend', first: mean - slope * middle, last: mean + slope * middle },
    explained: squares === 0 ? 0 : (slope * slope * width) / squares,
  };
}

const squaresAbout = (values: readonly number[], mean: number): number =>
  values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
