// What is found on a page, as the user types it.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import type { PreviewState } from './preview-state';
import { createPreviewStore } from './preview-store';
import { useFind } from './use-find';

let bridge: TestBridge;
beforeEach(() => (bridge = installBridge({})));
afterEach(() => bridge.dispose());

const unused = (): Promise<never> => Promise.reject(new Error('Nothing is read here.'));

function findIn(text: string, view: PreviewState['view']): ReturnType<typeof renderFind> {
  const { store, actions } = createPreviewStore({ readFacts: unused, readRange: unused });
  const bytes = new TextEncoder().encode(text);
  const page = { offset: 0, bytes, keep: 0, startsAt: 'boundary', endsAt: 'boundary' } as const;
  store.setState({ status: 'ready', view, page });
  return renderFind(store.getState(), actions);
}
const blob = { connectionId: 'local', container: 'photos', name: 'a.bin' };
const renderFind = (state: PreviewState, actions: Parameters<typeof useFind>[2]) =>
  renderHook(() => useFind(blob, state, actions));

it.each([
  ['hex', '0x61', [2]],
  ['hex', '0x 61 62', [2]],
  ['hex', 'ab', [0, 2]],
  ['text', 'ab', [0, 2]],
  ['text', '0x61', []],
] as const)(
  'among %s, %s is found at %j: letters have a case, which is ignored at first; bytes have none',
  (view, typed, matches) => {
    const { result } = findIn('ABab', view);
    act(() => result.current.write(typed));
    expect(result.current.matches?.offsets).toEqual(matches);
  },
);
