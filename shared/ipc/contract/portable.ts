// Exporting settings and connections to a file, and importing them. The engine does it, so that no secret reaches the
// window.
import { z } from 'zod';
import { fileToken } from '../../model/bounds';
import { exportWish, exportedCounts, importWish, portableView } from '../../model/portable';
import { type CallDeclaration, call } from './declare';

export const portableCalls = {
  'portable.export': call('engine', exportWish, exportedCounts),
  'portable.look': call('engine', z.object({ token: fileToken }), portableView),
  /** Adds the connections of the file once the user has agreed in a dialog of main, which also takes the passphrase. */
  'portable.import': call('engine', importWish, exportedCounts),
} as const satisfies Record<string, CallDeclaration>;
