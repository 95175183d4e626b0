// Jobs that move files up and down.
import { z } from 'zod';
import { transferJob, transferOptions } from '../../model/transfer';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onContainer, onJob, stream } from './declare';

export const transferCalls = {
  'transfers.upload': call(
    'engine',
    onContainer.extend({ prefix: z.string(), sources: z.array(z.string()).min(1), options: transferOptions }),
    onJob,
  ),
  /** `names` are blobs, `prefixes` virtual folders ending in `/`. */
  'transfers.download': call(
    'engine',
    onContainer.extend({
      names: z.array(z.string()),
      prefixes: z.array(z.string()),
      targetToken: z.string(),
      options: transferOptions,
    }),
    onJob,
  ),
  'transfers.cancel': call('engine', onJob, nothing),
  /** Goes on with an interrupted job, or tries the failed files of a finished one again. */
  'transfers.resume': call('engine', onJob, nothing),
  'transfers.forget': call('engine', onJob, nothing),
} as const satisfies Record<string, CallDeclaration>;

export const transferStreams = {
  /** All jobs, newest first, at most four times a second and only when something changed. */
  'transfers.watch': stream('engine', nothing, z.array(transferJob)),
} as const satisfies Record<string, StreamDeclaration>;
