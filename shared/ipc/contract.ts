// Every call and stream between the window and the privileged side: the one list. Inputs are parsed on the
// answering side always, outputs in development and tests.
import { z } from 'zod';
import { blobItem, blobListing, containerInfo } from '../model/blob';
import { connectionInput, connectionProbe, connectionSummary, secretStorage } from '../model/connection';
import { tableInfo } from '../model/entity';
import { experimentEvent, experimentInfo } from '../model/lab';
import { queryPage } from '../model/query-page';
import { sample, totals } from '../model/sample';
import { settings, settingsChange } from '../model/settings';
import { transferJob, transferOptions } from '../model/transfer';
import { costClass, tableQuery } from '../query/filter';

/** The process that answers. */
export type Host = 'main' | 'engine';

export interface CallDeclaration<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  H extends Host = Host,
> {
  readonly host: H;
  readonly input: I;
  readonly output: O;
}
export interface StreamDeclaration<
  I extends z.ZodType = z.ZodType,
  E extends z.ZodType = z.ZodType,
  H extends Host = Host,
> {
  readonly host: H;
  readonly input: I;
  readonly event: E;
}

const call = <H extends Host, I extends z.ZodType, O extends z.ZodType>(
  host: H,
  input: I,
  output: O,
): CallDeclaration<I, O, H> => ({
  host,
  input,
  output,
});
const stream = <H extends Host, I extends z.ZodType, E extends z.ZodType>(
  host: H,
  input: I,
  event: E,
): StreamDeclaration<I, E, H> => ({
  host,
  input,
  event,
});

const nothing = z.object({});
const onConnection = z.object({ connectionId: z.string() });
const onTable = onConnection.extend({ table: z.string() });
const onContainer = onConnection.extend({ container: z.string() });
const onJob = z.object({ jobId: z.string() });

/** A file or folder that a person picked or dropped; the token is all the window ever learns about where it is. */
export const pickedSource = z.object({
  token: z.string(),
  name: z.string(),
  kind: z.enum(['file', 'folder']),
  bytes: z.number(),
});
export type PickedSource = z.infer<typeof pickedSource>;

