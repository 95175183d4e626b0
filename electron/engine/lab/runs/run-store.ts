// Runs on disk: one folder each, with run.json, data.csv and a head that can be listed quickly. Written completely or
// not at all; unreadable runs are left alone and not listed.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import { type RunHead, type RunRecord, runHead } from '@shared/lab/run';
import { runCsv, runJson } from '@shared/lab/run-files';
import { namesIn } from '../../../disk/read-if-exists';
import { writeWhole } from '../../../disk/whole-file';
import { parseRun } from './run-file';

export interface RunStore {
  /** Newest first. */
  list(): Promise<RunHead[]>;
  /** @throws StowageError `not-found.resource` */
  read(id: string): Promise<RunRecord>;
  save(run: RunRecord): Promise<void>;
  rename(id: string, name: string): Promise<void>;
  remove(id: string): Promise<void>;
}

const idForm = /^[a-z0-9-]{4,64}$/;

export function createRunStore(folder: string): RunStore {
  const pathOf = (id: string): string => {
    if (!idForm.test(id)) throw noSuchRun(id);
    return join(folder, id);
  };
  const save = async (run: RunRecord): Promise<void> => {
    const path = pathOf(run.id);
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeWhole(join(path, 'run.json'), runJson(run));
    await writeWhole(join(path, 'data.csv'), runCsv(run));
    await writeWhole(join(path, 'head.json'), `${JSON.stringify(headOf(run))}\n`);
  };
  const read = async (id: string): Promise<RunRecord> => {
    let text: string;
    try {
      text = await readFile(join(pathOf(id), 'run.json'), 'utf8');
    } catch (cause) {
      throw noSuchRun(id, cause);
    }
    return parseRun(text, id);
  };
  return {
    save,
    read,
    list: async () => {
      const heads: RunHead[] = [];
      for (const name of await namesIn(folder)) {
        const head = runHead.safeParse(await jsonIn(join(folder, name, 'head.json')));
        if (head.success && head.data.id === name) heads.push(head.data);
      }
      return heads.sort((a, b) => b.startedAtMs - a.startedAtMs);
    },
    rename: async (id, name) => save({ ...(await read(id)), name }),
    remove: async (id) => rm(pathOf(id), { recursive: true, force: true }),
  };
}

export function headOf({ columns: _columns, rows: _rows, ...head }: RunRecord): RunHead {
  return head;
}

function noSuchRun(id: string, cause?: unknown): StowageError {
  return new StowageError('not-found.resource', 'There is no such run.', { context: { run: id }, cause });
}

async function jsonIn(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}
