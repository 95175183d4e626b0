// Syncs: pairs of places, their plans and runs. A run is a transfer job like any other.
import { z } from 'zod';
import { fileToken, idText, nameText, sentenceText } from '../../model/bounds';
import { pairChoices, syncInterval, syncPair, syncPlan } from '../../model/sync';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onContainer, onJob, stream } from './declare';

const end = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('local'), folderToken: fileToken }),
  onContainer.extend({ kind: z.literal('remote'), prefix: nameText }),
]);
export type SyncEnd = z.infer<typeof end>;

const onPair = z.object({ pairId: idText });

export const syncCalls = {
  /** Two places, to be planned and run; forgotten when the app ends, unless they are saved. */
  'sync.prepare': call('engine', pairChoices.extend({ source: end, target: end }), syncPair),
  /** Changes what a pair compares and deletes. */
  'sync.choose': call('engine', onPair.extend(pairChoices.shape), syncPair),
  /**
   * Under a name, and with when it runs by itself. Fails with `cancelled.by-user` where that would delete local files
   * and the user declines.
   */
  'sync.save': call('engine', onPair.extend({ name: sentenceText, everyMinutes: syncInterval }), syncPair),
  'sync.forget': call('engine', onPair, nothing),
  /** `deletions`: the names that were approved. Fails as above where local files would be deleted. */
  'sync.run': call('engine', onPair.extend({ deletions: z.array(nameText).max(100_000) }), onJob),
} as const satisfies Record<string, CallDeclaration>;

export const syncStreams = {
  /** The saved pairs, by name. */
  'sync.watch': stream('engine', nothing, z.array(syncPair)),
  /** Lists both places and changes neither. */
  'sync.plan': stream('engine', onPair, syncPlan),
} as const satisfies Record<string, StreamDeclaration>;
