// Which parts of the shell are open. What a person opens or closes is remembered; the transfers open by themselves
// when there is something to see and the window is high enough for both.
import { create } from 'zustand';

type Part = 'sidebar' | 'dock';
type Openness = 'open' | 'closed';
interface LayoutState {
  readonly sidebar: Openness;
  readonly dock: Openness;
  /** Not remembered: whether the palette is shown. */
  readonly palette: Openness;
  /** Not remembered either. */
  readonly about: Openness;
}

function remembered(part: Part): Openness | null {
  const text = localStorage.getItem(`layout:${part}`);
  return text === 'open' || text === 'closed' ? text : null;
}

/** Below this height an open dock would leave a table a few rows only. */
const lowWindowPx = 760;
const isLow = (): boolean => window.innerHeight < lowWindowPx;
/** Below this width a side bar would leave a tab less than what its controls need. */
const narrowWindowPx = 720;
export const isNarrow = ({ innerWidth }: Pick<Window, 'innerWidth'>): boolean => innerWidth < narrowWindowPx;

export const useLayout = create<LayoutState>()(() => ({
  sidebar: remembered('sidebar') ?? 'open',
  dock: isLow() ? 'closed' : (remembered('dock') ?? 'closed'),
  palette: 'closed',
  about: 'closed',
}));

/** By a person's hand: it stays so after a restart. */
export function togglePart(part: Part): void {
  const openness = useLayout.getState()[part] === 'open' ? 'closed' : 'open';
  // What gave way to a narrow window is still wanted in a wide one.
  if (part === 'dock' || !isNarrow(window)) localStorage.setItem(`layout:${part}`, openness);
  setPart(part, openness);
}

/** As a person left it. */
export function restoreSidebar(): void {
  setPart('sidebar', remembered('sidebar') ?? 'open');
}

/** As a person left it; where nobody did, as it stands. */
export function restoreDock(): void {
  const left = remembered('dock');
  if (left !== null) setPart('dock', left);
}

/** For now only. */
export function setPart(part: Part, openness: Openness): void {
  useLayout.setState({ [part]: openness });
}

/** Opens the transfers for new work, unless a person closed them or there is too little room. */
export function offerDock(): void {
  if (remembered('dock') !== 'closed' && !isLow()) setPart('dock', 'open');
}

export function setPalette(palette: Openness): void {
  useLayout.setState({ palette });
}

export function setAbout(about: Openness): void {
  useLayout.setState({ about });
}
