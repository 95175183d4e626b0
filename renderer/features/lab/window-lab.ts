// The lab of this window, and what other features may use of it.
import { call, subscribe } from '@renderer/bridge';
import { createSavedChoice } from '@renderer/storage/saved-choice';
import { createLabStore, labView, watchRuns } from './lab-store';

/** One lab per window: a run continues while its tab is closed or behind another. */
export const lab = createLabStore({
  start: (input, onEvent, signal) => subscribe('lab.run', input, onEvent, { signal, afterRestart: 'fail' }),
  cancel: async (runId) => {
    await call('lab.cancel', { runId });
  },
});

const savedView = createSavedChoice('lab', labView);
const view = savedView.read();
if (view !== undefined) lab.show(view);
lab.store.subscribe((state, before) => {
  if (state.view !== null && state.view !== before.view) savedView.write(state.view);
});

/** Calls `rested` with the connection of every run that ended here: what the run made there is gone. */
export const watchLabRuns = (rested: (connectionId: string) => void): (() => void) => watchRuns(lab, rested);
