// Applies a piece of the differences: each row with the ETag that it had when it was compared. A row that has changed
// since is reported and left alone, unless it already is as wanted.
import { canonicalRow } from '@shared/diff/canonical';
import { wantedProperties } from '@shared/diff/differences';
import { changesBetween } from '@shared/edit/changes';
import { StowageError } from '@shared/errors';
import type { StagedEdit } from '@shared/model/edit';
import type { Entity, Property } from '@shared/model/entity';
import type { Difference } from '@shared/model/table-diff';
import { t } from '@shared/strings/t';
import { type ApplyPorts, applyEdits } from '../edit/apply';
import type { EditTarget } from '../edit/write-request';
import { rejectionText } from '../rejection-text';
import { readEntity } from '../ambiguous-writes';
import { readMany } from '../read-many';

export interface RejectedDifference {
  readonly difference: Difference;
  readonly code: string;
  readonly message: string;
}

export interface AppliedPiece {
  readonly applied: number;
  /** Rows that already had the target state, because of an earlier attempt or another client. */
  readonly alreadySo: number;
  readonly rejected: readonly RejectedDifference[];
}

/** @throws StowageError for a failure that ends all writing; a part of the piece may then be applied */
export async function applyPiece(
  target: EditTarget,
  differences: readonly Difference[],
  leaveOut: ReadonlySet<string>,
  ports: ApplyPorts,
): Promise<AppliedPiece> {
  const piece = new Piece(target, leaveOut, ports);
  await piece.apply(differences);
  return piece;
}

class Piece implements AppliedPiece {
  applied = 0;
  alreadySo = 0;
  readonly rejected: RejectedDifference[] = [];
  readonly #target: EditTarget;
  readonly #leaveOut: ReadonlySet<string>;
  readonly #ports: ApplyPorts;

  constructor(target: EditTarget, leaveOut: ReadonlySet<string>, ports: ApplyPorts) {
    this.#target = target;
    this.#leaveOut = leaveOut;
    this.#ports = ports;
  }

  /** Operations of a transaction that failed because of another row are checked and sent again. */
  async apply(differences: readonly Difference[]): Promise<void> {
    let rest = differences;
    while (rest.length > 0) {
      const held = await this.#send(rest);
      if (held.length === rest.length) throw new StowageError('bug.unexpected', 'No difference was settled.');
      rest = await this.#stillAsCompared(held);
    }
  }

  /** @returns the differences that were not written because of another one */
  async #send(differences: readonly Difference[]): Promise<readonly Difference[]> {
    const edits = differences.map((found, index) => editFor(String(index), found, this.#leaveOut));
    const { violations, outcomes } = await applyEdits(this.#target, { edits, grouping: 'batches' }, this.#ports);
    const isSettled = new Set<Difference>();
    for (const { editId, field, problem } of violations) {
      const found = differences[Number(editId ?? -1)];
      if (found === undefined) throw new StowageError('bug.unexpected', `${field}: ${problem}`);
      if (isSettled.has(found)) continue;
      isSettled.add(found);
      this.rejected.push({ difference: found, code: 'invalid.entity', message: `${field}: ${problem}` });
    }
    for (const outcome of outcomes) {
      const found = differences[Number(outcome.editId)];
      if (found === undefined || outcome.kind === 'not-written') continue;
      isSettled.add(found);
      if (outcome.kind === 'applied') this.applied += 1;
      else if (outcome.kind === 'conflict') this.#meets(found, outcome.conflict.theirs);
      else {
        const error = StowageError.fromShape(outcome.error);
        if (!isAboutOneRow(error)) throw error;
        const stored = await readEntity(this.#target, found);
        if (this.#isAsWanted(found, stored)) this.alreadySo += 1;
        else this.rejected.push({ difference: found, code: error.code, message: rejectionText(error) });
      }
    }
    return differences.filter((found) => !isSettled.has(found));
  }

  /** Removes rows that have changed since, so that not each of them makes a transaction fail. */
  async #stillAsCompared(differences: readonly Difference[]): Promise<readonly Difference[]> {
    const { rows } = await readMany(this.#target, differences);
    const same: Difference[] = [];
    differences.forEach((found, index) => {
      const now = rows[index] ?? null;
      if ((now?.etag ?? null) === (found.right?.etag ?? null)) same.push(found);
      else this.#meets(found, now);
    });
    return same;
  }

  /** The row is not as it was when compared. */
  #meets(found: Difference, stored: Entity | null): void {
    if (this.#isAsWanted(found, stored)) {
      this.alreadySo += 1;
      return;
    }
    const text = found.right === null ? messages.exists : stored === null ? messages.deleted : messages.changed;
    this.rejected.push({ difference: found, code: text.code, message: text.message() });
  }

  #isAsWanted(found: Difference, stored: Entity | null): boolean {
    const wanted = wantedProperties(found, this.#leaveOut);
    if (stored === null || wanted === null) return stored === wanted;
    const text = (properties: readonly Property[]): string =>
      canonicalRow({ ...stored, properties: [...properties] }, (name) => !this.#leaveOut.has(name));
    return text(stored.properties) === text(wanted);
  }
}

const messages = {
  changed: { code: 'conflict.etag-changed', message: () => t`The row was changed after the comparison.` },
  deleted: { code: 'not-found.entity', message: () => t`The row was deleted after the comparison.` },
  exists: { code: 'conflict.exists', message: () => t`The row was created after the comparison.` },
} as const;

function editFor(id: string, found: Difference, leaveOut: ReadonlySet<string>): StagedEdit {
  const { partitionKey, rowKey, right } = found;
  const wanted = wantedProperties(found, leaveOut);
  if (right === null) {
    return { kind: 'insert', id, mode: 'insert', entity: { partitionKey, rowKey, properties: [...(wanted ?? [])] } };
  }
  const read: Entity = { partitionKey, rowKey, timestamp: '', etag: right.etag, properties: right.properties };
  const base = { id, read, readColumns: 'all', condition: 'as-read' } as const;
  if (wanted === null) return { kind: 'delete', ...base };
  return { kind: 'update', ...base, mode: 'replace', changes: changesBetween(right.properties, wanted) };
}

function isAboutOneRow({ kind, code }: StowageError): boolean {
  const isWhole = code === 'conflict.being-deleted' || code === 'conflict.indexed';
  return kind === 'invalid' || code === 'not-found.entity' || (kind === 'conflict' && !isWhole);
}
