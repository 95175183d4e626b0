// Comparing files with blobs: jobs of the transfer queue that change neither side.
import { z } from 'zod';
import { fileToken } from '../../model/bounds';
import { localNames, repairDirection, verifyMode, verifyReport } from '../../model/verify-report';
import { type CallDeclaration, call, nothing, onContainer, onJob } from './declare';

export const transferVerifyCalls = {
  /** Everything that an earlier upload, download or copy has moved, in its current state on both sides. */
  'transfers.verify-job': call('engine', onJob.extend({ mode: verifyMode }), onJob),
  /** A folder against everything below a prefix; `prefix` is empty or ends in `/`. */
  'transfers.verify-folder': call(
    'engine',
    onContainer.extend({ prefix: z.string(), folderToken: fileToken, names: localNames, mode: verifyMode }),
    onJob,
  ),
  /** Counts of a check so far. */
  'transfers.verify-report': call('engine', onJob, verifyReport),
  /** Reads the blobs without MD5 and compares their bytes. */
  'transfers.read-in-full': call('engine', onJob, nothing),
  /** Copies what is missing or differs, as a job of its own. */
  'transfers.repair': call('engine', onJob.extend({ direction: repairDirection }), onJob),
} as const satisfies Record<string, CallDeclaration>;
