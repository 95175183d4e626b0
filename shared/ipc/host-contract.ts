// What the engine may ask of the process that hosts it (main in the app). Never reachable from the window.
import { z } from 'zod';
import { fileToken } from '../model/bounds';
import { filePurpose } from '../model/file-purpose';
import { promptAnswer, promptRequest } from '../model/prompt';

export const hostCalls = {
  'secrets.read': { input: z.object({ id: z.string() }), output: z.object({ secret: z.string().nullable() }) },
  'secrets.write': {
    input: z.object({ id: z.string(), secret: z.string() }),
    output: z.object({ storage: z.enum(['keychain', 'session']) }),
  },
  'secrets.remove': { input: z.object({ id: z.string() }), output: z.object({}) },
  /** Where secrets would be stored now. */
  'secrets.storage': { input: z.object({}), output: z.object({ storage: z.enum(['keychain', 'session']) }) },
  /** The absolute path behind the token of a pick or drop, if it was made for this purpose and connection. */
  'sources.resolve': {
    input: z.object({ token: fileToken, pickedFor: filePurpose, connectionId: z.string().optional() }),
    output: z.object({ path: z.string().nullable() }),
  },
  /** Prompts the user in a dialog that no page can draw or answer. */
  'prompts.ask': { input: z.object({ request: promptRequest }), output: promptAnswer },
  /** Opens a page for signing in, in the system's browser. `authority`: the origin that it must be of. */
  'browser.open': { input: z.object({ address: z.string(), authority: z.string() }), output: z.object({}) },
  /** Starts the emulator program as a child of the app with these arguments; its life is reported by `emulator.watch`. */
  'emulator.start': { input: z.object({ args: z.array(z.string()) }), output: z.object({ childId: z.int() }) },
  'emulator.stop': { input: z.object({ childId: z.int() }), output: z.object({}) },
} as const;

export const hostStreams = {
  /** Output lines of a child, then one exit. */
  'emulator.watch': {
    input: z.object({ childId: z.int() }),
    event: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('line'), text: z.string() }),
      z.object({ kind: z.literal('exit'), code: z.int().nullable() }),
    ]),
  },
} as const;

export type HostCallName = keyof typeof hostCalls;
export type HostCallInput<N extends HostCallName> = z.infer<(typeof hostCalls)[N]['input']>;
export type HostCallOutput<N extends HostCallName> = z.infer<(typeof hostCalls)[N]['output']>;
