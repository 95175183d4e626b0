// Main's information about the app itself: the licences of everything it ships.
import { z } from 'zod';
import { type CallDeclaration, call, nothing } from './declare';

/** One package of which a part is in the app. `text` is its full licence. */
export const shippedPackage = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  text: z.string(),
});
export type ShippedPackage = z.infer<typeof shippedPackage>;

export const aboutCalls = {
  /** Sorted by name. `browser`: whether the licences of Electron and Chromium are beside the program. */
  'about.licences': call('main', nothing, z.object({ packages: z.array(shippedPackage), browser: z.boolean() })),
  /** Shows the file with Chromium's licences in the file manager. */
  'about.show-browser-licences': call('main', nothing, nothing),
} as const satisfies Record<string, CallDeclaration>;
