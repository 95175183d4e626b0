// What a timed run needs to continue in another process: its request, its timetable and what failed, one file for each
// beside the lock of the process that measures it. The rows are in the run itself, which is saved after every sample.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { sampleFailure } from '@shared/lab/timed/timetable';
import { parameterValues } from '@shared/lab/parameters';
import { namesIn } from '../../../disk/read-if-exists';
import { parsedJson, writeWhole } from '../../../disk/whole-file';
import { removeLock } from '../../journal/owner-lock';

const timedFile = z.object({
  id: z.string().regex(/^[a-z0-9-]{4,64}$/),
  name: z.string(),
  request: z.object({
    connectionId: z.string(),
    others: z.array(z.string()).optional(),
    /** The folder whose files are moved. */
    ownFolder: z.string().optional(),
    experimentId: z.string(),
    /** With a seed, which is changed by one from sample to sample. */
    parameters: parameterValues,
    node: z.string(),
    objectives: z.string().optional(),
    notes: z.string().optional(),
  }),
  timetable: z.object({ firstMs: z.number(), everyMs: z.number().positive(), samples: z.int().min(1) }),
  failures: z.array(sampleFailure),
});
export type TimedFile = z.infer<typeof timedFile>;

export interface TimedFiles {
  /** The oldest first; unreadable ones are left alone. */
  list(): Promise<readonly TimedFile[]>;
  read(id: string): Promise<TimedFile | null>;
  write(file: TimedFile): Promise<void>;
  /** With its lock. */
  remove(id: string): Promise<void>;
  lockOf(id: string): string;
}

export function createTimedFiles(folder: string): TimedFiles {
  const pathOf = (id: string): string => join(folder, `${id}.json`);
  const lockOf = (id: string): string => join(folder, `${id}.lock`);
  const read = async (id: string): Promise<TimedFile | null> => {
    const text = await readFile(pathOf(id), 'utf8').catch(() => '');
    const parsed = timedFile.safeParse(parsedJson(text));
    return parsed.success && parsed.data.id === id ? parsed.data : null;
  };
  return {
    lockOf,
    read,
    list: async () => {
      const names = (await namesIn(folder)).filter((name) => name.endsWith('.json')).sort();
      const files = await Promise.all(names.map((name) => read(name.slice(0, -'.json'.length))));
      return files.filter((file) => file !== null);
    },
    write: (file) => writeWhole(pathOf(file.id), `${JSON.stringify(file, null, 2)}\n`),
    remove: async (id) => {
      await rm(pathOf(id), { force: true });
      await removeLock(lockOf(id));
    },
  };
}
