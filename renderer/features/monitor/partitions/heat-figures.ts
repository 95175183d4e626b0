// Partitions by time as rows of figures: rates, heat relative to the hottest, and the text of a cell. Pure.
import type { PartitionHeat } from '@shared/model/monitor';
import { heatTimes } from '@shared/monitor/partition-files';
import { t } from '@shared/strings/t';
import { type CountRateUnit, countRateFigure, countRateUnitOf, formatCount } from '@shared/units';

export type HeatMeasure = 'requests' | 'entities';

export interface HeatCell {
  /** Per second over the step. */
  readonly rate: number;
  /** Of the hottest cell, 0…1. */
  readonly heat: number;
  /** The log does not reach back to the whole of the step. */
  readonly isUnknown: boolean;
}

export interface HeatFigures {
  readonly rows: readonly {
    readonly connectionId: string;
    readonly table: string;
    readonly partition: string;
    /** In all steps together. */
    readonly sum: number;
    readonly cells: readonly HeatCell[];
  }[];
  /** The hottest rate. */
  readonly max: number;
}

export function heatFigures(heat: PartitionHeat, measure: HeatMeasure): HeatFigures {
  const { partitions, stepMs, stepsAtMs, completeFromMs } = heat;
  const perSecond = 1_000 / stepMs;
  const max = partitions.reduce((greatest, row) => Math.max(greatest, ...row[measure]), 0);
  return {
    max: max * perSecond,
    rows: partitions.map((row) => ({
      connectionId: row.connectionId,
      table: row.table,
      partition: row.partition,
      sum: row[measure].reduce((sum, count) => sum + count, 0),
      cells: row[measure].map((count, index) => ({
        rate: count * perSecond,
        heat: max === 0 ? 0 : count / max,
        isUnknown: count === 0 && (stepsAtMs[index] ?? 0) <= completeFromMs,
      })),
    })),
  };
}

/** The unit of all rates of a measure: that of the hottest. */
export function heatUnit({ partitions, stepMs }: PartitionHeat, measure: HeatMeasure): CountRateUnit {
  const max = partitions.reduce((greatest, row) => Math.max(greatest, ...row[measure]), 0);
  return countRateUnitOf((max * 1_000) / stepMs);
}

const measureLabels: Readonly<Record<HeatMeasure, string>> = { requests: t`requests`, entities: t`entities` };

/** All figures of one cell, as text. */
export function cellText(heat: PartitionHeat, row: number, step: number): string {
  const { stepMs, stepsAtMs, completeFromMs } = heat;
  const found = heat.partitions[row];
  const endMs = stepsAtMs[step];
  if (found === undefined || endMs === undefined) return '';
  const time = heatTimes(heat);
  const location = t`${found.partition} in ${found.table}, ${time(endMs - stepMs)} to ${time(endMs)} UTC`;
  const [requests = 0, entities = 0] = [found.requests[step], found.entities[step]];
  if (requests === 0 && endMs <= completeFromMs) return t`${location}: before the start of the log`;
  if (requests === 0) return t`${location}: no requests`;
  const rate = (measure: HeatMeasure, count: number): string => {
    const { name, seconds } = heatUnit(heat, measure);
    return `${countRateFigure((count * 1_000 * seconds) / stepMs)} ${measureLabels[measure]}/${name}`;
  };
  return t`${location}: ${rate('requests', requests)} (${formatCount(requests)}), ${rate('entities', entities)} (${formatCount(entities)})`;
}
