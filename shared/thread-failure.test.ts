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

  it('that nobody foresaw is written down where it arrives, with the places of the thread and not its text', () => {
    const error = StowageError.from(new TypeError('canary\n    at canary (/x.js:1:1)'));
    const lines: string[] = [];
    onUnforeseen(createBugTeller((text) => lines.push(text)).unforeseen);
    expect(crossed(error).toShape()).toEqual(error.toShape());
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('unforeseen: An unexpected TypeError was thrown.');
    expect(lines[0]).toContain('thread-failure.test.ts');
    expect(lines[0]).not.toContain('canary');
  });
});
