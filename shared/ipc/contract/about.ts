// Main's information about the app itself: the licences of everything it ships.
import { z } from 'zod';
import { type CallDeclaration, call, nothing } from './declare';

/** One package of which something is in the app. `text` is its licence in full. */
export const shippedPackage = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  text: z.string(),
});
export type ShippedPackage = z.infer<typeof shippedPackage>;

export const aboutCalls = {
  /** By name. `browser`: whether the licences of Electron and Chromium lie beside the program. */
  'about.licences': call('main', nothing, z.object({ packages: z.array(shippedPackage), browser: z.boolean() })),
  /** Shows the file of the licences of Chromium in the file manager. */
  'about.show-browser-licences': call('main', nothing, nothing),
} as const satisfies Record<string, CallDeclaration>;
