// Key changes across partitions that are in progress, one file each, so that an interrupted one is found again. When
// its file is gone, the move is over.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StowageError } from '@shared/errors';
import { entityKeys } from '@shared/model/edit';
import { entity, property } from '@shared/model/entity';
import { namesIn } from '../../../disk/read-if-exists';
import { type Journal, openJournal, readJournal, listOf } from '../../journal/journal-file';
import { ownedElsewhere, takeOwnership } from '../../journal/owner-lock';

const moveHead = z.object({
  kind: z.literal('move'),
  id: z.string(),
  /** The change in the undo file. */
  undoId: z.string(),
  connectionId: z.string(),
  table: z.string(),
  atMs: z.number(),
  before: entity,
  to: entityKeys,
  properties: z.array(property),
});
const moveRecord = z.discriminatedUnion('kind', [moveHead, z.object({ kind: z.literal('inserted') })]);
export type MoveHead = Omit<z.infer<typeof moveHead>, 'kind'>;

export interface JournaledMove extends MoveHead {
  readonly state: 'planned' | 'inserted';
}

/** A move that this process owns. */
export interface OpenMove {
  markInserted(): Promise<void>;
  /** It is finished, whether done or undone. */
  close(): Promise<void>;
  /** It stays interrupted. */
  abandon(): Promise<void>;
}

export interface MoveJournal {
  begin(head: MoveHead): Promise<OpenMove>;
  /** All moves that no living process runs. */
  interrupted(): Promise<readonly JournaledMove[]>;
  /** @throws StowageError `not-found.resource`, `conflict.other` while another process or call settles it */
  take(moveId: string): Promise<{ readonly move: OpenMove; readonly state: JournaledMove }>;
}

interface OwnedMove extends OpenMove {
  readonly journal: Journal<z.infer<typeof moveRecord>>;
}

const suffix = '.jsonl';

export function openMoveJournal(stateDir: string): MoveJournal {
  const folder = join(stateDir, 'moves');
  const pathOf = (id: string): string => join(folder, `${id}${suffix}`);
  const lockOf = (id: string): string => join(folder, `${id}.lock`);
  const running = new Set<string>();

  const own = async (id: string): Promise<OwnedMove> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const lock = running.has(id) ? null : await takeOwnership(lockOf(id));
    if (lock === null)
      throw new StowageError('conflict.other', 'The move is being settled.', { context: { move: id } });
    running.add(id);
    const free = (): Promise<void> => lock.release().finally(() => running.delete(id));
    const { journal } = await openJournal(pathOf(id), listOf(moveRecord)).catch(async (thrown: unknown) => {
      await free();
      throw thrown;
    });
    const release = async (): Promise<void> => {
      try {
        await journal.close();
      } finally {
        await free();
      }
    };
    return {
      journal,
      markInserted: () => journal.append([{ kind: 'inserted' }], 'synced'),
      close: async () => {
        try {
          await rm(pathOf(id), { force: true });
        } finally {
          await release();
        }
      },
      abandon: release,
    };
  };

  const read = async (id: string): Promise<JournaledMove | null> => {
    const [head, ...rest] = (await readJournal(pathOf(id), listOf(moveRecord))).records;
    if (head?.kind !== 'move') return null;
    const { kind: _, ...journaled } = head;
    return { ...journaled, state: rest.length > 0 ? 'inserted' : 'planned' };
  };

  return {
    begin: async (head) => {
      const move = await own(head.id);
      try {
        await move.journal.append([{ kind: 'move', ...head }], 'synced');
        return move;
      } catch (thrown) {
        // Nothing was sent: its record must not be offered for completion.
        await move.close();
        throw thrown;
      }
    },
    interrupted: async () => {
      const names = await namesIn(folder);
      const ids = names.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));
      const moves = await Promise.all(
        ids
          .filter((id) => !running.has(id))
          .map(async (id) => ((await ownedElsewhere(lockOf(id))) ? null : await read(id))),
      );
      return moves.filter((journaled): journaled is JournaledMove => journaled !== null);
    },
    take: async (moveId) => {
      const journaled = /^[\w-]+$/.test(moveId) ? await read(moveId) : null;
      if (journaled === null) {
        throw new StowageError('not-found.resource', 'There is no such move.', { context: { move: moveId } });
      }
      return { move: await own(moveId), state: journaled };
    },
  };
}
