// How many threads serve requests on this machine: enough to sign and encrypt in parallel, leaving the window its core.
import { cpus } from 'node:os';

export function availableThreads(): number {
  return Math.max(1, Math.min(3, cpus().length - 1));
}
