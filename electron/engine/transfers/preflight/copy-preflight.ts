// A copy or a move as the input of a survey: its blobs as the job would plan them, and by which way they would go.
import { isBilled } from '@shared/cost/billing';
import type { StowageError } from '@shared/errors';
import type { TransferWay } from '@shared/model/transfer-preflight';
import type { Account } from '../../azure/account';
import { type EarlyLeave, earlyLeaveOf } from '../../blobs/early-stays';
import { leased } from '../files/copy';
import { copyBlockBytes, planCopy } from '../plan/copy-plan';
import { whyNotReplaced } from '../plan/overwrite';
import type { CopySpec } from '../records/job-records';
import { accountKeyOf } from '../pace/network-gate';
import { ArchivedBlobs } from './archived-blobs';
import { type PreflightPorts, runPreflight, defaultBounds } from './preflight';
import { copyLocations } from './preflight-locations';
import { PreflightTally } from './preflight-tally';

export interface CopyPreflightPorts extends PreflightPorts {
  readonly source: Account;
  readonly target: Account;
}

/** The facts of each blob are kept until its name was looked up: some hundred bytes each. */
const maxBlobs = 200_000;

/** See `runPreflight`. */
export async function preflightCopy(spec: CopySpec, ports: CopyPreflightPorts): Promise<void> {
  const { source, target, writing, signal, clock, bounds = { ...defaultBounds, files: maxBlobs } } = ports;
  const { connectionId, container, from, options } = spec;
  const tally = new PreflightTally({
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
  const leasedBlobs = new Set<string>();
  const archived = new ArchivedBlobs();
  const leaseOf = (blob: string): StowageError | null => (leasedBlobs.has(blob) ? leased(blob, from.container) : null);
  await runPreflight(
    {
      steps: planCopy(spec, {
        source,
        target,
        signal,
        requested: (operation) => tally.find(from.connectionId, operation),
        planned: (blob) => {
          archived.plan(blob);
          const leave = isCharged ? earlyLeaveOf(blob, nowMs) : null;
          if (leave !== null) leaves.set(blob.name, leave);
          if (spec.kind === 'move' && blob.leased) leasedBlobs.add(blob.name);
        },
      }),
      toPreflightFile: ({ source: blob, name, bytes, lastModified }) => ({
        source: blob,
        name,
        bytes,
        modifiedMs: Date.parse(lastModified),
        leave: leaves.get(blob),
      }),
      examine: (files) =>
        Promise.resolve(files.map((file) => archived.rejectionOf(file.source) ?? leaseOf(file.source))),
      stored: { places: copyLocations(spec), account: target, container },
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
