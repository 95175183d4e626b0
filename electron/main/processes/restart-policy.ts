// Decides when a crashed process is restarted. Pure except for its memory; takes no clock.

export interface RestartPolicy {
  /** Milliseconds to wait before the next start; null when a restart is pointless. */
  delayAfterDeath(nowMs: number): number | null;
  /** The user requested a restart: earlier crashes do not count. */
  forget(): void;
}

const firstDelayMs = 100;
const longestDelayMs = 5_000;
const rememberedMs = 60_000;
const maxDeaths = 6;

/** Doubles the wait with each crash of the last minute, and gives up at the sixth. */
export function createRestartPolicy(): RestartPolicy {
  let deathsMs: readonly number[] = [];
  return {
    delayAfterDeath: (nowMs) => {
      deathsMs = [...deathsMs.filter((atMs) => nowMs - atMs < rememberedMs), nowMs];
      if (deathsMs.length >= maxDeaths) return null;
      return Math.min(longestDelayMs, firstDelayMs * 2 ** (deathsMs.length - 1));
    },
    forget: () => {
      deathsMs = [];
    },
  };
}
