// The value axis of a result's chart has readable figures, whatever the values are.
import { describe, expect, it } from 'vitest';
import type { ChartData } from '@shared/charting/chart-data';
import { valueExtent } from './result-extent';

function lineOf(...values: readonly number[]): ChartData {
  const marks = values.map((y, x) => ({ x, y, low: y, high: y, count: 1 }));
  return {
    kind: 'line',
    scale: 'number',
    form: 'exact',
    rows: values.length,
    values: values.length,
    rounded: 0,
    series: [{ label: 'Amount', of: 'own', count: values.length, marks }],
    leftOut: { missing: 0, notFinite: 0, withoutX: 0, outside: 0 },
    rest: { names: 0, more: 'exactly' },
  };
}

describe('valueExtent', () => {
  const of = (...values: readonly number[]): object => valueExtent(lineOf(...values), () => true, { from: 0, to: 10 });

  it('is 0 to 1 when all values are 0 or there are none', () => {
    expect(of(0, 0, 0)).toEqual({ from: 0, to: 1 });
    expect(of()).toEqual({ from: 0, to: 1 });
  });

  it('starts or ends at 0 on the side without values', () => {
    expect(of(0, 4)).toEqual({ from: 0, to: 4 });
    expect(of(-4, 0)).toEqual({ from: -4, to: 0 });
    expect(of(-4, -1)).toEqual({ from: -4, to: 0 });
  });
});
