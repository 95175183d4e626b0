// Which rights the requests of a job use: what the service accepts by a right explains what it refuses. Pure.
import type { StowageError } from '@shared/errors';
import type { DiskTaskKind, ResultOf, TaskKind, TaskOf } from '../worker/messages';

/** Staging a block proves nothing about committing, which needs the right to write tags and properties as well. */
export type Right = 'read' | 'read tags' | 'write' | 'commit' | 'read source' | 'read source tags' | 'delete source';

/** Receives the rights that requests used. */
export interface UsedRights {
  /** Remember it when a request begins and pass it to `accepted`. */
  readonly now: number;
  readonly accepted: (right: Right, since: number) => void;
  /** Part of this file was moved. */
  readonly movedPart: (f: number) => void;
  /** A request for this file was refused. */
  readonly rejected: (f: number, right: Right) => void;
}

type Kind = Exclude<TaskKind, DiskTaskKind>;

const rightsOf: Readonly<Record<Kind, readonly Right[]>> = {
  'put-blob': ['write', 'commit'],
  'put-block': ['write'],
  'put-block-list': ['commit', 'write'],
  'discard-blocks': ['commit', 'write'],
  'empty-blob': ['write', 'commit'],
  'get-properties': ['read'],
  'get-block-list': ['read'],
  'get-range': ['read'],
  'mend-range': ['read'],
  'compare-range': ['read'],
  'compare-blobs': ['read', 'read source'],
  'get-blob': ['read'],
  'read-blob': ['read'],
  'read-tags': ['read tags'],
  'copy-blob': ['write', 'commit', 'read source'],
  'copy-block': ['write', 'read source'],
  'carry-block': ['write', 'read source'],
  'delete-source': ['delete source'],
  'finish-file': [],
};

/**
 * The rights by which the service accepted the task; none when no request was sent, or when the service refused part of
 * it.
 */
export function rightsLetIn<K extends Kind>(kind: K, input: TaskOf<K>, result: ResultOf<K>): readonly Right[] {
  const outcome = 'outcome' in result ? result.outcome : undefined;
  if (outcome === 'refused') return none;
  // No request was sent for a target that exists, an empty file, or content that is the same already.
  if (kind === 'get-blob' && (outcome === 'there' || ('bytes' in input && input.bytes === 0))) return none;
  if (kind === 'put-blob' && outcome === 'same') return none;
  return rightsUsedBy(kind, input);
}

function rightsUsedBy<K extends Kind>(kind: K, input: TaskOf<K>): readonly Right[] {
  if (!('side' in input) || input.side !== 'source') return rightsOf[kind];
  return kind === 'read-tags' ? sourceTagsRead : sourceRead;
}

/** The right that was refused. For a task that uses several, the first that fits. */
export function deniedRightOf<K extends Kind>(kind: K, input: TaskOf<K>, { context }: StowageError): Right {
  const used = rightsUsedBy(kind, input);
  const isRead = String(context.operation ?? '').startsWith('Get');
  return used.find((right) => right.startsWith('read') === isRead) ?? used[0] ?? 'read';
}

const sourceRead = ['read source'] as const;
const sourceTagsRead = ['read source tags'] as const;
const none = [] as const;
