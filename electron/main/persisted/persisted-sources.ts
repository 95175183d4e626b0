// Picked files that views return to after a restart: their tokens and paths, in a file of the state folder that only
// its owner can read. The window still learns nothing but the tokens.
import { z } from 'zod';
import { openPersistedValue } from './persisted-value';
import type { SourceRegistry, SourceUse } from './sources';

/** All of them were picked to be imported. */
const fileSchema = z.array(z.object({ token: z.string(), path: z.string() }));
const use: SourceUse = { pickedFor: 'import' };

export interface PersistedSources {
  /** The registry knows this file to import under its token from now on, even after a restart. Others are ignored. */
  keep(token: string): Promise<void>;
  /** As the registry, including what earlier runs stored. */
  resolve(token: string, use: SourceUse): Promise<string | null>;
}

/** Beyond this number the oldest are dropped. */
const maxRetained = 32;

/** Reads the file on demand. A damaged file is set aside and `log` is called. */
export function openPersistedSources(
  file: string,
  sources: SourceRegistry,
  { now, log }: { readonly now: () => Date; readonly log: (line: string) => void },
): PersistedSources {
  const persisted = openPersistedValue({
    path: file,
    schema: fileSchema,
    empty: [],
    now,
    onDamaged: (copy) => log(`The list of kept files could not be read and was set aside as ${copy}.`),
  });
  /** The registry knows them from then on. */
  const adopt = async (): Promise<void> => {
    for (const { token, path } of await persisted.read()) {
      if (sources.resolve(token, use) === null) sources.adopt(token, path, use);
    }
  };
  return {
    keep: async (token) => {
      await adopt();
      const path = sources.resolve(token, use);
      if (path === null) return;
      await persisted.change((all) =>
        all.at(-1)?.token === token
          ? all
          : [...all.filter((each) => each.token !== token), { token, path }].slice(-maxRetained),
      );
    },
    resolve: async (token, wanted) => {
      await adopt();
      return sources.resolve(token, wanted);
    },
  };
}
