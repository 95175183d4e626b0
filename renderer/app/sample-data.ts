// The sample data of the local store, as the window sees it: there, being loaded, offered, or failed.
import { create } from 'zustand';
import { StowageError } from '@shared/errors';
import type { StreamEvent } from '@shared/ipc/contract';
import { embeddedConnectionId } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { call, subscribe } from '@renderer/bridge';
import { fillBegun, refreshConnection } from '@renderer/features/connections';

export type SampleDataState =
  | { readonly state: 'unknown' | 'absent' | 'present' }
  | { readonly state: 'loading'; readonly progress: StreamEvent<'sample-data.load'> | null }
  | { readonly state: 'failed'; readonly error: StowageError };

export const useSampleData = create<SampleDataState>()((): SampleDataState => ({ state: 'unknown' }));

function put(state: SampleDataState): void {
  useSampleData.setState(state, true);
}

/** Asks the store. A load already under way (the app may start one) is joined, so that its progress shows. */
export async function checkSampleData(): Promise<void> {
  if (useSampleData.getState().state === 'loading') return;
  try {
    const { present, loading } = await call('sample-data.present', {});
    if (loading) await loadSampleData();
    else put({ state: present ? 'present' : 'absent' });
  } catch {
    put({ state: 'unknown' });
  }
}

/** Loads, or joins the load under way; resolves when it ended, however it did. */
export async function loadSampleData(): Promise<void> {
  if (useSampleData.getState().state === 'loading') return;
  put({ state: 'loading', progress: null });
  const fillEnded = fillBegun(embeddedConnectionId, t`Loading sample data…`);
  let step = '';
  try {
    await subscribe('sample-data.load', {}, (progress) => {
      put({ state: 'loading', progress });
      if (progress.step === step) return;
      step = progress.step;
      void refreshConnection(embeddedConnectionId);
    });
    put({ state: 'present' });
  } catch (thrown) {
    put({ state: 'failed', error: StowageError.from(thrown) });
  }
  await refreshConnection(embeddedConnectionId);
  fillEnded();
}
