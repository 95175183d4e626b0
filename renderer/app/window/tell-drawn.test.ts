import { afterEach, describe, expect, it, vi } from 'vitest';
import { useConnectionState } from '@renderer/features/connections';
import { installBridge } from '@renderer/testing/contract-bridge';
import { tellWhenDrawn } from './tell-drawn';

const before = useConnectionState.getState();
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  useConnectionState.setState(before, true);
});

describe('that a window is drawn', () => {
  it('is told once, when its connections are on the screen', async () => {
    const bridge = installBridge({ calls: { 'windows.drawn': () => ({}) } });
    ends.push(() => bridge.dispose(), tellWhenDrawn(window));
    expect(bridge.asked).toEqual([]);
    useConnectionState.setState({ connections: [] });
    expect(bridge.asked).toEqual([]);
    await vi.waitFor(() => expect(bridge.asked.map(({ name }) => name)).toEqual(['windows.drawn']));
    useConnectionState.setState({ connections: [] });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(bridge.asked).toHaveLength(1);
  });
});
