// The result of a run: the analysis of its experiment, with that of its timetable if it has one. Pure.
import { experimentOf } from './definitions';
import { withFixedColours } from './charts/fixed-colours';
import type { RunResult } from './results';
import { type RunRecord, samplesOf } from './run';
import { withTimetable } from './timed/timed-result';

export function resultOf(run: RunRecord): RunResult {
  const result = experimentOf(run.experimentId).analyse(samplesOf(run), run.parameters);
  if (run.timetable === undefined) return result;
  const timed = withTimetable(result, run);
  return { ...timed, charts: withFixedColours(timed.charts) };
}
