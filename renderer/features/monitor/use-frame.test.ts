// The data of Monitor's charts while the live stream continues.
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { sampleAt } from '@renderer/live/fixtures/samples';
import { useMonitor } from './monitor-store';
import { useFrames } from './use-frame';

const series = { stepMs: 60_000, points: [], completeFromMs: 0, operations: [], throttles: [] };
vi.mock('@renderer/bridge', () => ({ call: () => Promise.resolve(series) }));

afterEach(() => {
  cleanup();
  useMonitor.setState(useMonitor.getInitialState(), true);
});

const followed = (window: '1-min' | '24-h') => {
  useMonitor.setState({ window });
  return renderHook(({ endMs }) => useFrames([sampleAt(1_000), sampleAt(endMs)], 100), {
    initialProps: { endMs: 2_000 },
  });
};

it('continues with the live stream when that is drawn', () => {
  const { result, rerender } = followed('1-min');
  const { frame } = result.current;
  rerender({ endMs: 2_250 });
  expect(result.current.source).toBe('live');
  expect(result.current.frame).not.toBe(frame);
  expect(result.current.frame?.endMs).toBe(2_250);
});

it('stays the same between two answers when the history is drawn', async () => {
  const { result, rerender } = followed('24-h');
  await act(() => Promise.resolve());
  const { frame, operations } = result.current;
  expect(frame).not.toBeNull();
  rerender({ endMs: 2_250 });
  expect(result.current.source).toBe('history');
  expect(result.current.frame).toBe(frame);
  expect(result.current.operations).toBe(operations);
});
