// Hubs of jobs on many machines: saved, opened, and their nodes and jobs controlled. The key of a hub is in its join file,
// which the user picks and only the engine reads.
import { z } from 'zod';
import { fileToken, idText, nameText } from '../../model/bounds';
import { hubControl, hubJobEvent, hubNodeControl, hubSummary, onHub, onHubJob, openedHub } from '../../model/hub';
import { exportRequest } from '../../model/table-export';
import { importReading, importSettings, importSource } from '../../model/table-import';
import {
  type CallDeclaration,
  type StreamDeclaration,
  call,
  nothing,
  onConnection,
  onJob,
  onTable,
  stream,
} from './declare';
import { copyOrder, downloadOrder, uploadOrder } from './transfers';

const hubOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sync'), pairId: idText }),
  z.object({ kind: z.literal('upload'), upload: uploadOrder }),
  z.object({ kind: z.literal('download'), download: downloadOrder }),
  z.object({ kind: z.literal('copy'), copy: copyOrder }),
  onConnection.extend({ kind: z.literal('export'), request: exportRequest }),
  onTable.extend({
    kind: z.literal('import'),
    source: importSource,
    reading: importReading,
    settings: importSettings,
  }),
]);

export const hubCalls = {
  /** Whether a hub was started on this computer with the state folder of the app; whether one can be tried here. */
  'hubs.local': call('engine', nothing, z.object({ isPresent: z.boolean(), canTry: z.boolean() })),
  /** Starts a hub and two workers here, which upload sample files to a store of their own; all of it ends with the app. */
  'hubs.try': call('engine', nothing, hubSummary),
  /** By a picked join file, or by that of the hub of this computer. Its host is confirmed in a dialog of main first. */
  'hubs.add': call(
    'engine',
    z.object({
      name: nameText,
      source: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('file'), token: fileToken }),
        z.object({ kind: z.literal('local') }),
      ]),
    }),
    hubSummary,
  ),
  'hubs.rename': call('engine', onHub.extend({ name: nameText }), nothing),
  /** Forgets it here; its jobs go on. */
  'hubs.remove': call('engine', onHub, nothing),
  /**
   * Runs on the workers of a hub what otherwise runs here: paths are those of this computer, which every worker has to
   * see. A sync is compared again, and deletes nothing. An export becomes a folder of parts at the picked path.
   */
  'hubs.start': call('engine', onHub.extend({ order: hubOrder }), onJob),
  'hubs.control': call('engine', hubControl, nothing),
  'hubs.control-node': call('engine', hubNodeControl, nothing),
} as const satisfies Record<string, CallDeclaration>;

export const hubStreams = {
  /** All saved hubs, at once and whenever one changes. Joins none. */
  'hubs.watch': stream('engine', nothing, z.array(hubSummary)),
  /** Joins the hub, and leaves it when nobody watches it any more. At most twice a second, when something changed. */
  'hubs.watch-hub': stream('engine', onHub, openedHub),
  /** One job with its failures, and each shard that has ended. */
  'hubs.watch-job': stream('engine', onHubJob, hubJobEvent),
} as const satisfies Record<string, StreamDeclaration>;
