// What the system or a dropped file asks the app to open. Main parses it; the window asks the person.
import { z } from 'zod';
import { openRequest } from '../../links/open-request';
import { fileToken } from '../../model/bounds';
import { type CallDeclaration, call, nothing } from './declare';

export const openCalls = {
  /** What is waiting to be opened; returned once. A window calls it at its start and when it is notified. */
  'openings.take': call('main', nothing, z.array(openRequest)),
  /** The file of a saved query that was dropped on the window. */
  'openings.read': call('main', z.object({ token: fileToken }), openRequest),
  /** Asks for the file of a saved query; null when nothing was chosen. */
  'openings.pick': call('main', nothing, openRequest.nullable()),
} as const satisfies Record<string, CallDeclaration>;
