// Private copies of blobs that another program has open: downloaded, watched for edits, saved back under the ETag that was
// read. Each has a folder of its own that only the user can read. A copy with edits outlives the app; any other is
// removed with it.
import { createHash, randomUUID } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { open, readFile, readdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { StowageError, invalidInput } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { openedCalls, openedStreams } from '@shared/ipc/contract/opened';
import { type OpenedCopy, maxOpenedBytes } from '@shared/model/opened';
import { t } from '@shared/strings/t';
import { MiB, formatBytes } from '@shared/units';
import { localError } from '../../disk/local-error';
import { makePrivateFolder } from '../../disk/make-folder';
import { readIfExists } from '../../disk/read-if-exists';
import { writeWhole } from '../../disk/whole-file';
import type { AccountSource } from '../azure/account';
import type { BlobAddress } from '../blobs/blob-path';
import { readRange } from '../blobs/preview/read-range';
import { readBlobProperties } from '../blobs/properties';
import { watchChanges } from '../watch-changes';
import { rewriteBlob } from './rewrite-blob';

export interface OpenedPorts {
  readonly accounts: AccountSource;
  readonly stateDir: string;
  readonly log: (line: string) => void;
  /** `left`: they belong to an app that may run beside this process. */
  readonly earlierCopies: 'taken' | 'left';
  /** The name that the file of a blob gets on this disk. */
  readonly fileNameOf: (blobName: string) => string;
}

const stored = z.object({
  connectionId: z.string(),
  container: z.string(),
  name: z.string(),
  file: z.string(),
  etag: z.string(),
  md5: z.string(),
});

/** A copy with the version of the blob that it equals while it is unchanged. */
interface Copy extends z.infer<typeof stored> {
  readonly id: string;
  state: OpenedCopy['state'];
  error: StowageError | null;
  watcher: FSWatcher | null;
  timer: NodeJS.Timeout | null;
}

const rangeBytes = 4 * MiB;
/** Programs write in several steps, and replace the file at the end. */
const settleMs = 400;
/** A program that never stops writing is not waited for any longer. */
const maxSettles = 25;
const metaName = 'copy.json';
/** What the system would run instead of showing. */
const programs: ReadonlySet<string> = new Set(
  [
    ...['appimage', 'app', 'application', 'appref-ms', 'bash', 'bat', 'cmd', 'com', 'command', 'cpl', 'csh', 'deb'],
    ...['desktop', 'dll', 'dmg', 'exe', 'fish', 'gadget', 'hta', 'inf', 'ins', 'jar', 'js', 'jse', 'ksh', 'lnk', 'mjs'],
    ...['msc', 'msi', 'msp', 'mst', 'pif', 'pkg', 'pl', 'ps1', 'psm1', 'py', 'pyw', 'rb', 'reg', 'rpm', 'run', 'scf'],
    ...['scr', 'sct', 'sh', 'shb', 'terminal', 'tool', 'url', 'vb', 'vbe', 'vbs', 'webloc', 'workflow', 'ws', 'wsc'],
    ...['wsf', 'wsh', 'xbap', 'zsh'],
  ].map((extension) => `.${extension}`),
);

export class OpenedCopies {
  readonly calls: Pick<CallHandlers<'engine'>, keyof typeof openedCalls>;
  readonly streams: Pick<StreamHandlers<'engine'>, keyof typeof openedStreams>;
  /** Resolves when the copies that an earlier process has left are listed or removed. */
  readonly recovered: Promise<void>;
  readonly #ports: OpenedPorts;
  readonly #folder: string;
  readonly #copies = new Map<string, Copy>();
  readonly #listeners = new Set<() => void>();

  constructor(ports: OpenedPorts) {
    this.#ports = ports;
    this.#folder = join(ports.stateDir, 'opened');
    this.calls = this.#calls();
    this.streams = {
      'opened.watch': async (_, { signal, push }) => {
        await this.recovered;
        await watchChanges(signal, this.#listeners, async () => push([...this.#copies.values()].map(shown)));
      },
    };
    this.recovered = (ports.earlierCopies === 'left' ? Promise.resolve() : this.#recover()).catch((thrown: unknown) => {
      ports.log(`Opened copies could not be read: ${StowageError.from(thrown).message}`);
    });
  }

  /** Removes the copies that have no edits. */
  async dispose(): Promise<void> {
    await this.recovered;
    for (const copy of this.#copies.values()) {
      copy.watcher?.close();
      if (copy.timer !== null) clearTimeout(copy.timer);
      await this.#compare(copy);
      if (copy.state === 'unchanged') await rm(this.#folderOf(copy.id), { recursive: true, force: true });
    }
  }

  #calls(): OpenedCopies['calls'] {
    const { accounts } = this.#ports;
    return {
      'opened.write-text': async ({ connectionId, text, etag, as, ...blob }, { signal }) => {
        const account = await accounts.openForWriting(connectionId);
        return rewriteBlob(account, blob, { bytes: Buffer.from(text, 'utf8'), etag, as }, signal);
      },
      'opened.copy': async ({ connectionId, ...blob }, { signal }) =>
        shown(await this.#download(connectionId, blob, signal)),
      'opened.path': ({ copyId }) => {
        const copy = this.#copies.get(copyId);
        return { path: copy === undefined ? null : this.#pathOf(copy) };
      },
      'opened.save': async ({ copyId, how, as }, { signal }) => {
        await this.#save(this.#copy(copyId), how, as, signal);
        return {};
      },
      'opened.discard': async ({ copyId }) => {
        const copy = this.#copies.get(copyId);
        if (copy !== undefined) await this.#remove(copy);
        return {};
      },
    };
  }

  async #download(connectionId: string, blob: BlobAddress, signal: AbortSignal): Promise<Copy> {
    const known = [...this.#copies.values()].find(
      (copy) => copy.connectionId === connectionId && copy.container === blob.container && copy.name === blob.name,
    );
    if (known !== undefined && known.state !== 'unchanged') return known;
    if (known !== undefined) await this.#remove(known);
    const file = this.#ports.fileNameOf(blob.name);
    if (programs.has(extname(file).toLowerCase())) {
      throw invalidInput(
        'Blob',
        t`“${file}” is a program or a script, which the system would run.`,
        t`Download it instead.`,
      );
    }
    const account = await this.#ports.accounts.open(connectionId);
    const { bytes, etag, lastModified } = await readBlobProperties(account, blob.container, blob.name, signal);
    if (bytes > maxOpenedBytes) {
      throw invalidInput(
        'Blob',
        t`it has ${formatBytes(bytes)}; up to ${formatBytes(maxOpenedBytes)} can be opened.`,
        t`Download it instead.`,
      );
    }
    const id = randomUUID();
    await makePrivateFolder(this.#folderOf(id));
    const copy: Copy = {
      id,
      connectionId,
      ...blob,
      file,
      etag,
      md5: '',
      state: 'unchanged',
      error: null,
      watcher: null,
      timer: null,
    };
    try {
      const handle = await open(this.#pathOf(copy), 'wx', 0o600);
      const hash = createHash('md5');
      try {
        for (let offset = 0; offset < bytes; offset += rangeBytes) {
          const length = Math.min(rangeBytes, bytes - offset);
          const piece = await readRange(account, { ...blob, etag, lastModified }, { offset, length }, signal);
          hash.update(piece);
          // Unlike `write`, it writes all of it or fails.
          await handle.writeFile(piece);
        }
      } finally {
        await handle.close();
      }
      const whole = { ...copy, md5: hash.digest('base64') };
      await this.#list(whole);
      return whole;
    } catch (thrown) {
      await rm(this.#folderOf(id), { recursive: true, force: true });
      throw localError(thrown, file);
    }
  }

  async #list(copy: Copy): Promise<void> {
    await this.#writeMeta(copy);
    this.#watch(copy);
    this.#copies.set(copy.id, copy);
    this.#changed();
  }

  async #writeMeta({ id, connectionId, container, name, file, etag, md5 }: Copy): Promise<void> {
    const text = JSON.stringify({ connectionId, container, name, file, etag, md5 });
    await writeWhole(join(this.#folderOf(id), metaName), text);
  }

  /** The folder is watched, because programs replace the file. */
  #watch(copy: Copy): void {
    copy.watcher = watch(this.#folderOf(copy.id), () => {
      if (copy.timer !== null) clearTimeout(copy.timer);
      copy.timer = setTimeout(() => {
        copy.timer = null;
        void this.#compare(copy);
      }, settleMs);
      copy.timer.unref();
    });
    copy.watcher.on('error', () => undefined);
    copy.watcher.unref();
  }

  /** Whether its bytes are still those that were read. A file that is missing for a moment says nothing. */
  async #compare(copy: Copy): Promise<void> {
    if (copy.state === 'saving') return;
    const bytes = await readFile(this.#pathOf(copy)).catch(() => null);
    if (bytes === null) return;
    const isEdited = md5Of(bytes) !== copy.md5;
    const state = isEdited ? (copy.state === 'conflict' ? 'conflict' : 'edited') : 'unchanged';
    if (state === copy.state) return;
    copy.state = state;
    this.#changed();
  }

  async #save(
    copy: Copy,
    how: 'if-unchanged' | 'overwrite',
    as: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const before = copy.state;
    copy.state = 'saving';
    copy.error = null;
    this.#changed();
    try {
      const account = await this.#ports.accounts.openForWriting(copy.connectionId);
      const bytes = await this.#written(copy, signal);
      const { container, name } = copy;
      const { etag } = await rewriteBlob(
        account,
        { container, name },
        { bytes, etag: how === 'overwrite' ? null : copy.etag, as },
        signal,
      );
      if (as !== undefined) {
        copy.state = before;
        await this.#remove(copy);
        return;
      }
      // It may be edited again meanwhile.
      this.#copies.delete(copy.id);
      copy.watcher?.close();
      if (copy.timer !== null) clearTimeout(copy.timer);
      const saved: Copy = { ...copy, etag, md5: md5Of(bytes), state: 'unchanged', watcher: null, timer: null };
      await this.#list(saved);
      await this.#compare(saved);
    } catch (thrown) {
      const error = StowageError.from(thrown);
      const isConflict = error.code === 'conflict.etag-changed';
      copy.state = isConflict ? 'conflict' : before === 'conflict' ? 'conflict' : 'edited';
      copy.error = isConflict ? null : error;
      this.#changed();
      if (!isConflict) throw error;
    }
  }

  /** What the other program has written, once it has not written for a moment: it may have emptied the file first. */
  async #written(copy: Copy, signal: AbortSignal): Promise<Buffer> {
    for (let round = 0; copy.timer !== null && round < maxSettles; round += 1) {
      await delay(settleMs, undefined, { signal });
    }
    try {
      return await readFile(this.#pathOf(copy));
    } catch (thrown) {
      throw localError(thrown, this.#pathOf(copy));
    }
  }

  async #remove(copy: Copy): Promise<void> {
    copy.watcher?.close();
    if (copy.timer !== null) clearTimeout(copy.timer);
    this.#copies.delete(copy.id);
    await rm(this.#folderOf(copy.id), { recursive: true, force: true });
    this.#changed();
  }

  async #recover(): Promise<void> {
    for (const id of await readdir(this.#folder).catch(() => [])) {
      const text = await readIfExists(join(this.#folderOf(id), metaName), (path) => readFile(path, 'utf8'), null);
      // Its download did not end.
      if (text === null) {
        await rm(this.#folderOf(id), { recursive: true, force: true });
        continue;
      }
      const meta = stored.safeParse(parsed(text));
      // It may have edits.
      if (!meta.success) {
        this.#ports.log(`An opened copy is left alone, because ${metaName} in ${this.#folderOf(id)} is damaged.`);
        continue;
      }
      const copy: Copy = { id, ...meta.data, state: 'unchanged', error: null, watcher: null, timer: null };
      await this.#compare(copy);
      if (copy.state === 'unchanged') await rm(this.#folderOf(id), { recursive: true, force: true });
      else await this.#list(copy);
    }
  }

  #copy(copyId: string): Copy {
    const copy = this.#copies.get(copyId);
    if (copy !== undefined) return copy;
    throw new StowageError('not-found.source', 'The copy is no longer there.', { context: { copy: copyId } });
  }

  #folderOf(id: string): string {
    return join(this.#folder, id);
  }

  #pathOf({ id, file }: Pick<Copy, 'id' | 'file'>): string {
    return join(this.#folderOf(id), file === metaName ? `_${file}` : file);
  }

  #changed(): void {
    for (const listen of this.#listeners) listen();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64');

function shown({ id, connectionId, container, name, state, error }: Copy): OpenedCopy {
  return { id, connectionId, container, name, state, error: error?.toShape() ?? null };
}
