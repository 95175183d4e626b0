// The rows of a bulk change as the preview read them, one per line: the run processes them and undo restores them. Each
// line is a lossless entity with its ETag.
import { type FileHandle, open } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import { parseEntityLine, renderEntityLine } from '@shared/import/entity-line';
import type { Entity } from '@shared/model/entity';
import { parsedJson } from '../../../disk/whole-file';
import { fileLines } from '../../../disk/file-lines';

/** How much of the file is valid. */
export interface PlanExtent {
  readonly rows: number;
  readonly bytes: number;
}

export interface PlannedRow {
  /** Position in the plan, from 0. */
  readonly index: number;
  readonly entity: Entity;
}

export class PlanWriter {
  readonly #file: FileHandle;
  #rows: number;
  #bytes: number;

  private constructor(file: FileHandle, { rows, bytes }: PlanExtent) {
    this.#file = file;
    this.#rows = rows;
    this.#bytes = bytes;
  }

  /** Continues after `extent` and discards the rest. Only the owner of the file can read it. */
  static async open(path: string, extent: PlanExtent = { rows: 0, bytes: 0 }): Promise<PlanWriter> {
    const file = await open(path, extent.bytes === 0 ? 'w' : 'r+', 0o600);
    await file.truncate(extent.bytes);
    return new PlanWriter(file, extent);
  }

  get extent(): PlanExtent {
    return { rows: this.#rows, bytes: this.#bytes };
  }

  async add(entities: readonly Entity[]): Promise<void> {
    const bytes = Buffer.from(entities.map(planLine).join(''), 'utf8');
    for (let written = 0; written < bytes.length;) {
      written += (await this.#file.write(bytes, written, bytes.length - written, this.#bytes + written)).bytesWritten;
    }
    this.#rows += entities.length;
    this.#bytes += bytes.length;
  }

  /** The rows are on disk when it resolves. */
  async close(): Promise<void> {
    try {
      await this.#file.sync();
    } finally {
      await this.#file.close();
    }
  }
}

/** The rows in order, from that index on. @throws StowageError `local.io` if the file is damaged */
export async function* plannedRows(
  path: string,
  { bytes }: PlanExtent,
  firstIndex = 0,
): AsyncGenerator<PlannedRow, void, undefined> {
  let index = 0;
  for await (const line of fileLines(path, bytes)) {
    if (index >= firstIndex) yield { index, entity: parsePlanLine(line, path) };
    index += 1;
  }
}

function planLine(entity: Entity): string {
  return `{"ETag":${JSON.stringify(entity.etag)},${renderEntityLine({ ...entity, timestamp: undefined }).slice(1)}\n`;
}

/** One line of a plan. @throws StowageError `local.io` */
export function parsePlanLine(line: Buffer, path: string): Entity {
  const parsed = parsedJson(line.toString('utf8'));
  const entity = parseEntityLine(parsed);
  if (entity === null) throw new StowageError('local.io', 'The list of rows is damaged.', { context: { path } });
  const { ETag } = parsed as { readonly ETag?: string };
  return { ...entity, timestamp: '', etag: ETag ?? '' };
}
