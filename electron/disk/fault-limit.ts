// What of a storm of faults is written down: a fault that comes with every turn of a loop must fill neither the log nor the
// time of its process, and must not push out what it began with.

export interface FaultLimit {
  /** Asked before a fault is described at all; where it is false, one more was left out. */
  readonly hasRoom: () => boolean;
  /** What is to be written now: nothing, the text, or what was left out before and then the text. */
  take(text: string): readonly string[];
}

/** Different ones. */
export const mostFaultsPerMinute = 10;
/** Also to find out that it is the same one again takes its time. */
export const mostLookedAtPerMinute = 1000;
/** Of a text that came again: enough to know it by. */
const longestReminder = 200;

export function createFaultLimit(nowMs: () => number): FaultLimit {
  let beginMs = -Infinity;
  let looks = 0;
  let leftOut = 0;
  /** How often each came again after it was written. */
  const written = new Map<string, number>();
  let reminders: string[] = [];

  const turnMinute = (): void => {
    const now = nowMs();
    // A clock that was set back begins a minute too.
    if (now - beginMs < 60_000 && now >= beginMs) return;
    beginMs = now;
    looks = 0;
    reminders = [...written].filter(([, again]) => again > 0).map(([text, again]) => reminder(text, again));
    written.clear();
  };
  const takeReminders = (): readonly string[] => {
    const all = [...reminders, ...(leftOut === 0 ? [] : [`${leftOut} more were left out before this.`])];
    reminders = [];
    leftOut = 0;
    return all.length === 0 ? [] : [all.join('\n')];
  };

  return {
    hasRoom: () => {
      turnMinute();
      if (looks < mostLookedAtPerMinute) return true;
      leftOut += 1;
      return false;
    },
    take: (text) => {
      turnMinute();
      looks += 1;
      const again = written.get(text);
      if (again !== undefined) {
        written.set(text, again + 1);
        return [];
      }
      if (written.size >= mostFaultsPerMinute) {
        leftOut += 1;
        return [];
      }
      written.set(text, 0);
      return [...takeReminders(), text];
    },
  };
}

function reminder(text: string, again: number): string {
  const [line = ''] = text.split('\n', 1);
  // Not cut: half a secret would not be known as one.
  const told = line.length > longestReminder ? 'something long' : line;
  return `again ${again === 1 ? 'once' : `${again} times`}: ${told}`;
}
