// Which rights the requests of a job use, so that what the service lets in by one of them explains what it refuses. Pure.
import type { StowageError } from '@shared/errors';
import type { DiskTaskKind, TaskKind, TaskOf } from '../worker/messages';

export type Right = 'read' | 'write' | 'read source' | 'delete source';

/** What requests tell of the rights that they used. */
export interface UsedRights {
  /** To be kept when a request begins. */
  readonly now: number;
  readonly accepted: (right: Right, since: number) => void;
  /** A part of this file was moved. */
  readonly movedPart: (f: number) => void;
  /** A request of this file was refused. */
  readonly refused: (f: number, right: Right) => void;
}

type Kind = Exclude<TaskKind, DiskTaskKind>;

const rightsOf: Readonly<Record<Kind, readonly Right[]>> = {
  'put-blob': ['write'],
  'put-block': ['write'],
  'put-block-list': ['write'],
  'get-properties': ['read'],
  'get-block-list': ['read'],
  'get-range': ['read'],
  'mend-range': ['read'],
  'compare-range': ['read'],
  'compare-blobs': ['read', 'read source'],
  'get-blob': ['read'],
  'read-blob': ['read'],
  'read-tags': ['read source'],
  'copy-blob': ['write', 'read source'],
  'copy-block': ['write', 'read source'],
  'carry-block': ['write', 'read source'],
  'delete-source': ['delete source'],
  'finish-file': [],
};

/** All that were used when the task was done. */
export function rightsUsedBy<K extends Kind>(kind: K, input: TaskOf<K>): readonly Right[] {
  return 'side' in input && input.side === 'source' ? sourceRead : rightsOf[kind];
}

/** The one that was refused. */
export function rightRefusedTo<K extends Kind>(kind: K, input: TaskOf<K>, { context }: StowageError): Right {
  const used = rightsUsedBy(kind, input);
  const isRead = String(context.operation ?? '').startsWith('Get');
  return used.find((right) => right.startsWith('read') === isRead) ?? used[0] ?? 'read';
}

const sourceRead = ['read source'] as const;
