// Describes what restoring an undo file would do. Pure.
import type { UndoFileCheck, UndoFileObstacle } from '@shared/model/undo-file';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { rowsOf } from './bulk-text';

/** `1,300 of 25,000 rows compared with the table`, `25,000 rows can be put back: 20,000 inserted, 5,000 replaced`. */
export function checkText({ state, file, rows, inserts, replaces, already }: UndoFileCheck): string {
  if (state === 'reading') return t`Reading: ${formatCount(rows)} of ${rowsOf(file.rows)} compared with the table`;
  const possible = inserts + replaces;
  const parts = [
    inserts === 0 ? '' : t`${formatCount(inserts)} inserted`,
    replaces === 0 ? '' : t`${formatCount(replaces)} replaced`,
  ].filter(Boolean);
  const how = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  const rest = already === 0 ? '' : t`, ${formatCount(already)} are as in the file already`;
  return t`${possible === 0 ? t`No row` : rowsOf(possible)} can be put back${how}${rest}`;
}

const obstacles: Readonly<Record<UndoFileObstacle['kind'], string>> = {
  changed: t`written to since the change. What is there now stays.`,
  exists: t`deleted by the change and there again. What is there now stays.`,
  gone: t`deleted since the change. They stay deleted.`,
};

export function obstacleText(kind: UndoFileObstacle['kind']): string {
  return obstacles[kind];
}

/** Rows that are worth a job: those in the way are tried as well, so that their ETag decides at the moment of writing. */
export function rowsToTry({ inserts, replaces, obstacles: inTheWay }: UndoFileCheck): number {
  return inserts + replaces + inTheWay.reduce((sum, { count }) => sum + count, 0);
}

/** What of the place is not what the file names; null where it is at home. */
export function elsewhereText({ elsewhere, file, endpoint, table }: UndoFileCheck): string | null {
  if (elsewhere.length === 0) return null;
  const from = t`The rows come from ${file.table} at ${file.endpoint}.`;
  return t`${from} This is ${table} at ${endpoint}.`;
}
