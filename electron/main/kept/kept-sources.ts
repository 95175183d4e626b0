// Picked files that views go back to after a restart of the app: their tokens and paths, in one file of the state folder
// that only its owner can read. The window learns no more of them than before: their tokens.
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file';
import type { SourceRegistry } from './sources';

const keptSchema = z.array(z.object({ token: z.string(), path: z.string() }));
type Kept = z.infer<typeof keptSchema>;

export interface KeptSources {
  /** From now on, and after a restart, the registry knows the file under this token. An unknown token is passed over. */
  keep(token: string): Promise<void>;
  /** As the registry, with what earlier runs kept. */
  resolve(token: string): Promise<string | null>;
}

/** The oldest give way. */
const mostKept = 32;

/** Reads the file when it is first needed. A damaged one is set aside; `log` says so. */
export function openKeptSources(
  file: string,
  sources: SourceRegistry,
  { now, log }: { readonly now: () => Date; readonly log: (line: string) => void },
): KeptSources {
  const load = async (): Promise<Kept> => {
    const content = await readJsonFile(file, keptSchema, now());
    if (content.state === 'damaged')
      log(`The list of kept files could not be read and was set aside as ${content.copy}.`);
    const kept = content.state === 'read' ? content.value : [];
    for (const { token, path } of kept) {
      if (sources.resolve(token) === null) sources.adopt(token, path);
    }
    return kept;
  };
  // One chain: a write starts from what the write before it left.
  let current: Promise<Kept> | undefined;
  const read = (): Promise<Kept> => (current ??= load());
  return {
    keep: async (token) => {
      const before = read();
      const after = before.then(async (kept) => {
        const path = sources.resolve(token);
        if (path === null || kept.at(-1)?.token === token) return kept;
        const next = [...kept.filter((each) => each.token !== token), { token, path }].slice(-mostKept);
        await writeJsonFile(file, next);
        return next;
      });
      current = after.catch(() => before);
      await after;
    },
    resolve: async (token) => {
      await read();
      return sources.resolve(token);
    },
  };
}
