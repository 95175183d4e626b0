// Runs the steps of a setup in order, and reports for each why it did something and how long it took.

/** A step that failed, explained to the user at the terminal. */
export class StepFailure extends Error {
  /**
   * @param {{ tried: string, because: string, todo: string }} what
   */
  constructor({ tried, because, todo }) {
    super(`${tried}: ${because}`);
    this.name = 'StepFailure';
    this.tried = tried;
    // A program that is killed says nothing.
    this.because = because.trim() === '' ? 'it ended without a message' : because;
    this.todo = todo;
  }
}

/**
 * Runs one step and prints one line: its name, the reason that it returned, and its time.
 * @template {{ reason: string }} T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {StepFailure} after printing what was attempted and how to fix it
 */
export async function step(name, work) {
  const startedMs = performance.now();
  try {
    const outcome = await work();
    print(`  ${name.padEnd(18)} ${outcome.reason.padEnd(72)} ${seconds(startedMs)}`);
    return outcome;
  } catch (error) {
    print(`  ${name.padEnd(18)} ${'failed'.padEnd(72)} ${seconds(startedMs)}`);
    if (error instanceof StepFailure) {
      print(
        `\n  What was tried: ${error.tried}\n  What happened:  ${error.because}\n  What to do:     ${error.todo}\n`,
      );
    }
    throw error;
  }
}

/** Writes a line of progress within a step that takes long. @param {string} line */
export function note(line) {
  print(`  ${''.padEnd(18)} ${line}`);
}

/** @param {number} startedMs */
export function seconds(startedMs) {
  return `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
}

/** @param {string} text */
export function print(text) {
  process.stdout.write(`${text}\n`);
}
