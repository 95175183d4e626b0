// Decides whether a path such as `a%/%~` is what a download writes for a blob beside a folder of its name, or what
// somebody named a file: only the first has that folder, or file, beside it. Without the difference a file `a` and a file
// `a%/%~` would be stored as one blob.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type LiteralMarks, type NameRules, apartAt, blobNameOf, localSegments } from './names';

/** `literal`: marks without the neighbour that a download would have written them for. */
export interface MarksOfPath {
  readonly literal: LiteralMarks;
  /** Another file on this disk is stored under the name that this one would have. */
  readonly twin: 'none' | 'on this disk';
}

const mayHaveMark = /%[/\\]%~/u;

/** Null if the path has no marks, as almost every path. */
export async function marksOfPath(
  root: string,
  segments: readonly string[],
  kind: 'file' | 'folder',
  rules: NameRules,
): Promise<MarksOfPath | null> {
  if (!mayHaveMark.test(segments.join('/'))) return null;
  const literal = new Set<number>();
  let hasMarks = false;
  for (let at = 0; at < segments.length - 1; at += 1) {
    const name = apartAt(segments, at);
    if (name === null) continue;
    hasMarks = true;
    const above = join(root, ...segments.slice(0, at));
    const isFile = kind === 'file' && at + 2 === segments.length;
    if (!(await hasNeighbour(above, name, isFile ? 'folder' : 'file'))) literal.add(segments.length - at);
    at += 1;
  }
  if (!hasMarks) return null;
  if (literal.size === 0) return { literal, twin: 'none' };
  const back = localSegments(blobNameOf(segments, rules, 'uploadable', literal), rules);
  const isTaken = back.join('/') !== segments.join('/') && (await kindAt(join(root, ...back))) === 'file';
  return { literal, twin: isTaken ? 'on this disk' : 'none' };
}

/** `marksOfPath` of an absolute path that ends in this relative one. */
export async function marksOfRelative(
  { path, relativeName, kind }: { readonly path: string; readonly relativeName: string; readonly kind: string },
  naming: NameRules | 'earlier' | undefined,
): Promise<MarksOfPath | null> {
  if (naming === undefined || naming === 'earlier' || !mayHaveMark.test(relativeName)) return null;
  const root = path.slice(0, path.length - relativeName.length);
  return marksOfPath(root, relativeName.split('/'), kind === 'empty folder' ? 'folder' : 'file', naming);
}

/** A second mark is only used where the name with the first is a file as well. */
async function hasNeighbour(
  above: string,
  { name, tries }: { readonly name: string; readonly tries: number },
  other: 'file' | 'folder',
): Promise<boolean> {
  for (let marks = 0; marks < tries; marks += 1) {
    if ((await kindAt(join(above, name + '%'.repeat(marks)))) !== (marks === 0 ? other : 'file')) return false;
  }
  return true;
}

async function kindAt(path: string): Promise<'file' | 'folder' | 'none'> {
  const stats = await stat(path).catch(() => null);
  return stats === null ? 'none' : stats.isDirectory() ? 'folder' : 'file';
}
