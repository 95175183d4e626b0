import { afterEach, describe, expect, it, vi } from 'vitest';
import { StowageError, onUnforeseen } from '../errors';
import { createBugTeller, describeBug, detailOf, longestBug } from './describe-bug';

describe('a bug on the terminal', () => {
  it('reports the request and where it broke, and not the thrown text', () => {
    const thrown = new TypeError('GET https://a.example/?sig=canary\nsecond line with canary failed');
    const text = describeBug(StowageError.from(thrown), 'tables.list');
    expect(text).toContain('tables.list: An unexpected TypeError was thrown.');
    expect(text).toContain('describe-bug.test.ts');
    expect(text).not.toContain('canary');
  });

  it('ignores text that only resembles a stack trace', () => {
    const thrown = new Error(
      'failed\n    at canary (/somewhere/canary.js:1:2)\n    at https://a.example/?sig=canary:1:1',
    );
    const text = describeBug(StowageError.from(thrown), 'tables.list');
    expect(text).toContain('describe-bug.test.ts');
    expect(text).not.toContain('canary');
  });

  it('has the name that the system gives the failure', () => {
    const named = (code: unknown): string =>
      describeBug(StowageError.from(Object.assign(new Error('no canary'), { code })), 'files.keep').split('\n')[0] ??
      '';
    expect(named('ENOSPC')).toBe('files.keep: An unexpected Error was thrown. ENOSPC.');
    expect(named('sig=canary')).toBe('files.keep: An unexpected Error was thrown.');
  });

  it.each<[string, object]>([
    ['a message that is no text', { message: { secret: 'canary' } }],
    ['no message at all', { message: undefined }],
    ['places that are no text', { stack: 42 }],
    ['a name that is no text', { name: Symbol('canary') }],
  ])('reports an error with %s', (_, parts) => {
    const text = describeBug(StowageError.from(Object.assign(new Error('canary'), parts)), 'tables.list');
    expect(text).toMatch(/^tables\.list: An unexpected Error was thrown\./u);
    expect(text).not.toContain('canary');
  });

  it.each(['message', 'stack', 'name', 'code'])('reports an error whose %s cannot be read', (field) => {
    const thrown = new Error('canary');
    Object.defineProperty(thrown, field, {
      get: () => {
        throw new RangeError('canary');
      },
    });
    const text = describeBug(StowageError.from(thrown), 'tables.list');
    expect(text).toMatch(/^tables\.list: An unexpected Error was thrown\./u);
    expect(text).not.toContain('canary');
  });

  it('is bounded however deep it happened', () => {
    const thrown = new Error('deep');
    thrown.stack = `Error: deep\n${'    at f (/a.js:1:1)\n'.repeat(1000)}`;
    expect(describeBug(StowageError.from(thrown), 'x').split('\n')).toHaveLength(31);
    thrown.stack = `Error: deep\n    at ${'f'.repeat(100_000)} (/a.js:1:1)`;
    expect(describeBug(StowageError.from(thrown), 'x')).toHaveLength(longestBug);
  });
});

describe('an unexpected failure', () => {
  afterEach(() => onUnforeseen(() => undefined));

  it('is logged once where it became one of our errors, and then by its outcome', () => {
    const lines: string[] = [];
    const teller = createBugTeller((text) => lines.push(text));
    onUnforeseen(teller.unforeseen);
    const thrown = new RangeError('canary');
    const error = StowageError.from(thrown);
    StowageError.from(thrown);
    teller.ended(error, 'tables.list');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^unforeseen: An unexpected RangeError was thrown\.\n {4}at .*describe-bug\.test\.ts/u);
    expect(lines[1]).toBe('tables.list: as was told before.');
    expect(lines.join('\n')).not.toContain('canary');
  });

  it('is also logged where we detected it, once, and not again where it arrives from another process', () => {
    const lines: string[] = [];
    onUnforeseen(createBugTeller((text) => lines.push(text)).unforeseen);
    const error = new StowageError('bug.unexpected', 'A file of the other direction is in this job.');
    expect(StowageError.from(error)).toBe(error);
    StowageError.from(error);
    StowageError.from(StowageError.fromShape(error.toShape()));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^unforeseen: A file of the other direction is in this job\.\n {4}at .*describe-bug\.test\.ts/u,
    );
  });

  it('never replaces the original error when it cannot be reported', () => {
    onUnforeseen(() => {
      throw new RangeError('the terminal is closed');
    });
    const thrown = new TypeError('x');
    expect(StowageError.from(thrown)).toMatchObject({ code: 'bug.unexpected', cause: thrown });
  });

  it('is not even described where nothing is written', () => {
    const lines: string[] = [];
    const teller = createBugTeller(
      (text) => lines.push(text),
      () => false,
    );
    const thrown = new Error('x');
    const readStack = vi.fn<() => string>(() => '');
    Object.defineProperty(thrown, 'stack', { get: readStack });
    onUnforeseen(teller.unforeseen);
    teller.ended(StowageError.from(thrown), 'tables.list');
    expect(lines).toEqual([]);
    expect(readStack).not.toHaveBeenCalled();
  });

  it('is logged in one line with its kind, and an expected failure with its own message', () => {
    const lines: string[] = [];
    onUnforeseen(createBugTeller((text) => lines.push(text)).unforeseen);
    expect(detailOf(Object.assign(new Error('canary'), { code: 'ENOSPC' }))).toBe(
      'An unexpected Error was thrown. ENOSPC.',
    );
    expect(lines).toHaveLength(1);
    expect(detailOf(new StowageError('local.disk-full', 'The disk is full.'))).toBe('The disk is full.');
    expect(lines).toHaveLength(1);
  });

  it('is no error that was foreseen, and no cancelling', () => {
    const lines: string[] = [];
    onUnforeseen(createBugTeller((text) => lines.push(text)).unforeseen);
    StowageError.from(new StowageError('not-found.table', 'gone'));
    StowageError.from(Object.assign(new Error('stopped'), { name: 'AbortError' }));
    expect(lines).toEqual([]);
  });
});
