// The user's pointer and keys on one display, moved by a separate program; every action is complete when its promise
// resolves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** In px of the screen. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Pointer {
  readonly moveTo: (to: Point) => Promise<void>;
  /** The left button. */
  readonly press: () => Promise<void>;
  readonly release: () => Promise<void>;
  /** As X names keys, such as `Escape`. */
  readonly key: (name: string) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

export function startPointer(display: string): Pointer {
  const driver = spawn('python3', [join(__dirname, 'pointer.py')], {
    env: { ...process.env, DISPLAY: display },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = once(driver, 'exit');
  const answers = createInterface(driver.stdout)[Symbol.asyncIterator]();
  const act = async (...args: readonly (string | number)[]): Promise<void> => {
    driver.stdin.write(`${args.join(' ')}\n`);
    const { done } = await answers.next();
    if (done === true) throw new Error(`The pointer's driver ended before it could "${args.join(' ')}".`);
  };
  return {
    moveTo: ({ x, y }) => act('move', Math.round(x), Math.round(y)),
    press: () => act('press'),
    release: () => act('release'),
    key: (name) => act('key', name),
    dispose: async () => {
      driver.stdin.end();
      await gone;
    },
  };
}
