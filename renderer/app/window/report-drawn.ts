// Tells main once that this window shows its connections, so that background work starts only then.
import { call } from '@renderer/bridge';
import { useConnectionState } from '@renderer/features/connections';

/** Waits for the connections, or for the news that there are none to be had. Returns how to stop waiting. */
export function reportWhenDrawn(target: Window): () => void {
  let isReported = false;
  const check = ({ connections, error }: ReturnType<typeof useConnectionState.getState>): void => {
    if (isReported || (connections === undefined && error === null)) return;
    isReported = true;
    // The frame that is being made has them; the one after it comes when they are on the screen.
    target.requestAnimationFrame(() => target.requestAnimationFrame(report));
  };
  const stop = useConnectionState.subscribe(check);
  check(useConnectionState.getState());
  return stop;
}

function report(): void {
  // Main waits only for a while, also without this.
  call('windows.drawn', {}).catch(() => undefined);
}
