// What the preload offers the window, and the notices main sends it. The window reaches the privileged side
// through these three functions only.
import { z } from 'zod';
import { windowCommandIds } from '../keyboard/commands';
import { settings } from '../model/settings';
import type { ReplyEnvelope } from './protocol';

/** Lives at `window.stowage`. */
export interface WindowApi {
  /** Calls a name of the contract whose host is `main`; resolves to a `done` or `failed` envelope, never rejects. */
  invoke(name: string, input: unknown): Promise<ReplyEnvelope>;
  /** Requests a channel to the engine from main; it arrives as an `engine-port` notice with the port attached. */
  connectEngine(): void;
  /**
   * Turns dropped `File` objects into a list of `PickedSource`, in an envelope as `invoke` has it; paths stay on the
   * privileged side.
   */
  registerDroppedFiles(files: readonly object[]): Promise<ReplyEnvelope>;
}

/** Posted to the window with `window.postMessage`; the bridge ignores anything else. */
export const windowNotice = z.discriminatedUnion('stowage', [
  /** `event.ports[0]` is the channel. A new one replaces the old after an engine restart. */
  z.object({ stowage: z.literal('engine-port') }),
  z.object({ stowage: z.literal('engine-state'), state: z.enum(['running', 'restarting', 'failed']) }),
  z.object({
    stowage: z.literal('command'),
    command: z.enum(windowCommandIds),
  }),
  /** Another window changed the settings. */
  z.object({ stowage: z.literal('settings'), settings }),
  /** A link or file waits to be opened, subject to the user's consent: `openings.take` returns it. */
  z.object({ stowage: z.literal('opened') }),
  /**
   * The window was requested to close but its page prevented it. `again`: it would be restored with the app, so nothing
   * on disk is lost; `gone`: it would not.
   */
  z.object({ stowage: z.literal('held-open'), comesBack: z.enum(['again', 'gone']) }),
]);
export type WindowNotice = z.infer<typeof windowNotice>;
export type HeldOpen = Extract<WindowNotice, { stowage: 'held-open' }>['comesBack'];
export type AppCommand = Extract<WindowNotice, { stowage: 'command' }>['command'];
