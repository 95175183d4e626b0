import { afterEach, describe, expect, it, vi } from 'vitest';
import { useConnectionState } from '@renderer/features/connections';
import { installBridge } from '@renderer/testing/contract-bridge';
import { reportWhenDrawn } from './watch-window';

const before = useConnectionState.getState();
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  useConnectionState.setState(before, true);
});

describe('the first paint of a window', () => {
  it('is reported once, when its connections are on the screen', async () => {
    const bridge = installBridge({ calls: { 'windows.drawn': () => ({}) } });
    ends.push(() => bridge.dispose(), reportWhenDrawn(window));
    expect(bridge.requested).toEqual([]);
    useConnectionState.setState({ connections: [] });
    expect(bridge.requested).toEqual([]);
    await vi.waitFor(() => expect(bridge.requested.map(({ name }) => name)).toEqual(['windows.drawn']));
    useConnectionState.setState({ connections: [] });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(bridge.requested).toHaveLength(1);
  });
});
