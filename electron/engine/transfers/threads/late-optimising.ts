// Has V8 optimise code later than usual while a process moves its first few files (docs/adr/0209). Every thread
// optimises the same functions by itself, and a process that moves few files ends before that pays: for a command line
// that is most jobs. V8's flags apply to the whole process with all its threads.

/** V8's default, and fifteen times as much: how much code a function runs before V8 considers optimising it. */
const defaultBudget = 67_584;
const lateBudget = 1_000_000;
/** A job of more files gains more from optimised code than it costs. */
const fewFiles = 2_000;

export interface LateOptimising {
  /** Call it when a job begins. */
  begin(): void;
  /** Call it with the number of files of a job that are known so far. */
  planned(files: number): void;
  /** Call it when a job ends: code that runs again is optimised as usual. */
  end(): void;
}

/** `setFlags` is `setFlagsFromString` of node:v8. Newer versions than that of Node 20 count differently. */
export function createLateOptimising(setFlags: (flags: string) => void, v8Version: string): LateOptimising {
  let state: 'unused' | 'late' | 'default' = v8Version.startsWith('11.') ? 'unused' : 'default';
  const end = (): void => {
    if (state === 'late') setFlags(`--interrupt-budget=${defaultBudget}`);
    state = 'default';
  };
  return {
    begin: () => {
      if (state !== 'unused') return;
      state = 'late';
      setFlags(`--interrupt-budget=${lateBudget}`);
    },
    planned: (files) => {
      if (files > fewFiles) end();
    },
    end,
  };
}
