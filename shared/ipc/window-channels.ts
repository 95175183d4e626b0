// The names of the IPC channels between the preload and main. Two files use them: the preload and main's ipc.ts.

export const windowChannels = {
  /** Request and response: a call of the contract whose host is main. */
  invoke: 'stowage:invoke',
  /** Request and response: paths of dropped files become source tokens. */
  registerDroppedFiles: 'stowage:register-dropped-files',
  /** To main: the window wants a channel to the engine. */
  connectEngine: 'stowage:connect-engine',
  /** To the window, with the port attached. */
  enginePort: 'stowage:engine-port',
  /** To the window: a notice of window-api.ts. */
  notice: 'stowage:notice',
} as const;
