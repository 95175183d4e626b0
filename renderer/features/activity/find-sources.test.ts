// The message about which missing files were found, and the requests for it.
import { afterEach, expect, it, vi } from 'vitest';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { promptForSources, foundText } from './find-sources';

let bridge: TestBridge | null = null;
afterEach(() => bridge?.dispose());

it.each([
  [{ found: 3, changed: 0, unclear: 0, missing: 0 }, 'good', '3 files found'],
  [
    { found: 1, changed: 1, unclear: 1, missing: 2 },
    'information',
    '1 file found, 1 file changed since and skipped, 1 file ambiguous and skipped, 2 files not found',
  ],
  [{ found: 0, changed: 0, unclear: 0, missing: 1 }, 'information', '1 file not found'],
] as const)('shows %j', (found, tone, title) => {
  expect(foundText(found)).toEqual({ tone, title });
});

it('searches the folder that the user picks, and nothing when none is picked', async () => {
  const lookUp = vi.fn(() => ({ found: 1, changed: 0, unclear: 0, missing: 0 }));
  const picked = { token: 'there', name: 'disk', kind: 'folder', bytes: 0 } as const;
  const pick = vi.fn<() => typeof picked | null>(() => null);
  bridge = installBridge({ calls: { 'dialogs.pick-moved-folder': pick, 'transfers.find-sources': lookUp } });
  promptForSources('j');
  await vi.waitFor(() => expect(pick).toHaveBeenCalledOnce());
  pick.mockReturnValue(picked);
  promptForSources('j');
  await vi.waitFor(() => expect(lookUp).toHaveBeenCalledOnce());
  expect(lookUp).toHaveBeenCalledWith({ jobId: 'j', folderToken: 'there' }, expect.anything());
});
