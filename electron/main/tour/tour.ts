// Main's part of the guided tour: creates the files that it transfers and, when the app plays the tour unattended,
// describes each step on the terminal, saves a picture of the window, and quits with an exit code.
import type { CallHandlers, CallInput, CallsOf, PickedSource } from '@shared/ipc/contract';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedConnectionId } from '@shared/model/connection';
import type { SourceRegistry } from '../persisted/sources';
import type { BrowserWindow } from 'electron';

export type TourStep = CallInput<'tour.capture'>;

/** Of the window as it was when the tour failed. */
const failurePictureName = 'failed.png';

export interface Tour {
  readonly unattended: boolean;
  /** A file to upload, the same each time, and an empty folder to download into. */
  prepare(): Promise<{ readonly upload: PickedSource; readonly downloadFolder: PickedSource }>;
  /** Does nothing while a user watches. */
  capture(step: TourStep): Promise<void>;
  /** `failure` describes the failure in a sentence. */
  finished(failure: string | undefined): void;
  /** The window or its page is gone, so an unattended tour cannot continue. */
  broken(reason: string): void;
  /** Removes the files of an earlier tour and starts to wait for steps. */
  begin(): void;
}

export interface TourOptions {
  /** Where the pictures are saved; null while a user watches. */
  readonly picturesDir: string | null;
  /** Where the files that the tour transfers are created. */
  readonly cargoDir: string;
  readonly sources: SourceRegistry;
  /** A picture (PNG) of the window as it is painted now. */
  readonly picture: () => Promise<Buffer>;
  readonly print: (line: string) => void;
  /** Ends the app. */
  readonly exit: (code: number) => void;
  /** How long a step may take before the tour counts as stuck, in ms. */
  readonly stepLimitMs: number;
}

export function createTour(options: TourOptions): Tour {
  const { picturesDir } = options;
  let watchdog: NodeJS.Timeout | undefined;
  let ended = false;
  let lastStep = 'before its first step';
  let tidied: Promise<void> = Promise.resolve();

  const end = (failure: string | undefined): void => {
    if (picturesDir === null || ended) return;
    ended = true;
    clearTimeout(watchdog);
    if (failure === undefined) options.exit(0);
    else void fail(picturesDir, failure);
  };
  /** The picture shows what the tour was waiting for; a window that is gone has none. */
  const fail = async (folder: string, failure: string): Promise<void> => {
    options.print(`The tour failed ${lastStep}: ${failure}`);
    await mkdir(folder, { recursive: true })
      .then(options.picture)
      .then((picture) => writeFile(join(folder, failurePictureName), picture))
      .catch(() => undefined);
    options.exit(1);
  };
  const waitForNextStep = (): void => {
    if (picturesDir === null || ended) return;
    clearTimeout(watchdog);
    watchdog = setTimeout(
      () => end(`nothing happened for ${Math.round(options.stepLimitMs / 1000)} s.`),
      options.stepLimitMs,
    );
  };

  return {
    unattended: picturesDir !== null,
    prepare: async () => {
      await tidied;
      const downloadDir = join(options.cargoDir, 'downloads');
      await rm(downloadDir, { recursive: true, force: true });
      await mkdir(downloadDir, { recursive: true });
      const uploadPath = join(options.cargoDir, cargoFileName);
      await provideCargo(uploadPath);
      return {
        upload: await options.sources.register(uploadPath, { pickedFor: 'upload', connectionId: embeddedConnectionId }),
        downloadFolder: await options.sources.register(downloadDir, {
          pickedFor: 'download',
          connectionId: embeddedConnectionId,
        }),
      };
    },
    capture: async (step) => {
      if (picturesDir === null || ended) return;
      waitForNextStep();
      options.print(`${step.index}/${step.of} ${step.title} — ${step.text}`);
      await mkdir(picturesDir, { recursive: true });
      await writeFile(join(picturesDir, pictureName(step)), await options.picture());
      lastStep = `after step ${step.index}`;
      waitForNextStep();
    },
    finished: end,
    broken: end,
    begin: () => {
      // A file that cannot be removed is overwritten by the next tour.
      tidied = rm(options.cargoDir, { recursive: true, force: true }).catch(() => undefined);
      waitForNextStep();
    },
  };
}

/** The calls of the window that shows the tour. */
export function tourCalls(tour: Tour): Pick<CallHandlers<'main'>, Extract<CallsOf<'main'>, `tour.${string}`>> {
  return {
    'tour.capture': async (step) => {
      await tour.capture(step);
      return {};
    },
    'tour.finished': ({ failure }) => {
      tour.finished(failure);
      return {};
    },
    'tour.prepare': () => tour.prepare(),
  };
}

/** An intact file is reused, because it may still be uploading. */
async function provideCargo(path: string): Promise<void> {
  const bytes = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  if (bytes !== cargoBytes) await writeFile(path, cargoFile());
}

/** `03-prefix-query.png`: sorted by name is the order of the tour. */
export function pictureName(step: Pick<TourStep, 'index' | 'of' | 'id'>): string {
  const digits = Math.max(2, String(step.of).length);
  return `${String(step.index).padStart(digits, '0')}-${step.id}.png`;
}

/** Two animation frames: the first is requested before the pending paint, the second comes after it. */
const painted = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))';
const paintLimitMs = 2_000;

/**
 * PNG of the window's page. A hidden page does not paint, so its last state is used. Throws when there is no window, or
 * the image is empty.
 */
export async function pictureOf(window: BrowserWindow | null): Promise<Buffer> {
  if (window === null) throw new Error('there is no window');
  const contents = window.webContents;
  let limit: NodeJS.Timeout | undefined;
  const hidden = new Promise((resolve) => (limit = setTimeout(resolve, paintLimitMs)));
  await Promise.race([contents.executeJavaScript(painted), hidden]).finally(() => clearTimeout(limit));
  const picture = await contents.capturePage();
  if (picture.isEmpty()) throw new Error('the window has nothing to show');
  return picture.toPNG();
}

/** The file that the tour uploads and downloads again: the same bytes every time, and not compressible. */
const cargoFileName = 'harbour-survey.dat';
export const cargoBytes = 256 * 1024 * 1024;
const pieceBytes = 1024 * 1024;

/** `cargoBytes` long. Every MiB differs, so that a block at the wrong position cannot go unnoticed. */
function cargoFile(): Buffer {
  const file = Buffer.allocUnsafe(cargoBytes);
  let state = 0x9e3779b9;
  for (let at = 0; at < pieceBytes; at += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    file.writeInt32LE(state | 0, at);
  }
  for (let at = pieceBytes; at < cargoBytes; at += pieceBytes) {
    file.copy(file, at, 0, pieceBytes);
    file.writeUInt32LE(at / pieceBytes, at);
  }
  return file;
}
