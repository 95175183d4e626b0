// Windows beside this one. Each has its own tabs and its own channel to the engine.
import { z } from 'zod';
import { type CallDeclaration, call, nothing } from './declare';

export const windowCalls = {
  /** Opens another window. `carries` is for its page alone: a tab that moves there. False when there are too many. */
  'windows.open': call(
    'main',
    z.object({ carries: z.string().max(1_000_000).optional() }),
    z.object({ opened: z.boolean() }),
  ),
  /** What this window was opened with; null for nothing, and once it was asked for. */
  'windows.take-carried': call('main', nothing, z.object({ carries: z.string().nullable() })),
  /** Loads this window once more, in the language that is kept now. Only the page knows when nothing is lost by it. */
  'windows.load-anew': call('main', nothing, nothing),
  /** This window shows its connections: what nobody waits for may begin. */
  'windows.drawn': call('main', nothing, nothing),
} as const satisfies Record<string, CallDeclaration>;
