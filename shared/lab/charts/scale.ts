// Maps values to positions along an axis, with round ticks in a fitting unit. Pure.
import { formatNumber } from '../../strings/numbers';
import { byteUnitOf, formatRoundBytes, rateUnitOf, unitLabel } from '../../units';
import { formatFigure, withUnit } from '../figures';
import type { ChartAxis } from './chart-spec';

export interface Scale {
  /** Title with the unit of the ticks. */
  readonly title: string;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  position(value: number): number;
  /** One value in full, for a user who points at it. */
  format(value: number): string;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Closer values cannot be distinguished on a logarithmic axis. */
const minLogRatio = 1.1;

/** `span` is where the axis begins and ends in pixels; `values` are all it has to show. `tickCount` is a wish. */
export function scaleOf(axis: ChartAxis, values: Range, span: Range, tickCount: number): Scale {
  switch (axis.scale) {
    case 'category':
      return categoryScale(axis, span);
    case 'log':
      return values.from > 0 && values.to > values.from * minLogRatio
        ? logScale(axis, values, span)
        : linearScale(axis, values, span, tickCount);
    case 'linear':
      return linearScale(axis, values, span, tickCount);
  }
}

interface TickUnit {
  readonly per: number;
  readonly name: string;
}

/** The unit in which the ticks of an axis up to `max` read best. */
function tickUnit(unit: string, max: number): TickUnit {
  if (unit === 'bytes') return byteUnitOf(max);
  if (unit === 'bytes/s') return rateUnitOf(max);
  if (unit === 'ms') {
    if (max >= 120_000) return { per: 60_000, name: 'min' };
    if (max >= 5000) return { per: 1000, name: 's' };
  }
  return { per: 1, name: unit };
}

/** Steps finer than this share of the values would be lost in their rounding. */
const minShare = 1e-9;
/** Below this a number loses digits, and dividing by it overflows. */
const minStep = 1e-290;

function linearScale(axis: ChartAxis, values: Range, span: Range, tickCount: number): Scale {
  const unit = tickUnit(axis.unit, Math.max(Math.abs(values.from), Math.abs(values.to)));
  const max = Math.max(Math.abs(values.from), Math.abs(values.to)) / unit.per;
  const rough = (values.to - values.from) / unit.per / Math.max(1, tickCount);
  const step = roundStep(Math.max(rough, max * minShare));
  const from = Math.floor(values.from / unit.per / step) * step;
  const to = Math.max(from + step, Math.ceil(values.to / unit.per / step - 1e-9) * step);
  const position = (value: number): number =>
    span.from + ((value / unit.per - from) / (to - from)) * (span.to - span.from);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => {
    const value = from + index * step;
    return { at: position(value * unit.per), text: tickText(value, decimals) };
  });
  return { title: titleOf(axis, unit.name), ticks, position, format: (value) => withUnit(value, axis.unit) };
}

function tickText(value: number, decimals: number): string {
  return formatNumber(value, { min: Math.min(decimals, 3), max: Math.min(decimals, 3) });
}

/** 1, 2 or 5 times a power of ten, at least `rough`. */
function roundStep(rough: number): number {
  if (!(rough > minStep) || !Number.isFinite(rough)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10;
  return factor * power;
}

const maxLogTicks = 9;

function logScale(axis: ChartAxis, measured: Range, span: Range): Scale {
  const isBinary = axis.unit === 'bytes';
  // Ends that have no tick leave the reader without the size of what is drawn there.
  const values = isBinary ? measured : { from: roundDown(measured.from), to: measured.to };
  const [low, high] = [Math.log(values.from), Math.log(values.to)];
  const position = (value: number): number =>
    span.from + ((Math.log(Math.max(value, Number.MIN_VALUE)) - low) / (high - low)) * (span.to - span.from);
  const all = isBinary ? powersOfTwo(values) : roundNumbers(values);
  const every = Math.ceil(all.length / maxLogTicks);
  const ticks = all
    .filter((_, index) => index % every === 0)
    .map((value) => ({ at: position(value), text: isBinary ? formatRoundBytes(value) : formatFigure(value, '') }));
  return {
    title: titleOf(axis, isBinary ? '' : axis.unit),
    ticks,
    position,
    format: (value) => withUnit(value, axis.unit),
  };
}

function powersOfTwo({ from, to }: Range): number[] {
  const powers: number[] = [];
  for (let power = Math.ceil(Math.log2(from) - 1e-9); 2 ** power <= to * 1.0001; power += 1) powers.push(2 ** power);
  return powers;
}

/** The largest round number that is not above. */
function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  return power * ([5, 2].find((factor) => factor * power <= value * 1.0001) ?? 1);
}

function roundNumbers({ from, to }: Range): number[] {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power += 1) {
    for (const factor of [1, 2, 5]) {
      const value = factor * 10 ** power;
      if (value >= from * 0.9999 && value <= to * 1.0001) found.push(value);
    }
  }
  return found;
}

function categoryScale(axis: ChartAxis, span: Range): Scale {
  const names = axis.categories ?? [];
  const width = (span.to - span.from) / Math.max(1, names.length);
  const position = (value: number): number => span.from + (value + 0.5) * width;
  return {
    title: axis.title,
    ticks: names.map((text, index) => ({ at: position(index), text })),
    position,
    format: (value) => names[Math.round(value)] ?? '',
  };
}

function titleOf({ title }: ChartAxis, unit: string): string {
  return unit === '' ? title : `${title}, ${unitLabel(unit)}`;
}
