// Limits how many faults are logged: a fault that repeats in a loop must not fill the log, use up processor time, or
// push out the entries that show how the problem began.

export interface FaultLimit {
  /** Call it before describing a fault, which costs time. A call that returns false counts as one omitted fault. */
  readonly hasRoom: () => boolean;
  /** The lines to write for this fault: none, its text, or first a note about omitted faults and then the text. */
  take(text: string): readonly string[];
}

/** Different faults; repetitions are only counted. */
export const maxFaultsPerMinute = 10;
/** Recognising a repetition takes time too, so this is limited. */
export const maxInspectedPerMinute = 1000;
/** Length of the text in the note about repetitions: just enough to recognise it. */
const longestReminder = 200;

export function createFaultLimit(nowMs: () => number): FaultLimit {
  let beginMs = -Infinity;
  let checks = 0;
  let leftOut = 0;
  /** How often each text came again after it was written. */
  const written = new Map<string, number>();
  let reminders: string[] = [];

  const turnMinute = (): void => {
    const now = nowMs();
    // A clock that was set back starts a new minute too.
    if (now - beginMs < 60_000 && now >= beginMs) return;
    beginMs = now;
    checks = 0;
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
      if (checks < maxInspectedPerMinute) return true;
      leftOut += 1;
      return false;
    },
    take: (text) => {
      turnMinute();
      checks += 1;
      const again = written.get(text);
      if (again !== undefined) {
        written.set(text, again + 1);
        return [];
      }
      if (written.size >= maxFaultsPerMinute) {
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
  // Never cut in the middle: a truncated secret would no longer be recognised and removed.
  const shown = line.length > longestReminder ? 'something long' : line;
  return `again ${again === 1 ? 'once' : `${again} times`}: ${shown}`;
}
