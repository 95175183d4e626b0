import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import { installBridge } from '@renderer/testing/contract-bridge';
import { ErrorBoundary } from '@renderer/ui';
import { reportFaults } from './report-faults';

let reported: string[] = [];
let stop: () => void = () => undefined;
let bridge: { dispose: () => void };
beforeEach(() => {
  reported = [];
  bridge = installBridge({ calls: { 'fault-log.add': ({ text }) => (reported.push(text), {}) } });
  stop = reportFaults(window);
});
afterEach(() => {
  stop();
  bridge.dispose();
  vi.restoreAllMocks();
});

describe('a fault of the window', () => {
  it('is reported once, with its stack and without its message, when a view fails to render', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fault = new TypeError('canary');
    const Broken = (): never => {
      throw fault;
    };
    render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong in Stowage');
    await waitFor(() => expect(reported).toHaveLength(1));
    StowageError.from(fault);
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatch(/^unforeseen: An unexpected TypeError was thrown\.\n {4}at /u);
    expect(reported[0]).not.toContain('canary');
  });

  it('is reported when it was not caught, and not when it was handled', async () => {
    window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('x') }));
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new SyntaxError('x') }));
    window.dispatchEvent(
      Object.assign(new Event('unhandledrejection'), { reason: new StowageError('not-found.table', 'gone') }),
    );
    await waitFor(() => expect(reported).toHaveLength(2));
    expect(reported.map((text) => /An unexpected (\w+)/u.exec(text)?.[1])).toEqual(['RangeError', 'SyntaxError']);
  });

  it('is reported with its source position when the thrown value is not an Error', async () => {
    const target = { filename: 'stowage://app/index.js', lineno: 12, colno: 3 };
    window.dispatchEvent(new ErrorEvent('error', { ...target, error: 'canary' }));
    window.dispatchEvent(new ErrorEvent('error', { ...target, error: null }));
    await waitFor(() => expect(reported).toHaveLength(2));
    expect(reported).toEqual([
      'unforeseen: An unexpected string was thrown.\n    at stowage://app/index.js:12:3',
      'unforeseen: An unexpected object was thrown.\n    at stowage://app/index.js:12:3',
    ]);
  });

  it("ignores the browser's messages about layout, however often they occur", async () => {
    const message = 'ResizeObserver loop limit exceeded';
    for (let n = 0; n < 60; n += 1) {
      window.dispatchEvent(new ErrorEvent('error', { message, filename: 'stowage://app/index.html', error: null }));
      const newest = 'ResizeObserver loop completed with undelivered notifications.';
      window.dispatchEvent(new ErrorEvent('error', { message: newest, filename: 'stowage://app/', lineno: 7 }));
      window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
    }
    window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('x') }));
    await waitFor(() => expect(reported).toHaveLength(1));
    expect(reported[0]).toContain('An unexpected RangeError was thrown.');
  });

  it('is reported a limited number of times when it occurs on every render', async () => {
    for (let n = 0; n < 200; n += 1) StowageError.from(new Error(`again ${n}`));
    await waitFor(() => expect(reported).toHaveLength(50));
  });
});
