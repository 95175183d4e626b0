// All experiments, in the order in which the lab lists them.
import { invalidInput } from '../../errors';
import { t } from '../../strings/t';
import type { ChartSpec } from '../charts/chart-spec';
import { withFixedColours } from '../charts/fixed-colours';
import type { Experiment, OfferedExperiment } from '../experiment';
import { batchSweep } from './batch-sweep';
import { degradedLine } from './degraded-line';
import { fileOrBlock } from './file-or-block';
import { hotPartition } from './hot-partition';
import { pageSize } from './page-size';
import { readCost } from './read-cost';
import { saturation } from './saturation';
import { tableLatency } from './table-latency';
import { transferStudy } from './transfer-study';
import { uploadBlockSweep } from './upload-block-sweep';

export const experiments: readonly Experiment[] = (
  [
    uploadBlockSweep,
    transferStudy,
    fileOrBlock,
    degradedLine,
    tableLatency,
    batchSweep,
    saturation,
    readCost,
    pageSize,
    hotPartition,
  ] satisfies readonly Experiment[]
).map((experiment: Experiment) => ({
  ...experiment,
  analyse: (...run) => {
    const result = experiment.analyse(...run);
    return { ...result, charts: withFixedColours(result.charts.filter(isWorthDrawing)) };
  },
}));

/** A single point shows nothing that a table does not. */
function isWorthDrawing({ series }: ChartSpec): boolean {
  const points = series.reduce((sum, one) => sum + one.points.filter(({ y }) => y !== null).length, 0);
  return points !== 1;
}

/** @throws StowageError `invalid.input` when there is none of that id */
export function experimentOf(id: string): Experiment {
  const found = experiments.find((experiment) => experiment.id === id);
  if (found !== undefined) return found;
  throw invalidInput('Experiment', t`there is no ${id}.`, t`Use ${experiments.map((one) => one.id).join(', ')}.`);
}

/** What of an experiment crosses process boundaries. */
export function asOffered(experiment: Experiment): OfferedExperiment {
  const { id, title, purpose, study, service, parameters, presets, maxTargets, takesFolder, takesTimetable } =
    experiment;
  return {
    id,
    title,
    purpose,
    study,
    service,
    parameters: [...parameters],
    presets: [...presets],
    ...(maxTargets === undefined ? {} : { maxTargets }),
    ...(takesFolder === undefined ? {} : { takesFolder }),
    ...(takesTimetable === undefined ? {} : { takesTimetable }),
  };
}
