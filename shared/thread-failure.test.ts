import { afterEach, describe, expect, it } from 'vitest';
import { StowageError, onUnforeseen } from './errors';
import { createBugTeller } from './ipc/describe-bug';
import { failureOfThread, threadFailure } from './thread-failure';

/** As a message between threads carries it. */
const crossed = (error: StowageError): StowageError => failureOfThread(structuredClone(threadFailure(error)));

describe('a failure of a thread', () => {
  afterEach(() => onUnforeseen(() => undefined));

  it('arrives as it was', () => {
    const error = new StowageError('conflict.leased', 'held', { context: { blob: 'a' }, requestId: 'r' });
    expect(crossed(error).toShape()).toEqual(error.toShape());
  });

  it("that is unexpected is logged where it arrives, with the thread's stack and without its text", () => {
    const error = StowageError.from(new TypeError('canary\n    at canary (/x.js:1:1)'));
    const lines: string[] = [];
    onUnforeseen(createBugTeller((text) => lines.push(text)).unforeseen);
    expect(crossed(error).toShape()).toEqual(error.toShape());
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('unforeseen: An unexpected TypeError was thrown.');
    expect(lines[0]).toContain('thread-failure.test.ts');
    expect(lines[0]).not.toContain('canary');
  });

  it("that is an expected kind retains its message, and the thread's stack", () => {
    const lines: string[] = [];
    onUnforeseen(createBugTeller((text) => lines.push(text)).unforeseen);
    const found = new StowageError('bug.unexpected', 'A request body is of a kind that cannot be sent.');
    const caused = new StowageError('bug.unexpected', 'The answer of the service was not understood: a number.', {
      context: { table: 'cargo' },
      cause: Object.assign(new SyntaxError('canary'), { code: 'EBADMSG' }),
    });
    for (const error of [found, caused]) expect(crossed(error).toShape()).toEqual(error.toShape());
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('unforeseen: A request body is of a kind that cannot be sent.\n');
    expect(lines[1]).toContain('unforeseen: The answer of the service was not understood: a number. EBADMSG.\n');
    for (const line of lines) {
      expect(line).toMatch(/\n {4}at .*thread-failure\.test\.ts/u);
      // The position where it arrived is not part of its stack.
      expect(line).not.toContain('crossed');
      expect(line).not.toContain('canary');
    }
  });

  it('can be posted, whatever was thrown', () => {
    const odd = Object.assign(new Error('x'), { message: () => 'canary', stack: Symbol('canary'), code: () => 1 });
    const error = StowageError.from(odd);
    expect(crossed(error).toShape()).toEqual(error.toShape());
  });
});
