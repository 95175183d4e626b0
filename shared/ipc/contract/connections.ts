// Connections and the embedded store's sample data.
import { z } from 'zod';
import { connectionInput, connectionProbe, connectionSummary } from '../../model/connection';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onConnection, stream } from './declare';

export const connectionCalls = {
  /** Hosts that no saved connection uses are confirmed in a dialog of main first; the same for `update` and `test`. */
  'connections.add': call('engine', connectionInput, connectionSummary),
  /** Another endpoint or account needs the secret again; taking the mark of production away is confirmed in main. */
  'connections.update': call('engine', z.object({ id: z.string(), input: connectionInput }), connectionSummary),
  'connections.test': call('engine', connectionInput, connectionProbe),
  'connections.probe': call('engine', onConnection, connectionProbe),
  'connections.remove': call('engine', onConnection, nothing),
  /**
   * For production connections: allows writes until it is locked again or the engine stops. Unlocking is confirmed in a
   * dialog of main.
   */
  'connections.set-locked': call('engine', onConnection.extend({ locked: z.boolean() }), connectionSummary),
  /** `loading`: they are being loaded; subscribing to `sample-data.load` joins this. */
  'sample-data.present': call('engine', nothing, z.object({ present: z.boolean(), loading: z.boolean() })),
} as const satisfies Record<string, CallDeclaration>;

export const connectionStreams = {
  /** All connections, at once and whenever one changes. */
  'connections.watch': stream('engine', nothing, z.array(connectionSummary)),
  /** Loads the sample data into the embedded store; ends when that is done. */
  'sample-data.load': stream(
    'engine',
    nothing,
    z.object({ step: z.string(), done: z.number(), total: z.number(), unit: z.enum(['entities', 'bytes', 'blobs']) }),
  ),
} as const satisfies Record<string, StreamDeclaration>;
