// The fault log of this machine: reading it, showing it in its folder, and adding the window's own faults.
import { z } from 'zod';
import { longestBug } from '../describe-bug';
import { type CallDeclaration, call, nothing } from './declare';

export const faultLogCalls = {
  /** Entries of main, the engine and the windows, newest first; empty if there are none. */
  'fault-log.read': call('main', nothing, z.object({ text: z.string() })),
  /** Shows the log's files in the file manager. */
  'fault-log.show-files': call('main', nothing, nothing),
  'fault-log.add': call('main', z.object({ text: z.string().max(longestBug) }), nothing),
} as const satisfies Record<string, CallDeclaration>;
