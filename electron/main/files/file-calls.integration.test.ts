// What a window can access on disk: tokens for the files that the user picked, a file at a chosen path, and never a
// path.
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallName } from '@shared/ipc/contract';
import { openPersistedSources } from '../persisted/persisted-sources';
import { type SourceRegistry, createSourceRegistry } from '../persisted/sources';
import { createDragOut } from './drag-out';
import { fileCalls } from './file-calls';

let dir = '';
let sources: SourceRegistry;
/** The next choice of the user: paths, or null for none. */
let chosen: readonly string[] | null;
let suggested: string[];
let shown: string[];
let dragged: (readonly string[])[];
/** The path that the engine reports for the output of a job. */
let jobPath: string | null;
let closed: number;
/** Whether the user holds a mouse button down. */
let isPressed: boolean;
let call: (name: CallName, input?: object) => Promise<unknown>;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-files-'));
  let tokens = 0;
  sources = createSourceRegistry(() => `token-${(tokens += 1)}`);
  [chosen, suggested, shown, dragged, jobPath, closed, isPressed] = [null, [], [], [], null, 0, true];
  const calls = fileCalls(null as never, {
    request: {
      open: () => Promise.resolve(chosen ?? []),
      save: (name) => {
        suggested.push(name);
        return Promise.resolve(chosen?.[0] ?? null);
      },
    },
    fileManager: {
      showFile: (path) => shown.push(`file ${path}`),
      showFolder: async (path) => void shown.push(`folder ${path}`),
      openFile: async (path) => void shown.push(`open ${path}`),
    },
    print: (html) => Promise.resolve(Buffer.from(`PDF of ${html}`)),
    sources,
    persistedSources: openPersistedSources(join(dir, 'kept.json'), sources, {
      now: () => new Date(0),
      log: () => undefined,
    }),
    dragOut: createDragOut({
      dir: join(dir, 'out'),
      sources,
      newName: () => 'drag',
      startDrag: (paths) => Promise.resolve(void dragged.push(paths)),
    }),
    input: { isPressed: () => isPressed, take: () => isPressed },
    engine: {
      client: () => ({ call: () => Promise.resolve({ path: jobPath }), close: () => (closed += 1) }) as never,
    },
  });
  call = async (name, input = {}) => {
    const handler = calls[name as keyof typeof calls] as (input: object, context: object) => unknown;
    return handler(input, {});
  };
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const picks = [
  ['dialogs.pick-upload-sources', { kind: 'files' }, 'upload'],
  ['dialogs.pick-download-folder', {}, 'download'],
  ['dialogs.pick-moved-folder', {}, 'moved-sources'],
  ['dialogs.pick-import-file', {}, 'import'],
  ['dialogs.pick-settings-file', {}, 'settings-file'],
  ['dialogs.pick-undo-file', {}, 'undo-file'],
  ['dialogs.pick-verify-folder', {}, 'verify'],
  ['dialogs.pick-sync-folder', {}, 'sync'],
  ['dialogs.pick-join-file', {}, 'hub-join'],
  ['dialogs.pick-export-file', { suggestedName: 'rows.csv', pickedFor: 'export-rows' }, 'export-rows'],
  ['lab.pick-run-files', {}, 'lab-runs'],
  ['lab.pick-folder', {}, 'lab-folder'],
] as const;

describe('picking files', () => {
  it.each(picks)(
    '%s: returns a token to the window, and only main knows the path to the file',
    async (name, input, purpose) => {
      const path = join(dir, 'rows.csv');
      await writeFile(path, 'a,b');
      chosen = [path];
      const answer = JSON.stringify(await call(name, input));
      expect(answer).toContain('token-1');
      expect(answer).not.toContain(dir);
      expect(sources.resolve('token-1', { pickedFor: purpose })).toBe(path);
    },
  );

  it.each(picks)('%s: returns nothing when the user cancels', async (name, input, purpose) => {
    expect([null, []]).toContainEqual(await call(name, input));
    expect(sources.resolve('token-1', { pickedFor: purpose })).toBeNull();
  });
});

describe('saving a file', () => {
  const saves = [
    ['files.save-text', { text: 'héllo' }, 'héllo'],
    ['files.save-bytes', { base64: Buffer.from('bytes').toString('base64') }, 'bytes'],
    ['lab.save-pdf', { html: '<p>' }, 'PDF of <p>'],
  ] as const;

  it.each(saves)('%s: writes to the chosen path, whatever name the window suggests', async (name, what, text) => {
    await mkdir(join(dir, 'chosen'));
    chosen = [join(dir, 'chosen', 'kept')];
    expect(await call(name, { suggestedName: '../../elsewhere', ...what })).toEqual({ saved: true });
    expect(suggested).toEqual(['../../elsewhere']);
    expect(await readdir(dir)).toEqual(['chosen']);
    expect(await readFile(join(dir, 'chosen', 'kept'), 'utf8')).toBe(text);
  });

  it.each(saves)('%s: writes nothing when the user cancels', async (name, what) => {
    expect(await call(name, { suggestedName: 'kept', ...what })).toEqual({ saved: false });
    expect(await readdir(dir)).toEqual([]);
  });

  it('reports a failed write without revealing the path', async () => {
    chosen = [join(dir, 'no folder', 'kept')];
    const rejected = await call('files.save-text', { suggestedName: 'kept', text: '' }).catch(
      (error: unknown) => error,
    );
    expect(JSON.stringify((rejected as { toShape(): unknown }).toShape())).not.toContain(dir);
  });
});

describe('showing a file in the file manager', () => {
  it('shows the file that the engine reports for a job while it exists', async () => {
    jobPath = join(dir, 'rows.csv');
    await writeFile(jobPath, '');
    await call('shell.reveal-job-file', { jobId: 'a' });
    expect(shown).toEqual([`file ${jobPath}`]);
    expect(closed, 'the channel to the engine').toBe(1);
  });

  it.each([
    ['no file', () => null],
    ['one that is gone', () => join(dir, 'gone')],
    ['a folder', () => dir],
    ['a place without a root', () => relative(process.cwd(), import.meta.filename)],
  ])('shows nothing for %s', async (_what, path) => {
    jobPath = path();
    await expect(call('shell.reveal-job-file', { jobId: 'a' })).rejects.toMatchObject({ code: 'not-found.source' });
    expect(shown).toEqual([]);
    expect(closed).toBe(1);
  });
});

describe('dragging a file out', () => {
  it('drags only the file that was fetched for it, never a picked file', async () => {
    const path = join(dir, 'secret.txt');
    await writeFile(path, '');
    const { token } = await sources.register(path, { pickedFor: 'upload' });
    await expect(call('drag-out.hand-over', { token })).rejects.toMatchObject({ code: 'not-found.source' });
    const fetched = (await call('drag-out.prepare', { bytes: 0 })) as { readonly token: string };
    await writeFile(join(dir, 'out', 'drag', 'a.bin'), '');
    await call('drag-out.hand-over', { token: fetched.token });
    expect(dragged).toEqual([[join(dir, 'out', 'drag', 'a.bin')]]);
  });

  it('drag out: is rejected when the user holds no mouse button down', async () => {
    const { token } = (await call('drag-out.prepare', { bytes: 0 })) as { readonly token: string };
    isPressed = false;
    await expect(call('drag-out.hand-over', { token })).rejects.toMatchObject({ code: 'invalid.refused' });
    await expect(call('drag-out.prepare', { bytes: 0 })).rejects.toMatchObject({ code: 'invalid.refused' });
    expect(dragged).toEqual([]);
  });
});
