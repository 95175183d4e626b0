// Reads a run of the lab from a file, whether it was made on this machine or another.
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { StowageError, invalidInput } from '@shared/errors';
import { type RunRecord, runRecord } from '@shared/lab/run';
import { t } from '@shared/strings/t';
import { MiB } from '@shared/units';

export const maxRunBytes = 256 * MiB;
/** The shortest take thirty times their text in memory once they are parsed. Half a million samples have fewer. */
const maxValues = 8_000_000;

/** @throws StowageError `invalid.input` if it is not a run, `local.not-found` */
export async function readRunFile(path: string): Promise<RunRecord> {
  const name = basename(path);
  try {
    const found = await stat(path);
    // A pipe or a device could be read for ever.
    if (!found.isFile()) throw notOfTheLab(name, t`it is not a file.`);
    if (found.size > maxRunBytes) {
      throw notOfTheLab(name, t`it is too large for a lab run.`);
    }
    return parseRun(await readFile(path, 'utf8'), name);
  } catch (thrown) {
    if (thrown instanceof StowageError) throw thrown;
    throw new StowageError('local.not-found', `${name} could not be read.`, { context: { path: name }, cause: thrown });
  }
}

/** @throws StowageError `invalid.input` that names the problem */
export function parseRun(text: string, name: string): RunRecord {
  if (hasMoreValues(text, maxValues)) throw notOfTheLab(name, t`it has more values than a lab run.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const parsed = runRecord.safeParse(value);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.join('.') ?? '';
  const problem = at === '' ? t`it is not a lab run.` : t`${at} is not valid in a lab run.`;
  throw notOfTheLab(name, problem);
}

/** Counts what separates and contains values, also in texts: real ones have few. */
function hasMoreValues(text: string, limit: number): boolean {
  let values = 0;
  for (let at = 0; at < text.length && values <= limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x2c || code === 0x5b || code === 0x7b) values += 1;
  }
  return values > limit;
}

function notOfTheLab(name: string, problem: string): StowageError {
  return invalidInput(name, problem, t`Choose a run.json written by the lab.`);
}
