// Gathers rows into a chart while they stream by. Holds a bounded number of cells, whatever the number of rows; the
// result depends on the rows alone, not on their order.
import type { Entity } from '../model/entity';
import { type AxisGrid, numberGrid, timeGrid } from './axis-grid';
import { type ChartData, type ChartMark, type ChartSeries, maxMarks } from './chart-data';
import { type ChartRequest, maxSeries, scaleOf } from './chart-request';
import { type DrawnBins, decimalGrid, drawnBins } from './decimal-bins';
import { propertyOf, readNumber, readSplit, readX } from './chart-sample';
import { type Cells, type Group, addToCell, emptyGroup, meanOf, mergeGroups, movedCells } from './cells';
import { t } from '../strings/t';

/** Up to this many values are also stored individually. */
export const maxExact = 5000;
/** Number of split values counted separately while streaming; beyond it the last by name are merged. */
const maxNames = 200;

const maxBins = 60;
const bucketsOf = { line: [maxMarks, 1], scatter: [40, 15], histogram: [maxBins, 1] } as const;

interface Exact {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

interface Axis {
  min: number;
  max: number;
  level: number;
}

export class ChartAggregate {
  readonly #request: ChartRequest;
  readonly #grids: readonly [AxisGrid, AxisGrid];
  readonly #axes: readonly [Axis, Axis] = [
    { min: Infinity, max: -Infinity, level: 0 },
    { min: Infinity, max: -Infinity, level: 0 },
  ];
  readonly #groups = new Map<string, Group>();
  #overflow: Group | null = null;
  #exact: Exact[] | null = [];
  #rows = 0;
  #values = 0;
  #rounded = 0;
  /** Whole numbers need no bin narrower than 1. */
  #allWhole = true;
  readonly #leftOut = { missing: 0, notFinite: 0, withoutX: 0, outside: 0 };

  constructor(request: ChartRequest) {
    this.#request = request;
    this.#grids = [gridOf(request), numberGrid];
  }

  get values(): number {
    return this.#values;
  }

  /** @param rowNumber its position in the result, counted from 1 */
  add(row: Entity, rowNumber: number): void {
    const { kind, x: column, y, splitBy, range } = this.#request;
    this.#rows += 1;
    const isOutside = (at: number): boolean => range !== undefined && (at < range.from || at > range.to);
    const x = kind === 'histogram' ? null : readX(row, column, rowNumber);
    if (x === null && kind !== 'histogram') {
      this.#leftOut.withoutX += 1;
      return;
    }
    if (x !== null && isOutside(x)) {
      this.#leftOut.outside += 1;
      return;
    }
    for (const name of y) {
      const read = readNumber(propertyOf(row, name));
      if (read.state === 'read' && x === null && isOutside(read.value)) this.#leftOut.outside += 1;
      else if (read.state === 'read') {
        if (read.precision === 'rounded') this.#rounded += 1;
        this.#put(splitBy === undefined ? name : readSplit(row, splitBy), x ?? 0, read.value);
      } else if (read.state === 'missing') this.#leftOut.missing += 1;
      else this.#leftOut.notFinite += 1;
    }
  }

