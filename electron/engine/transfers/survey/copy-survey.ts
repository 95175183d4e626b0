// A copy or a move as the input of a survey: its blobs as the job would plan them, and by which way they would go.
import { isBilled } from '@shared/cost/billing';
import type { StowageError } from '@shared/errors';
import type { TransferWay } from '@shared/model/transfer-survey';
import type { Account } from '../../azure/account';
import { type EarlyLeave, earlyLeaveOf } from '../../blobs/early-stays';
import { leased } from '../files/copy';
import { copyBlockBytes, planCopy } from '../plan/copy-plan';
import { whyNotReplaced } from '../plan/overwrite';
import type { CopySpec } from '../records/job-records';
import { accountKeyOf } from '../pace/line-probe';
import { ArchivedBlobs } from './archived-blobs';
import { type SurveyPorts, survey, usualBounds } from './survey';
import { copyPlaces } from './survey-places';
import { SurveyTally } from './survey-tally';

export interface CopySurveyPorts extends SurveyPorts {
  readonly source: Account;
  readonly target: Account;
}

/** The facts of each blob are kept until its name was looked up: some hundred bytes each. */
const mostBlobs = 200_000;

/** See `survey`. */
export async function surveyCopy(spec: CopySpec, ports: CopySurveyPorts): Promise<void> {
  const { source, target, writing, signal, clock, bounds = { ...usualBounds, files: mostBlobs } } = ports;
  const { connectionId, container, from, options } = spec;
  const tally = new SurveyTally({
    way: wayOf(source, target),
    connectionId,
    whyNotReplaced: (file, stored) => whyNotReplaced(stored, options, { container, name: file.name }),
    writing,
    blockBytesOf: (bytes) => copyBlockBytes(bytes, options),
  });
  const nowMs = clock.now();
  const isCharged = spec.kind === 'move' && isBilled(source.descriptor);
  /** Early leaves by the name of the source; few blobs are in a tier with a minimum period. */
  const leaves = new Map<string, EarlyLeave>();
  /** Leased, so that a move could not delete them. */
  const kept = new Set<string>();
  const archived = new ArchivedBlobs();
  const leaseOf = (blob: string): StowageError | null => (kept.has(blob) ? leased(blob, from.container) : null);
  await survey(
    {
      steps: planCopy(spec, {
        source,
        target,
        signal,
        asked: (operation) => tally.find(from.connectionId, operation),
        planned: (blob) => {
          archived.plan(blob);
          const leave = isCharged ? earlyLeaveOf(blob, nowMs) : null;
          if (leave !== null) leaves.set(blob.name, leave);
          if (spec.kind === 'move' && blob.leased) kept.add(blob.name);
        },
      }),
      surveyed: ({ source: blob, name, bytes, lastModified }) => ({
        source: blob,
        name,
        bytes,
        modifiedMs: Date.parse(lastModified),
        leave: leaves.get(blob),
      }),
      examine: (files) => Promise.resolve(files.map((file) => archived.refusalOf(file.source) ?? leaseOf(file.source))),
      stored: { places: copyPlaces(spec), account: target, container },
      overwrite: options.overwrite,
      tally,
    },
    { ...ports, bounds },
  );
}

function wayOf(source: Account, target: Account): TransferWay {
  if (accountKeyOf(source) === accountKeyOf(target)) return 'service';
  return isBilled(target.descriptor) && !isBilled(source.descriptor) ? 'this-machine' : 'between-accounts';
}
