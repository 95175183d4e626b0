// What V8 is told to do differently while jobs move. Its flags apply to the whole process with all its threads, so that
// jobs hold them together: from the start of the first to the end of the last.

/** Activates it; the returned function deactivates it and has an effect once. */
export type RuntimeHold = () => () => void;

/** A change of the runtime that can be taken back. */
export interface RuntimeChange {
  begin(): void;
  end(): void;
}

export function createRuntimeHold(changes: readonly RuntimeChange[]): RuntimeHold {
  let holders = 0;
  return () => {
    holders += 1;
    if (holders === 1) for (const change of changes) change.begin();
    let holds = true;
    return () => {
      if (!holds) return;
      holds = false;
      holders -= 1;
      if (holders === 0) for (const change of changes) change.end();
    };
  };
}
