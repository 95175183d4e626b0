// The format of an undo file that the user saved: a header that names the table, the rows with their previous content
// and the ETags that the change produced, and a last line with count and hash, without which the file is rejected.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { invalidInput } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { type UndoFileHead, undoFileHead } from '@shared/model/undo-file';
import { z } from 'zod';
import { t } from '@shared/strings/t';
import { parsedJson, writeBeside } from '../../../disk/whole-file';
import { fileLines } from '../../../disk/file-lines';
import { type PlanExtent, parsePlanLine } from './plan-file';

const undoFileEnd = z.object({ rows: z.int(), sha256: z.string() });

export interface UndoFile {
  readonly head: UndoFileHead;
  /**
   * Every row in order, several at a time. The last step throws if the file was truncated or altered.
   * @throws StowageError `invalid.input`
   */
  groups(rowsAtOnce: number): AsyncGenerator<readonly Entity[], void, undefined>;
}

/** Atomic. Throws what the file system throws. */
export async function saveUndoFile(
  head: UndoFileHead,
  plan: { readonly path: string; readonly extent: PlanExtent },
  path: string,
): Promise<void> {
  const write = async (file: FileHandle): Promise<void> => {
    const hash = createHash('sha256');
    const writeLine = async (line: Buffer): Promise<void> => {
      hash.update(line);
      await file.appendFile(line);
    };
    await writeLine(Buffer.from(`${JSON.stringify(head)}\n`, 'utf8'));
    for await (const line of fileLines(plan.path, plan.extent.bytes)) await writeLine(line);
    await file.appendFile(`${JSON.stringify({ rows: head.rows, sha256: hash.digest('hex') })}\n`);
  };
  await writeBeside(path, write, 0o600);
}

/** Reads the header. @throws StowageError `invalid.input` if it is not an undo file; what the file system throws */
export async function openUndoFile(path: string): Promise<UndoFile> {
  for await (const line of fileLines(path)) {
    const head = undoFileHead.safeParse(parsedJson(line.toString('utf8')));
    if (!head.success) break;
    return { head: head.data, groups: (rowsAtOnce) => readGroups(path, head.data, line, rowsAtOnce) };
  }
  throw invalidInput('Undo file', t`was not saved by this program.`, t`Choose a file written by “Save undo file…”.`);
}

async function* readGroups(
  path: string,
  head: UndoFileHead,
  firstLine: Buffer,
  rowsAtOnce: number,
): AsyncGenerator<readonly Entity[], void, undefined> {
  const hash = createHash('sha256').update(firstLine);
  let rows = 0;
  let lines = 0;
  let group: Entity[] = [];
  for await (const line of fileLines(path)) {
    lines += 1;
    if (lines === 1) continue;
    if (rows === head.rows) {
      const end = undoFileEnd.safeParse(parsedJson(line.toString('utf8')));
      if (!end.success || end.data.rows !== rows || end.data.sha256 !== hash.digest('hex')) throw damaged();
      if (group.length > 0) yield group;
      return;
    }
    hash.update(line);
    rows += 1;
    group.push(entityOf(line, path));
    if (group.length < rowsAtOnce) continue;
    yield group;
    group = [];
  }
  throw damaged();
}

function entityOf(line: Buffer, path: string): Entity {
  try {
    return parsePlanLine(line, path);
  } catch {
    throw damaged();
  }
}

function damaged(): Error {
  return invalidInput('Undo file', t`was truncated or changed after it was saved.`, t`Use another copy of the file.`);
}
