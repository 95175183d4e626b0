// Registers the app for its links: when it is installed and no package does so.
import { linkScheme } from '@shared/links/marks';

export interface LinkClaim {
  /** A development build must not take links away from an installed app. */
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly claim: (scheme: string, args: string[]) => boolean;
}

/** On Linux the package's desktop entry does it; a call would change a person's own choices for all desktops. */
export function claimLinks({ isPackaged, platform, claim }: LinkClaim): void {
  if (!isPackaged || platform === 'linux') return;
  // Arguments after the dashes are options neither of the app nor of Chromium.
  claim(linkScheme, ['--']);
}
