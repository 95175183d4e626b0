import { describe, expect, it, vi } from 'vitest';
import { claimLinks } from './link-scheme';

describe('the claim on links', () => {
  it('is made by an installed app, where no package makes it, with nothing of a link as an option', () => {
    const claim = vi.fn(() => true);
    claimLinks({ isPackaged: true, platform: 'win32', claim });
    claimLinks({ isPackaged: true, platform: 'darwin', claim });
    expect(claim.mock.calls).toEqual([
      ['stowage', ['--']],
      ['stowage', ['--']],
    ]);
  });

  it('is not made otherwise', () => {
    const claim = vi.fn(() => true);
    claimLinks({ isPackaged: false, platform: 'win32', claim });
    claimLinks({ isPackaged: true, platform: 'linux', claim });
    expect(claim).not.toHaveBeenCalled();
  });
});
