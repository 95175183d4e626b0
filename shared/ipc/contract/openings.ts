// What the system or a dropped file asks the app to open. Main parses it; the window asks the person.
import { z } from 'zod';
import { opening } from '../../links/opening';
import { fileToken } from '../../model/bounds';
import { type CallDeclaration, call, nothing } from './declare';

export const openingCalls = {
  /** What is waiting to be opened; returned once. A window calls it at its start and when it is notified. */
  'openings.take': call('main', nothing, z.array(opening)),
  /** The file of a saved query that was dropped on the window. */
  'openings.read': call('main', z.object({ token: fileToken }), opening),
  /** Asks for the file of a saved query; null when nothing was chosen. */
  'openings.pick': call('main', nothing, opening.nullable()),
} as const satisfies Record<string, CallDeclaration>;
