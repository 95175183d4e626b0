// How many threads this machine should use: for requests, enough to sign and encrypt in parallel while the window keeps
// its core; for the MD5s of whole files half of the cores, since each file occupies one core and cannot use two.
import { cpus } from 'node:os';

/**
 * Of two cores both, because a single thread is busy all the time with small files while the engine's own thread needs
 * a third of a core.
 */
export function availableThreads(): number {
  const cores = cpus().length;
  return upTo(3, cores === 2 ? 2 : cores - 1);
}

export function availableHashThreads(): number {
  return upTo(3, Math.floor(cpus().length / 2));
}

function upTo(max: number, threads: number): number {
  return Math.max(1, Math.min(max, threads));
}
