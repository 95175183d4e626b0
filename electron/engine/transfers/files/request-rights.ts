// Which rights the requests of a job use, so that what the service lets in by one of them explains what it refuses. Pure.
import type { StowageError } from '@shared/errors';
import type { DiskTaskKind, ResultOf, TaskKind, TaskOf } from '../worker/messages';

/** What stages a block says nothing of who may commit it: that takes what the tags and settings of the blob take. */
export type Right = 'read' | 'write' | 'commit' | 'read source' | 'read source tags' | 'delete source';

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
  'put-blob': ['write', 'commit'],
  'put-block': ['write'],
  'put-block-list': ['commit', 'write'],
  'get-properties': ['read'],
  'get-block-list': ['read'],
  'get-range': ['read'],
  'mend-range': ['read'],
  'compare-range': ['read'],
  'compare-blobs': ['read', 'read source'],
  'get-blob': ['read'],
  'read-blob': ['read'],
  'read-tags': ['read source tags'],
  'copy-blob': ['write', 'commit', 'read source'],
  'copy-block': ['write', 'read source'],
  'carry-block': ['write', 'read source'],
  'delete-source': ['delete source'],
  'finish-file': [],
};

/** All by which the service let the task in; none where it is done without a request, or the service refused a part of it. */
export function rightsLetIn<K extends Kind>(kind: K, input: TaskOf<K>, result: ResultOf<K>): readonly Right[] {
  const outcome = 'outcome' in result ? result.outcome : undefined;
  if (outcome === 'refused') return none;
  // What is here already is not fetched, nor is what has no bytes, and what is the same there is not sent.
  if (kind === 'get-blob' && (outcome === 'there' || ('bytes' in input && input.bytes === 0))) return none;
  if (kind === 'put-blob' && outcome === 'same') return none;
  return rightsUsedBy(kind, input);
}

function rightsUsedBy<K extends Kind>(kind: K, input: TaskOf<K>): readonly Right[] {
  return 'side' in input && input.side === 'source' ? sourceRead : rightsOf[kind];
}

/** The one that was refused. Of a task that uses several, the first one that fits. */
export function rightRefusedTo<K extends Kind>(kind: K, input: TaskOf<K>, { context }: StowageError): Right {
  const used = rightsUsedBy(kind, input);
  const isRead = String(context.operation ?? '').startsWith('Get');
  return used.find((right) => right.startsWith('read') === isRead) ?? used[0] ?? 'read';
}

const sourceRead = ['read source'] as const;
const none = [] as const;
