// The lab: its experiments and runs, comparing them, and applying their settings.
import { z } from 'zod';
import { blockSizeRows } from '../../model/block-sizes';
import { fileToken } from '../../model/bounds';
import { offeredExperiment } from '../../lab/experiment';
import { runHead, runRecord } from '../../lab/run';
import {
  appliedSettings,
  dryRun,
  labEvent,
  labLeftover,
  labRequest,
  labRunRequest,
  timedRun,
} from '../../lab/lab-messages';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onConnection, stream } from './declare';

const onRun = z.object({ runId: z.string() });

export const labCalls = {
  'lab.list': call('engine', nothing, z.array(offeredExperiment)),
  /** The requests, duration and cost of a run; sends nothing. */
  'lab.dry-run': call('engine', labRequest, dryRun),
  /**
   * Stops a run; its stream continues until its resources are removed and its measurements are saved. One by timetable
   * has then ended, whatever it has measured.
   */
  'lab.cancel': call('engine', onRun, nothing),
  /** Newest first. */
  'lab.runs': call('engine', nothing, z.array(runHead)),
  'lab.read-run': call('engine', onRun, runRecord),
  'lab.rename-run': call('engine', onRun.extend({ name: z.string().trim().min(1).max(120) }), nothing),
  'lab.delete-run': call('engine', onRun, nothing),
  /** Imports run.json files, for example of other machines, by the tokens of picked files. */
  'lab.import-runs': call('engine', z.object({ sources: z.array(fileToken).min(1).max(50) }), z.array(runHead)),
  /** Merges several runs of one experiment into one, each as a node. */
  'lab.merge-runs': call(
    'engine',
    z.object({ runIds: z.array(z.string()).min(2).max(50), name: z.string().trim().min(1).max(120) }),
    runHead,
  ),
  'lab.leftovers': call('engine', nothing, z.array(labLeftover)),
  /** Removes resources left behind by interrupted runs; returns the remaining ones. */
  'lab.clean-up': call('engine', nothing, z.array(labLeftover)),
  'lab.applied': call('engine', nothing, z.array(appliedSettings)),
  /** Makes transfers and imports of the connection start from the settings that a run recommends. */
  'lab.apply': call('engine', onRun.extend({ connectionId: z.string() }), appliedSettings),
  /** Block sizes and parallel blocks by file size, as the user entered them; none for automatic ones. */
  'lab.set-block-sizes': call('engine', onConnection.extend({ rows: blockSizeRows }), nothing),
  'lab.revert': call('engine', onConnection, nothing),
} as const satisfies Record<string, CallDeclaration>;

export const labStreams = {
  /**
   * Runs an experiment and saves its measurements; ending the stream ends the run, but measurements are retained. One by
   * timetable continues after the stream, which ends with its first sample.
   */
  'lab.run': stream('engine', labRunRequest, labEvent),
  /** Those that have not ended; also continues the ones that no process measures. */
  'lab.watch-timed': stream('engine', nothing, z.array(timedRun)),
} as const satisfies Record<string, StreamDeclaration>;