  result(): ChartData {
    const { kind, x, splitBy } = this.#request;
    const { own, restNames } = this.#chosen();
    const exact = kind === 'histogram' ? null : this.#exact;
    const rest = restNames.length === 0 && this.#overflow === null ? null : this.#restOf(restNames);
    const bins = kind === 'histogram' && this.#values > 0 ? this.#drawnBins() : null;
    const isExact = exact !== null && [...own, ...(rest ?? [])].every(({ group }) => group.count <= maxMarks);
    const marksOf = (names: (name: string) => boolean, group: Group): ChartMark[] =>
      isExact ? exactMarks(exact.filter(({ name }) => names(name))) : this.#marks(group, bins?.counted ?? 1);
    const series = own.map(({ name, group }): ChartSeries => ({
      label: splitBy === undefined || name !== '' ? name : t`empty`,
      of: 'own',
      count: group.count,
      marks: marksOf((each) => each === name, group),
    }));
    const shown = new Set(own.map(({ name }) => name));
    for (const { group } of rest ?? []) {
      const marks = marksOf((each) => !shown.has(each), group);
      series.push({ label: t`Other values`, of: 'rest', count: group.count, marks });
    }
    const [xGrid, yGrid] = this.#grids;
    const [xAxis, yAxis] = this.#axes;
    return {
      kind,
      scale: kind === 'histogram' ? 'number' : scaleOf(x),
      form: isExact ? 'exact' : 'aggregated',
      ...(isExact ? {} : { xWidth: bins?.width ?? xGrid.widthOf(xAxis.level) }),
      ...(isExact || kind !== 'scatter' ? {} : { yWidth: yGrid.widthOf(yAxis.level) }),
      series,
      rows: this.#rows,
      values: this.#values,
      leftOut: { ...this.#leftOut },
      rounded: this.#rounded,
      rest: { names: restNames.length, more: this.#overflow === null ? 'exactly' : 'over' },
    };
  }

  #put(name: string, x: number, y: number): void {
    this.#values += 1;
    if (this.#values > maxExact) this.#exact = null;
    this.#exact?.push({ name, x, y });
    this.#allWhole &&= Number.isInteger(y);
    const { kind } = this.#request;
    const [first, second] = kind === 'histogram' ? [y, 0] : [x, kind === 'scatter' ? y : 0];
    this.#widen(0, first);
    this.#widen(1, second);
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = emptyGroup();
      this.#groups.set(name, group);
    }
    group.count += 1;
    addToCell(group.cells, [this.#bucket(0, first), this.#bucket(1, second)], x, y);
    if (this.#groups.size > maxNames) this.#giveWay();
  }

  #bucket(at: 0 | 1, value: number): number {
    return this.#grids[at].bucketOf(value, this.#axes[at].level);
  }

  /** Extends an axis to `value`; cells move to coarser buckets if necessary. */
  #widen(at: 0 | 1, value: number): void {
    const axis = this.#axes[at];
    if (!Number.isFinite(value) || (value >= axis.min && value <= axis.max)) return;
    const isFirst = axis.min > axis.max;
    axis.min = Math.min(axis.min, value);
    axis.max = Math.max(axis.max, value);
    const level = this.#grids[at].levelFor(axis.min, axis.max, bucketsOf[this.#request.kind][at]);
    if (level === axis.level) return;
    const before = [this.#axes[0].level, this.#axes[1].level] as const;
    axis.level = level;
    if (isFirst) return;
    for (const group of this.#groups.values()) group.cells = this.#moved(group.cells, before);
    if (this.#overflow !== null) this.#overflow.cells = this.#moved(this.#overflow.cells, before);
  }

  #moved(cells: Cells, [fromX, fromY]: readonly [number, number]): Cells {
    const [xGrid, yGrid] = this.#grids;
    const [xAxis, yAxis] = this.#axes;
    if (fromX === xAxis.level && fromY === yAxis.level) return cells;
    return movedCells(cells, ([x, y]) => [xGrid.coarser(x, fromX, xAxis.level), yGrid.coarser(y, fromY, yAxis.level)]);
  }

  /** The last name is merged into the rest, so that the others do not depend on the order of the rows. */
  #giveWay(): void {
    let last: string | undefined;
    for (const name of this.#groups.keys()) if (last === undefined || name > last) last = name;
    const group = last === undefined ? undefined : this.#groups.get(last);
    if (last === undefined || group === undefined) return;
    this.#groups.delete(last);
    this.#overflow = mergeGroups(this.#overflow ?? emptyGroup(), group);
  }

  /** The series with the most values, in the order of the columns or of their names. */
  #chosen(): { readonly own: readonly NamedGroup[]; readonly restNames: readonly string[] } {
    const { y, splitBy } = this.#request;
    const named = [...this.#groups].map(([name, group]) => ({ name, group }));
    named.sort((left, right) => right.group.count - left.group.count || (left.name < right.name ? -1 : 1));
    const own = named.slice(0, maxSeries);
    own.sort((left, right) =>
      splitBy === undefined ? y.indexOf(left.name) - y.indexOf(right.name) : left.name < right.name ? -1 : 1,
    );
    return { own, restNames: named.slice(maxSeries).map(({ name }) => name) };
  }

  #restOf(names: readonly string[]): readonly NamedGroup[] {
    const all = names.flatMap((name) => this.#groups.get(name) ?? []);
    if (this.#overflow !== null) all.push(this.#overflow);
    return [{ name: '', group: all.reduce(mergeGroups, emptyGroup()) }];
  }

  #drawnBins(): DrawnBins {
    return drawnBins(this.#axes[0], { max: maxBins, min: this.#allWhole ? 1 : 0 });
  }

  /** @param counted number of x buckets that are drawn as one */
  #marks(group: Group, counted: number): ChartMark[] {
    const { kind } = this.#request;
    const [grid] = this.#grids;
    const [{ level }] = this.#axes;
    const drawnOf = (bucket: number): number => Math.floor(bucket / counted) * counted;
    const cells = counted === 1 ? group.cells : movedCells(group.cells, ([at, y]) => [drawnOf(at), y]);
    const sorted = [...cells.values()].sort((left, right) => left.at[0] - right.at[0] || left.at[1] - right.at[1]);
    return sorted.map((cell) => ({
      x: kind === 'scatter' ? meanOf(cell.sumX, cell.count, cell.lowX, cell.highX) : grid.startOf(cell.at[0], level),
      y: kind === 'histogram' ? cell.count : meanOf(cell.sum, cell.count, cell.low, cell.high),
      low: cell.low,
      high: cell.high,
      count: cell.count,
    }));
  }
}

function gridOf({ kind, x }: ChartRequest): AxisGrid {
  if (kind === 'histogram') return decimalGrid;
  return scaleOf(x) === 'number' ? numberGrid : timeGrid;
}

interface NamedGroup {
  readonly name: string;
  readonly group: Group;
}

function exactMarks(values: readonly Exact[]): ChartMark[] {
  const sorted = [...values].sort((left, right) => left.x - right.x || left.y - right.y);
  return sorted.map(({ x, y }) => ({ x, y, low: y, high: y, count: 1 }));
}
