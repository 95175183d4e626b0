// The scroll positions of a tab's views: saved while the tab is open, restored after a restart and when a view was
// rendered again while another tab was active. A view marks its scrolling element with `data-kept-scroll` and a name;
// tables, containers and previews, whose rows are loaded first, save their positions themselves.
import { type RefObject, useEffect } from 'react';
import { z } from 'zod';
import { keepJson, readJson } from '@renderer/storage/saved';
import { ownKey } from '@renderer/storage/this-window';
import { tabId, useTabs } from './tabs-store';

/** By tab, then by the name of what scrolls; CSS pixels from the top. */
const savedScroll = z.record(z.string(), z.record(z.string(), z.number().nonnegative()));
type SavedScroll = z.infer<typeof savedScroll>;

const storageKey = ownKey('workspace:scroll');
const settleMs = 250;
/** A view that has not grown long enough again by then has other content. */
const patienceMs = 10_000;

/** Only the positions of tabs that are open; a page that was killed may have left others. */
function readSaved(): SavedScroll {
  const open = new Set(useTabs.getState().tabs.map(tabId));
  return Object.fromEntries(Object.entries(readJson(storageKey, savedScroll) ?? {}).filter(([id]) => open.has(id)));
}

function keep(id: string, name: string, topPx: number): void {
  const all = readSaved();
  keepJson(storageKey, { ...all, [id]: { ...all[id], [name]: topPx } });
}

function forget(id: string): void {
  keepJson(storageKey, Object.fromEntries(Object.entries(readSaved()).filter(([each]) => each !== id)));
}

export function useSavedScroll(panel: RefObject<HTMLElement | null>, id: string, view: 'on-screen' | 'hidden'): void {
  useEffect(() => {
    const element = panel.current;
    if (element === null || view === 'hidden') return;
    const stopBringing = bringBack(element, readSaved()[id] ?? {});
    const stopNoting = noteScroll(element, (name, topPx) => keep(id, name, topPx));
    return () => {
      stopBringing();
      stopNoting();
    };
  }, [panel, id, view]);
  // The tab is closed; a page that goes away takes nothing down.
  useEffect(() => () => forget(id), [id]);
}

/**
 * Reports the positions of the marked elements once scrolling stops. Returns a function that stops this and reports any
 * pending position.
 */
function noteScroll(element: HTMLElement, report: (name: string, topPx: number) => void): () => void {
  const settling = new Map<string, number>();
  const positions = new Map<string, number>();
  const settle = (name: string): void => {
    const topPx = positions.get(name);
    window.clearTimeout(settling.get(name));
    settling.delete(name);
    positions.delete(name);
    if (topPx !== undefined) report(name, topPx);
  };
  const onScroll = ({ target }: Event): void => {
    const name = target instanceof HTMLElement ? target.dataset.keptScroll : undefined;
    // A hidden element reports the top, although the user has not scrolled it.
    if (!(target instanceof HTMLElement) || name === undefined || target.clientHeight === 0) return;
    window.clearTimeout(settling.get(name));
    positions.set(name, target.scrollTop);
    settling.set(
      name,
      window.setTimeout(() => settle(name), settleMs),
    );
  };
  const settleAll = (): void => [...positions.keys()].forEach(settle);
  element.addEventListener('scroll', onScroll, { capture: true, passive: true });
  window.addEventListener('pagehide', settleAll);
  return () => {
    element.removeEventListener('scroll', onScroll, { capture: true });
    window.removeEventListener('pagehide', settleAll);
    settleAll();
  };
}

/** Restores each scroll position as soon as the content is long enough, unless the user scrolls first. */
function bringBack(element: HTMLElement, wanted: Readonly<Record<string, number>>): () => void {
  const left = new Map(Object.entries(wanted));
  const check = (): void => {
    for (const scroller of element.querySelectorAll<HTMLElement>('[data-kept-scroll]')) {
      const name = scroller.dataset.keptScroll ?? '';
      const topPx = left.get(name);
      if (topPx === undefined || scroller.scrollHeight - scroller.clientHeight < topPx) continue;
      scroller.scrollTop = topPx;
      left.delete(name);
    }
    if (left.size === 0) stop();
  };
  const changes = new MutationObserver(check);
  const patience = window.setTimeout(() => stop(), patienceMs);
  const byHand = ['wheel', 'keydown', 'pointerdown'] as const;
  const stop = (): void => {
    changes.disconnect();
    window.clearTimeout(patience);
    for (const kind of byHand) element.removeEventListener(kind, stop, { capture: true });
  };
  for (const kind of byHand) element.addEventListener(kind, stop, { capture: true, passive: true });
  changes.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
  check();
  return stop;
}
