// Who writes a draft, as its name tells: a machine and a process on it. A folder may be shared by machines, and whether a
// process runs can be asked on its own machine only. Locks name the process alone: decision 35.
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { isAlive } from './is-alive';

/** Eight hexadecimal digits. The domain behind a name comes and goes with the network; an address has none. */
export function machineOf(host: string): string {
  const [first = ''] = isIP(host) === 0 ? host.split('.') : [host];
  return createHash('sha256').update(first.toLowerCase()).digest('hex').slice(0, 8);
}

export const thisMachine = machineOf(hostname());

/** `machine-id` of this process. */
export const draftOwner = `${thisMachine}-${process.pid}`;

/** Finds an owner, without groups. Drafts of earlier versions name the process alone. */
export const ownerPattern = '(?:[0-9a-f]{8}-)?\\d+';

/** A machine that has not finished its draft by then never will. */
const draftLimitMs = 7 * 24 * 3_600_000;

/** Whether the process that wrote the draft is gone. Of another machine only the age of the draft tells. */
export async function isAbandoned(draft: string, owner: string): Promise<boolean> {
  const [pid, machine = thisMachine] = owner.split('-').reverse();
  if (machine === thisMachine) return !isAlive(Number(pid));
  try {
    return Date.now() - (await stat(draft)).mtimeMs > draftLimitMs;
  } catch {
    // What is gone needs nobody to remove it, and of what cannot be looked at nobody knows.
    return false;
  }
}