export const calls = {
  // ── main ──
  'app.info': call(
    'main',
    nothing,
    z.object({
      version: z.string(),
      electron: z.string(),
      chromium: z.string(),
      node: z.string(),
      platform: z.string(),
      secretStorage,
      /** Set when the app was started to play the guided tour by itself. */
      unattendedTour: z.boolean(),
    }),
  ),
  'settings.read': call('main', nothing, settings),
  'settings.write': call('main', settingsChange, settings),
  'dialogs.pick-upload-sources': call('main', z.object({ kind: z.enum(['files', 'folder']) }), z.array(pickedSource)),
  'dialogs.pick-download-folder': call('main', nothing, pickedSource.nullable()),
  /** Asks where, then writes the text there. `saved` is false when the person closed the dialog. */
  'files.save-text': call(
    'main',
    z.object({ suggestedName: z.string().regex(/^[^/\\]+$/), text: z.string() }),
    z.object({ saved: z.boolean() }),
  ),
  'clipboard.write': call('main', z.object({ text: z.string() }), nothing),
  /** Opens the file manager at a finished download's target. */
  'shell.reveal-download': call('main', onJob, nothing),
  'engine.restart': call('main', nothing, nothing),
  /** A step of the tour has settled: describe it on the terminal and save a screenshot when unattended. */
  'tour.capture': call(
    'main',
    z.object({
      index: z.int(),
      of: z.int(),
      id: z.string().regex(/^[a-z0-9-]+$/),
      title: z.string(),
      text: z.string(),
    }),
    nothing,
  ),
  'tour.finished': call('main', z.object({ failure: z.string().optional() }), nothing),
  /** Makes (once) a real file and folder that the tour uploads and downloads; a person never needs this. */
  'tour.prepare': call('main', nothing, z.object({ upload: pickedSource, downloadFolder: pickedSource })),

  // ── engine: connections ──
  'connections.add': call('engine', connectionInput, connectionSummary),
  'connections.update': call('engine', z.object({ id: z.string(), input: connectionInput }), connectionSummary),
  'connections.test': call('engine', connectionInput, connectionProbe),
  'connections.probe': call('engine', onConnection, connectionProbe),
  'connections.remove': call('engine', onConnection, nothing),
  /** Production connections: allow writes until locked again or the engine stops. */
  'connections.set-locked': call('engine', onConnection.extend({ locked: z.boolean() }), connectionSummary),
  /** `loading`: a load is under way; subscribing to `sample-data.load` joins it. */
  'sample-data.present': call('engine', nothing, z.object({ present: z.boolean(), loading: z.boolean() })),

  // ── engine: tables ──
  'tables.list': call('engine', onConnection, z.array(tableInfo)),
  'tables.create': call('engine', onTable, nothing),
  'tables.delete': call('engine', onTable, nothing),
  /** `fromToken` continues a query where an earlier page ended, also after a restart. */
  'tables.open': call(
    'engine',
    onConnection.extend({ query: tableQuery, fromToken: z.string().optional() }),
    z.object({ sessionId: z.string(), filter: z.string(), costClass }),
  ),
  'tables.next-page': call('engine', z.object({ sessionId: z.string() }), queryPage),
  'tables.close': call('engine', z.object({ sessionId: z.string() }), nothing),

  // ── engine: blobs ──
  'containers.list': call('engine', onConnection, z.array(containerInfo)),
  'containers.create': call('engine', onContainer, nothing),
  'containers.delete': call('engine', onContainer, nothing),
  'blobs.list': call(
    'engine',
    onContainer.extend({ prefix: z.string(), marker: z.string().optional(), pageSize: z.int().min(1).max(5000) }),
    blobListing,
  ),
  'blobs.properties': call(
    'engine',
    onContainer.extend({ name: z.string() }),
    blobItem.extend({
      metadata: z.array(z.object({ name: z.string(), value: z.string() })),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),

  // ── engine: transfers ──
  'transfers.upload': call(
    'engine',
    onContainer.extend({ prefix: z.string(), sources: z.array(z.string()).min(1), options: transferOptions }),
    onJob,
  ),
  /** `names` are blobs, `prefixes` virtual folders ending in `/`. */
  'transfers.download': call(
    'engine',
    onContainer.extend({
      names: z.array(z.string()),
      prefixes: z.array(z.string()),
      targetToken: z.string(),
      options: transferOptions,
    }),
    onJob,
  ),
  'transfers.cancel': call('engine', onJob, nothing),
  /** Goes on with an interrupted job, or tries the failed files of a finished one again. */
  'transfers.resume': call('engine', onJob, nothing),
  'transfers.forget': call('engine', onJob, nothing),

  // ── engine: lab ──
  'lab.list': call('engine', nothing, z.array(experimentInfo)),
} as const satisfies Record<string, CallDeclaration>;

export const streams = {
  /** All connections, whenever one changes; the first event comes at once. */
  'connections.watch': stream('engine', nothing, z.array(connectionSummary)),
  /** Loads the sample data into the embedded store; ends when loaded. */
  'sample-data.load': stream(
    'engine',
    nothing,
    z.object({ step: z.string(), done: z.number(), total: z.number(), unit: z.enum(['entities', 'bytes', 'blobs']) }),
  ),
  /** All jobs, newest first, at most four times a second and only when something changed. */
  'transfers.watch': stream('engine', nothing, z.array(transferJob)),
  /** The last five minutes first, then one sample at a time. */
  'metrics.watch': stream('engine', nothing, z.object({ samples: z.array(sample), totals })),
  'lab.run': stream(
    'engine',
    onConnection.extend({ experimentId: z.string(), parameters: z.record(z.string(), z.number()) }),
    experimentEvent,
  ),
} as const satisfies Record<string, StreamDeclaration>;

export type CallName = keyof typeof calls;
export type StreamName = keyof typeof streams;
export type CallInput<N extends CallName> = z.infer<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = z.infer<(typeof calls)[N]['output']>;
export type StreamInput<N extends StreamName> = z.infer<(typeof streams)[N]['input']>;
export type StreamEvent<N extends StreamName> = z.infer<(typeof streams)[N]['event']>;

/** Names answered by one process. */
export type CallsOf<H extends Host> = { [N in CallName]: (typeof calls)[N]['host'] extends H ? N : never }[CallName];
export type StreamsOf<H extends Host> = {
  [N in StreamName]: (typeof streams)[N]['host'] extends H ? N : never;
}[StreamName];

/** What a process must implement: a function a call, and a function a stream that pushes until aborted. */
export type CallHandlers<H extends Host> = {
  readonly [N in CallsOf<H>]: (
    input: CallInput<N>,
    context: { readonly signal: AbortSignal },
  ) => Promise<CallOutput<N>> | CallOutput<N>;
};
export type StreamHandlers<H extends Host> = {
  readonly [N in StreamsOf<H>]: (
    input: StreamInput<N>,
    context: { readonly signal: AbortSignal; readonly push: (event: StreamEvent<N>) => void },
  ) => Promise<void>;
};
