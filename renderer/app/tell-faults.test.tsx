import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import { installBridge } from '@renderer/testing/contract-bridge';
import { ErrorBoundary } from '@renderer/ui';
import { tellFaults } from './tell-faults';

let told: string[] = [];
let stop: () => void = () => undefined;
let bridge: { dispose: () => void };
beforeEach(() => {
  told = [];
  bridge = installBridge({ calls: { 'fault-log.add': ({ text }) => (told.push(text), {}) } });
  stop = tellFaults(window);
});
afterEach(() => {
  stop();
  bridge.dispose();
  vi.restoreAllMocks();
});

describe('a fault of the window', () => {
  it('is told with its place and without its text, once, where a view shows it', async () => {
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
    await waitFor(() => expect(told).toHaveLength(1));
    StowageError.from(fault);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^unforeseen: An unexpected TypeError was thrown\.\n {4}at /u);
    expect(told[0]).not.toContain('canary');
  });

  it('is told also where nobody caught it, and what was answered is not', async () => {
    window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('x') }));
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new SyntaxError('x') }));
    window.dispatchEvent(
      Object.assign(new Event('unhandledrejection'), { reason: new StowageError('not-found.table', 'gone') }),
    );
    await waitFor(() => expect(told).toHaveLength(2));
    expect(told.map((text) => /An unexpected (\w+)/u.exec(text)?.[1])).toEqual(['RangeError', 'SyntaxError']);
  });

  it('that comes with every drawing is not told without end', async () => {
    for (let n = 0; n < 200; n += 1) StowageError.from(new Error(`again ${n}`));
    await waitFor(() => expect(told).toHaveLength(50));
  });
});
