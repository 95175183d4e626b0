// Tells the system that links of ours are for the app: once it is installed, and where no package does it.
import { linkScheme } from '@shared/links/marks';

export interface LinkClaim {
  /** What is only built must not take links away from what is installed. */
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly claim: (scheme: string, args: string[]) => boolean;
}

/** On Linux the desktop entry of the package says it; a call would change a person's own choices for all desktops. */
export function claimLinks({ isPackaged, platform, claim }: LinkClaim): void {
  if (!isPackaged || platform === 'linux') return;
  // What follows the dashes is no option of the app, nor of Chromium.
  claim(linkScheme, ['--']);
}
