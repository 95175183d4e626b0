// Every call and stream between the window and the privileged side: the one list, declared by subject in `contract/`.
// Inputs are always parsed on the answering side, outputs in development and tests.
import type { z } from 'zod';
import { analysisCalls, analysisStreams } from './contract/analysis';
import { blobCalls, blobStreams } from './contract/blobs';
import { blobDetailCalls, blobDetailStreams } from './contract/blob-details';
import { blobPreviewCalls, blobPreviewStreams } from './contract/blob-preview';
import { connectionCalls, connectionStreams } from './contract/connections';
import type { CallDeclaration, Host } from './contract/declare';
import { hubCalls, hubStreams } from './contract/hubs';
import { identityCalls, identityStreams } from './contract/identities';
import { jobCalls, jobStreams } from './contract/jobs';
import { libraryCalls, libraryStreams } from './contract/library';
import { labCalls, labStreams } from './contract/lab';
import { measurementStreams, monitorCalls } from './contract/monitor';
import { stagedCalls, tableEditCalls } from './contract/table-edit';
import { tableCopyCalls, tableCopyStreams } from './contract/table-copy';
import { tableBulkCalls, tableBulkStreams } from './contract/table-bulk';
import { tableIndexCalls, tableIndexStreams } from './contract/table-indexes';
import { tableFileCalls, tableFileStreams } from './contract/table-files';
import { openedCalls, openedStreams } from './contract/opened';
import { syncCalls, syncStreams } from './contract/sync';
import { tableCalls } from './contract/tables';
import { transferCalls, transferStreams } from './contract/transfers';
import { callsOfMain } from './contract/main';

export type { PickedSource } from './contract/main';
export type { Host } from './contract/declare';

export const callsOfEngine = {
  ...connectionCalls,
  ...identityCalls,
  ...tableCalls,
  ...tableEditCalls,
  ...stagedCalls,
  ...analysisCalls,
  ...tableFileCalls,
  ...tableCopyCalls,
  ...tableBulkCalls,
  ...tableIndexCalls,
  ...blobCalls,
  ...blobDetailCalls,
  ...blobPreviewCalls,
  ...libraryCalls,
  ...jobCalls,
  ...transferCalls,
  ...syncCalls,
  ...hubCalls,
  ...openedCalls,
  ...monitorCalls,
  ...labCalls,
} as const satisfies Record<string, CallDeclaration<z.ZodType, z.ZodType, 'engine'>>;

export const calls = { ...callsOfMain, ...callsOfEngine } as const;

export const streams = {
  ...connectionStreams,
  ...identityStreams,
  ...analysisStreams,
  ...tableFileStreams,
  ...tableCopyStreams,
  ...tableBulkStreams,
  ...tableIndexStreams,
  ...blobStreams,
  ...blobDetailStreams,
  ...blobPreviewStreams,
  ...libraryStreams,
  ...jobStreams,
  ...transferStreams,
  ...syncStreams,
  ...hubStreams,
  ...openedStreams,
  ...labStreams,
  ...measurementStreams,
} as const;

export type CallName = keyof typeof calls;
export type StreamName = keyof typeof streams;
export type CallInput<N extends CallName> = z.infer<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = z.infer<(typeof calls)[N]['output']>;
export type StreamInput<N extends StreamName> = z.infer<(typeof streams)[N]['input']>;
export type StreamEvent<N extends StreamName> = z.infer<(typeof streams)[N]['event']>;

/** The names that one process answers. */
export type CallsOf<H extends Host> = { [N in CallName]: (typeof calls)[N]['host'] extends H ? N : never }[CallName];
export type StreamsOf<H extends Host> = {
  [N in StreamName]: (typeof streams)[N]['host'] extends H ? N : never;
}[StreamName];

/** What a process must implement: one function per call, and one per stream that pushes until aborted. */
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
