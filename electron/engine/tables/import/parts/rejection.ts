// Why a row is not written, as a text for users.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { rejectionText } from '../../rejection-text';
import type { RawRow } from '../rows/raw-row';
import type { SourceRow } from '../rows/source-row';

/** The description of a row in the file of rejected rows. */
export interface ReadRow extends Pick<SourceRow, 'index' | 'line'> {
  readonly raw: RawRow;
}

export interface RejectedSourceRow {
  readonly row: ReadRow;
  readonly code: string;
  readonly message: string;
}

export function reasonOf(error: StowageError): string {
  const { problem, field } = error.context;
  if (error.code === 'conflict.exists') return t`An entity with these keys already exists.`;
  if (error.code === 'conflict.etag-changed') return t`It changed after the import started and was not overwritten.`;
  return typeof problem === 'string' && typeof field === 'string' ? `${field}: ${problem}` : rejectionText(error);
}

/** The error of a run that stops at the first rejected row. */
export function stoppedBy({ row, code, message }: RejectedSourceRow): StowageError {
  const field = t`Line ${row.line}`;
  const known = code === 'conflict.exists' ? 'conflict.exists' : 'invalid.entity';
  return new StowageError(known, `${field}: ${message}`, {
    context: { field, problem: message, fix: t`Correct the row, or collect rejected rows.`, line: row.line },
  });
}
