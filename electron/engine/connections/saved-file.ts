// The file of saved connections: everything about them except their secrets. Written atomically; entries that cannot be
// parsed are set aside in a copy, and the others remain in use.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { createSerialQueue } from '@shared/serial-queue';
import { connectionIdentity, connectionMarking, sasScope, accountKeyName, s3Settings } from '@shared/model/connection';
import { tableServices } from '@shared/model/table-service';
import { visibleLine } from '@shared/visible-text';
import { readIfExists } from '../../disk/read-if-exists';
import { parsedJson, setAside, writeWhole } from '../../disk/whole-file';
import { whileOwned } from '../journal/while-owned';

/** `emulator`: the published key of the emulator, no secret. */
const savedConnection = z.object({
  id: z.string().min(1),
  /** Earlier versions saved names with invisible characters. */
  name: z.string().min(1).transform(visibleLine),
  kind: z.enum(['emulator', 'connection-string', 'account-key', 'sas', 'sign-in', 's3']),
  accountName: z.string(),
  endpoints: z.object({ blob: z.string().optional(), table: z.string().optional(), dfs: z.string().optional() }),
  credential: z.enum(['emulator', 'key', 'sas', 'token', 's3']),
  marking: connectionMarking,
  sas: sasScope.optional(),
  identity: connectionIdentity.optional(),
  s3: s3Settings.optional(),
  /** Found by its answers where the host did not reveal it. */
  tableService: z.enum(tableServices).optional(),
  /** Absent: the primary one. */
  keyInUse: accountKeyName.optional(),
});
export type SavedConnection = z.infer<typeof savedConnection>;

const savedFile = z.object({ version: z.literal(1), connections: z.array(z.unknown()) });

export interface SavedFile {
  /** The current contents of the file; empty when there is none. */
  read(): Promise<readonly SavedConnection[]>;
  /**
   * Reads the file again, so that changes of another process are preserved, applies `edit` and writes, while no other
   * process does. What `edit` throws leaves the file as it is.
   */
  change(edit: (all: readonly SavedConnection[]) => readonly SavedConnection[]): Promise<readonly SavedConnection[]>;
}

export interface SavedFileOptions {
  readonly path: string;
  /** Wall time in ms, for the name of a copy that is set aside. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export function openSavedFile(options: SavedFileOptions): SavedFile {
  const queue = createSerialQueue();
  return {
    read: () => queue.take(() => readConnections(options)),
    change: (edit) =>
      queue.take(() =>
        whileOwned(options.path, async () => {
          const changed = edit(await readConnections(options));
          await writeConnections(options.path, changed);
          return changed;
        }),
      ),
  };
}

async function readConnections(options: SavedFileOptions): Promise<readonly SavedConnection[]> {
  const text = await readIfExists(options.path, (path) => readFile(path, 'utf8'), null);
  if (text === null) return [];
  const file = savedFile.safeParse(parsedJson(text));
  const entries = file.success ? file.data.connections.map((entry) => savedConnection.safeParse(entry)) : [];
  const readable = entries.flatMap((entry) => (entry.success ? [entry.data] : []));
  if (!file.success || readable.length < entries.length) {
    const copy = await setAside(options.path, options.now());
    await writeConnections(options.path, readable);
    options.log(`The file of saved connections was damaged; a copy is at ${copy}. ${readable.length} could be read.`);
  }
  return readable;
}

function writeConnections(path: string, connections: readonly SavedConnection[]): Promise<void> {
  return writeWhole(path, `${JSON.stringify({ version: 1, connections }, null, 2)}\n`);
}
