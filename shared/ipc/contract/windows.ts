// Windows beside this one. Each has its own tabs and its own channel to the engine.
import { z } from 'zod';
import { type CallDeclaration, call, nothing } from './declare';

export const windowCalls = {
  /** Opens another window. `carries` is for its page only: a tab that moves there. False if there are too many. */
  'windows.open': call(
    'main',
    z.object({ carries: z.string().max(1_000_000).optional() }),
    z.object({ opened: z.boolean() }),
  ),
  /** What this window was opened with; null if nothing, and after the first call. */
  'windows.take-carried': call('main', nothing, z.object({ carries: z.string().nullable() })),
  /** Reloads this window in the current language. Only the page knows when nothing would be lost. */
  'windows.load-anew': call('main', nothing, nothing),
  /** This window shows its connections, so background work may begin. */
  'windows.drawn': call('main', nothing, nothing),
} as const satisfies Record<string, CallDeclaration>;
