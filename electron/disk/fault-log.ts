// The fault log of this machine, for finding the cause of failures: a small plain-text file per process, without
// secrets. A full file is replaced by a new one, and the previous one is stored beside it. Nothing sends it anywhere.
// Main opens it before everything else: whatever this file imports delays the window.
import { appendFileSync, mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { redacted } from '@shared/redact';
import { visibleLine } from '@shared/visible-text';
import { homeAsTilde } from './home-as-tilde';

/** Each writes a separate file: two that write and rename one would lose lines of each other. */
export const faultLogWriters = ['main', 'engine'] as const;
export type FaultLogWriter = (typeof faultLogWriters)[number];

export interface FaultLogOptions {
  /** The state folder; the log is in a folder below it, created when there is something to write. */
  readonly stateDir: string;
  readonly writer: FaultLogWriter;
  /** Of the app. */
  readonly version: string;
  readonly now: () => Date;
}

/** A file is no larger than this, and there are two for each writer. */
export const largestFileBytes = 128 * 1024;
const longestEntry = 8 * 1024;

/**
 * Returns the function that writes one entry of any number of lines. An entry is on disk when the function returns,
 * because the process may be about to end.
 */
export function openFaultLog({ stateDir, writer, version, now }: FaultLogOptions): (text: string) => void {
  const { current, earlier } = faultLogFiles(stateDir, writer);
  const who = `${writer} ${process.pid} · Stowage ${version}, ${runtime()}, ${process.platform} ${process.arch}`;
  let bytes: number | null = null;
  let anybodys: ((text: string) => string) | null = null;

  const beginAnew = (): void => {
    try {
      renameSync(current, earlier);
    } catch {
      // The earlier file cannot be replaced, for instance because another program has it open. Preserving the new
      // entries matters more.
      writeFileSync(current, '', { mode: 0o600 });
    }
  };
  const append = (entry: string): void => {
    if (bytes === null) {
      mkdirSync(dirname(current), { recursive: true, mode: 0o700 });
      bytes = statSync(current, { throwIfNoEntry: false })?.size ?? 0;
    }
    const more = Buffer.byteLength(entry);
    if (bytes > 0 && bytes + more > largestFileBytes) {
      beginAnew();
      bytes = 0;
    }
    appendFileSync(current, entry, { mode: 0o600 });
    bytes += more;
  };

  return (text) => {
    try {
      anybodys ??= withoutHome();
      append([`${now().toISOString()} ${who}`, indented(sanitized(anybodys(text))), ''].join('\n'));
    } catch {
      // A log that cannot be written must not cause further faults. Callers also write to the terminal.
      bytes = null;
    }
  };
}

/** The paths for one writer, whether the files exist or not. */
export function faultLogFiles(
  stateDir: string,
  writer: FaultLogWriter,
): { readonly current: string; readonly earlier: string } {
  const folder = join(stateDir, 'fault-log');
  return { current: join(folder, `${writer}.log`), earlier: join(folder, `${writer}.earlier.log`) };
}

/** Every line break that some viewer might recognise. */
const lineEnd = /\r\n|[\n\r\u2028\u2029]/u;

/** Without secrets, of a text without the home folder. */
function sanitized(anybodys: string): string {
  const safe = redacted(anybodys).split(lineEnd).map(visibleLine).join('\n');
  return safe.length > longestEntry ? `${safe.slice(0, longestEntry)}…` : safe;
}

/**
 * Without the name of the logged-in user, which is part of most paths: of the folder, and of the target that it links
 * to.
 */
function withoutHome(): (text: string) => string {
  const caseOfPaths = process.platform === 'win32' || process.platform === 'darwin' ? 'any-case' : 'letters-count';
  return homeAsTilde([...found(homedir), ...found(() => realpathSync.native(homedir()))], caseOfPaths);
}

/** A system that cannot name its home folder must not prevent the entry from being written. */
function found(path: () => string): readonly string[] {
  try {
    return [path()];
  } catch {
    return [];
  }
}

/** Indents continuation lines so that none can be mistaken for the start of an entry. */
function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

function runtime(): string {
  const { electron, node } = process.versions;
  return electron === undefined ? `Node ${node}` : `Electron ${electron}`;
}
