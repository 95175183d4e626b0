// Further windows: opening one, for the tour or with the active tab, and reading the state that a window was opened with.
import { call } from '@renderer/bridge';
import { savedLocations, savedPreviews, previewKeyOf } from '@renderer/features/blobs';
import { savedTabs, stagedTables } from '@renderer/features/tables';
import { showFailure, showToast } from '@renderer/ui';
import { t } from '@shared/strings/t';
import { z } from 'zod';
import { stagedOnlyIn } from './closing/closing';
import { type Tab, tab } from './tabs/tab';
import { closeTab, openTab, tabId, useTabs } from './tabs/tabs-store';
import { startTour } from './tour/tour-store';

const carried = z.union([z.object({ tab, kept: z.string().nullable() }), z.object({ tour: z.literal(true) })]);

export function openWindow(): void {
  open().catch(reportFailure);
}

/** Staged changes belong to the window in which they were staged, and do not move. */
export function moveTabToWindow(id: string | null): void {
  const { tabs } = useTabs.getState();
  const moved = tabs.find((each) => tabId(each) === id);
  if (moved === undefined || id === null) return;
  if (stagedOnlyIn(tabs, (each) => each === moved, stagedTables()).length > 0) {
    showToast({
      tone: 'information',
      title: t`The tab has unapplied changes`,
      text: t`Apply or discard them first. They cannot move to another window.`,
    });
    return;
  }
  open(JSON.stringify({ tab: moved, kept: savedStateOf(moved) } satisfies z.infer<typeof carried>))
    .then((outcome) => {
      if (outcome === 'opened') closeTab(id);
    })
    .catch(reportFailure);
}

/** The tour uses tabs of its own: where some are open, it plays in another window and leaves these alone. */
export function beginTour(): void {
  if (useTabs.getState().tabs.length === 0) startTour('by-hand');
  else open(JSON.stringify({ tour: true } satisfies z.infer<typeof carried>)).catch(reportFailure);
}

/** Opens what came with this window, if anything; `tour` if it was opened for that. */
export async function takeCarried(): Promise<'tour' | 'other'> {
  const { carries } = await call('windows.take-carried', {});
  if (carries === null) return 'other';
  const carriedHere = carried.parse(JSON.parse(carries));
  if ('tour' in carriedHere) return 'tour';
  const { tab: moved, kept: savedState } = carriedHere;
  if (savedState !== null) {
    if (moved.kind === 'table') savedTabs.put(moved.connectionId, moved.table, savedState);
    if (moved.kind === 'container') savedLocations.put(moved.connectionId, moved.container, savedState);
    if (moved.kind === 'blob')
      savedPreviews.put(moved.connectionId, previewKeyOf(moved.container, moved.name), savedState);
  }
  openTab(moved);
  return 'other';
}

/** The query in the bar or the folder moves along; rows and names are requested again there. */
function savedStateOf(moved: Tab): string | null {
  if (moved.kind === 'table') return savedTabs.text(moved.connectionId, moved.table);
  if (moved.kind === 'blob') return savedPreviews.text(moved.connectionId, previewKeyOf(moved.container, moved.name));
  return moved.kind === 'container' ? savedLocations.text(moved.connectionId, moved.container) : null;
}

async function open(carries?: string): Promise<'opened' | 'too-many'> {
  const { opened } = await call('windows.open', carries === undefined ? {} : { carries });
  if (!opened) showToast({ tone: 'information', title: t`The maximum number of windows is already open` });
  return opened ? 'opened' : 'too-many';
}

function reportFailure(thrown: unknown): void {
  showFailure(thrown);
}
