// Picked files that views go back to after a restart of the app: their tokens and paths, in one file of the state folder
// that only its owner can read. The window learns no more of them than before: their tokens.
import { z } from 'zod';
import { openKeptValue } from './kept-value';
import type { SourceRegistry } from './sources';

const keptSchema = z.array(z.object({ token: z.string(), path: z.string() }));

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
  const kept = openKeptValue({
    ...{ path: file, schema: keptSchema, empty: [], now },
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
