// An action that the user triggers twice runs once; a failure is shown until its cause is changed.
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useAction } from './use-action';

afterEach(cleanup);

describe('an action', () => {
  it('runs once however often it is triggered meanwhile, and then again', async () => {
    let runs = 0;
    let finish = (): void => undefined;
    let done = 0;
    const { result } = renderHook(() => useAction(() => (done += 1)));
    const work = (): Promise<void> => {
      runs += 1;
      return new Promise((resolve) => (finish = resolve));
    };
    const pressTwice = (): void => {
      void result.current.run(work);
      void result.current.run(work);
    };
    act(pressTwice);
    expect(result.current.isRunning).toBe(true);
    await act(async () => finish());
    expect(result.current).toMatchObject({ isRunning: false, error: null });
    expect([runs, done]).toEqual([1, 1]);
    act(pressTwice);
    await act(async () => finish());
    expect([runs, done]).toEqual([2, 2]);
  });

  it('keeps its failure until it is forgotten, and is not done', async () => {
    let done = 0;
    const { result } = renderHook(() => useAction(() => (done += 1)));
    await act(() => result.current.run(() => Promise.reject(new Error('no room'))));
    expect(result.current).toMatchObject({ isRunning: false, error: { code: 'bug.unexpected' } });
    act(() => result.current.forget());
    expect(result.current.error).toBeNull();
    expect(done).toBe(0);
  });
});
