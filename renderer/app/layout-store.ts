// Which parts of the shell are open; remembered.
import { create } from 'zustand';

type Part = 'sidebar' | 'dock';
type Openness = 'open' | 'closed';
interface LayoutState {
  readonly sidebar: Openness;
  readonly dock: Openness;
  /** Not remembered: whether the palette is shown. */
  readonly palette: Openness;
}

function remembered(part: Part, initial: Openness): Openness {
  const text = localStorage.getItem(`layout:${part}`);
  return text === 'open' || text === 'closed' ? text : initial;
}

export const useLayout = create<LayoutState>()(() => ({
  sidebar: remembered('sidebar', 'open'),
  dock: remembered('dock', 'open'),
  palette: 'closed',
}));

export function togglePart(part: Part): void {
  setPart(part, useLayout.getState()[part] === 'open' ? 'closed' : 'open');
}

export function setPart(part: Part, openness: Openness): void {
  localStorage.setItem(`layout:${part}`, openness);
  useLayout.setState({ [part]: openness });
}

export function setPalette(palette: Openness): void {
  useLayout.setState({ palette });
}
