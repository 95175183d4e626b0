// Identifies the process that writes a draft file by the draft's name: a machine and a process id. A folder may be
// shared between machines, and only the machine itself can tell whether a process still runs. Locks name the process
// alone: decision 35.
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { hostname } from 'node:os';
import { isAlive } from './is-alive';

/**
 * Eight hexadecimal digits. Only the host name counts, because its domain changes with the network; an IP address is
 * taken whole. One of version 6 is recognized by its colon: Node's check compiles a pattern for some ms at every start.
 */
export function machineOf(host: string): string {
  const [first = ''] = isIPv4(host) || host.includes(':') ? [host] : host.split('.');
  return createHash('sha256').update(first.toLowerCase()).digest('hex').slice(0, 8);
}

export const thisMachine = machineOf(hostname());

/** `machine-id` of this process. */
export const draftOwner = `${thisMachine}-${process.pid}`;

/** Matches an owner, without groups. A number alone is none: users number files of their own. */
export const ownerPattern = '[0-9a-f]{8}-\\d+';

/** A draft from another machine that is older than this is considered abandoned. */
const draftLimitMs = 7 * 24 * 3_600_000;

/** Whether the process that wrote the draft is gone. For another machine only the draft's age can show that. */
export async function isAbandoned(draft: string, owner: string): Promise<boolean> {
  const [machine, pid] = owner.split('-');
  if (machine === thisMachine) return !isAlive(Number(pid));
  try {
    return Date.now() - (await stat(draft)).mtimeMs > draftLimitMs;
  } catch {
    // The draft is gone already, or cannot be inspected: either way it is not ours to remove.
    return false;
  }
}
