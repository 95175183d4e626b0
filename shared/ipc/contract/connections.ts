// Connections: saved, probed, moved to another computer, and shared by signatures; the sample data of the embedded store.
import { z } from 'zod';
import {
  accountKeyName,
  connectionInput,
  connectionProbe,
  connectionSummary,
  rightsTarget,
} from '../../model/connection';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onConnection, onTable, stream } from './declare';
import { storedPolicy } from '../../model/container-details';
import { sasRequest, sasResource } from '../../sas/sas-request';
import { fileToken } from '../../model/bounds';
import { exportWish, exportedCounts, importedCounts, importWish, portableView } from '../../model/portable';

export const connectionCalls = {
  /** Hosts that no saved connection uses are confirmed in a dialog of main first; the same for `update` and `test`. */
  'connections.add': call('engine', connectionInput, connectionSummary),
  /** Another endpoint or account needs the secret again; taking the mark of production away is confirmed in main. */
  'connections.update': call('engine', z.object({ id: z.string(), input: connectionInput }), connectionSummary),
  'connections.test': call('engine', connectionInput, connectionProbe),
  'connections.probe': call('engine', onConnection, connectionProbe),
  /**
   * What the services of one or of all saved connections answer, as a text that names nobody and contains no secret.
   * `version`: of the app.
   */
  'connections.report': call(
    'engine',
    z.object({ version: z.string().max(40), connectionId: z.string().max(200).optional() }),
    z.object({ text: z.string(), answered: z.enum(['all', 'some']) }),
  ),
  /** Reads a little of everything there; the answers become part of the connection's summary. */
  'connections.check-rights': call('engine', onConnection.extend(rightsTarget.shape), nothing),
  /** Forgets what was denied there, so that it can be tried again with a token that is issued anew. */
  'connections.forget-denials': call('engine', onConnection.extend(rightsTarget.shape), nothing),
  'connections.remove': call('engine', onConnection, nothing),
  /**
   * Replaces one of the account's two keys once the service accepts it; jobs, tabs and the connection continue with it.
   * `key`: the key, or a connection string that has it; empty: the secondary key is removed.
   */
  'connections.set-key': call(
    'engine',
    onConnection.extend({ which: accountKeyName, key: z.string().max(20_000) }),
    connectionSummary,
  ),
  /**
   * For production connections: allows writes until it is locked again or the engine stops. Unlocking is confirmed in a
   * dialog of main.
   */
  'connections.set-locked': call('engine', onConnection.extend({ locked: z.boolean() }), connectionSummary),
  /** `loading`: they are being loaded; subscribing to `sample-data.load` joins this. */
  'sample-data.present': call('engine', nothing, z.object({ present: z.boolean(), loading: z.boolean() })),

  // Shared access signatures made with the account key, and the stored access policies they may refer to. A token is a
  // secret that the user requested: it is returned to the caller only and never logged.
  /** `url`: the URL of the resource with the token. Confirmed in a dialog of main, unless the key is the emulator's. */
  'sas.create': call(
    'engine',
    onConnection.extend({ request: sasRequest }),
    z.object({ token: z.string(), url: z.string() }),
  ),
  /** Names of the stored access policies of the container or table. */
  'sas.policies': call('engine', onConnection.extend({ resource: sasResource }), z.array(z.string())),
  'sas.table-policies': call('engine', onTable, z.array(storedPolicy)),
  /** Replaces all of them; `read` is the state that the change was based on. */
  'sas.set-table-policies': call(
    'engine',
    onTable.extend({ read: z.array(storedPolicy), policies: z.array(storedPolicy) }),
    nothing,
  ),

  // Settings and connections in a file. The engine reads and writes it, so that no secret reaches the window.
  'portable.export': call('engine', exportWish, exportedCounts),
  'portable.look': call('engine', z.object({ token: fileToken }), portableView),
  /** Adds the connections of the file once the user has agreed in a dialog of main, which also takes the passphrase. */
  'portable.import': call('engine', importWish, importedCounts),
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
