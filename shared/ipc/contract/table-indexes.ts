// Secondary indexes of a table: which it has, and work on one of them.
import { z } from 'zod';
import { indexDefinition, indexProgress, indexWork } from '../../model/table-index';
import { type CallDeclaration, type StreamDeclaration, call, onTable, stream } from './declare';

export const tableIndexCalls = {
  /** As the table says now, by name. */
  /** `denied`: whether a credential that may not read them finds none, which is the default, or is reported. */
  'indexes.list': call(
    'engine',
    onTable.extend({ denied: z.enum(['as-none', 'reported']).optional() }),
    z.array(indexDefinition),
  ),
} as const satisfies Record<string, CallDeclaration>;

export const tableIndexStreams = {
  /**
   * One piece of work; its last event is `done`. Leaving the stream interrupts it: the definition then says so, and
   * repeating the work completes it. All but `verify` are rejected while the connection is locked.
   */
  'indexes.work': stream(
    'engine',
    onTable.extend({ work: indexWork, name: z.string(), /** For `create`. */ property: z.string().optional() }),
    indexProgress,
  ),
} as const satisfies Record<string, StreamDeclaration>;
