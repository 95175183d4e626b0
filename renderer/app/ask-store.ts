// The one connection dialog that is open, if any; asked for by the navigator, the palette, the menu or the tour.
import { create } from 'zustand';
import type { ConnectionAsk } from '@renderer/features/connections';

export const useAsk = create<{ readonly ask: ConnectionAsk | null }>()(() => ({ ask: null }));

export function askFor(ask: ConnectionAsk | null): void {
  useAsk.setState({ ask });
}
