// Picked files that views return to after a restart: their tokens and paths, in a file of the state folder that only
// its owner can read. The window still learns nothing but the tokens.
import { z } from 'zod';
import { openKeptValue } from './kept-value';
import type { SourceRegistry } from './sources';

const keptSchema = z.array(z.object({ token: z.string(), path: z.string() }));

export interface KeptSources {
  /** The registry knows the file under this token from now on, even after a restart. Unknown tokens are ignored. */
  keep(token: string): Promise<void>;
  /** As the registry, including what earlier runs stored. */
  resolve(token: string): Promise<string | null>;
}

/** Beyond this number the oldest are dropped. */
const mostKept = 32;

/** Reads the file on demand. A damaged file is set aside and `log` is called. */
export function openKeptSources(
  file: string,
  sources: SourceRegistry,
  { now, log }: { readonly now: () => Date; readonly log: (line: string) => void },
): KeptSources {
  const kept = openKeptValue({
    path: file,
    schema: keptSchema,
    empty: [],
    now,
    onDamaged: (copy) => log(`The list of kept files could not be read and was set aside as ${copy}.`),
  });
  /** The registry knows them from then on. */
  const adopt = async (): Promise<void> => {
    for (const { token, path } of await kept.read()) {
      if (sources.resolve(token) === null) sources.adopt(token, path);
    }
  };
  return {
    keep: async (token) => {
      await adopt();
      const path = sources.resolve(token);
      if (path === null) return;
      await kept.change((all) =>
        all.at(-1)?.token === token
          ? all
          : [...all.filter((each) => each.token !== token), { token, path }].slice(-mostKept),
      );
    },
    resolve: async (token) => {
      await adopt();
      return sources.resolve(token);
    },
  };
}
