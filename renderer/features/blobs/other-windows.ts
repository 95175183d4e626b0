// What a person changes in a container in one window, told to the others that show it: each has its own rows on screen,
// read before. Transfers are not told here; every window follows them itself.
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { z } from 'zod';

const channelName = 'changed-containers';
const changed = z.object({ connectionId: z.string(), container: z.string() });

/** @returns tells the other windows that the container holds something else by now */
export function useOtherWindows(connectionId: string, container: string, onReceived: () => void): () => void {
  const received = useEffectEvent(onReceived);
  const channel = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    const own = new BroadcastChannel(channelName);
    channel.current = own;
    own.onmessage = ({ data }: MessageEvent<unknown>) => {
      const location = changed.safeParse(data).data;
      if (location?.connectionId === connectionId && location.container === container) received();
    };
    return () => {
      own.close();
      channel.current = null;
    };
  }, [connectionId, container]);
  return useCallback(() => channel.current?.postMessage({ connectionId, container }), [connectionId, container]);
}
