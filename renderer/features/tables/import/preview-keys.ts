// The keys of the first rows of an input, updated while the expression is typed. Pure.
import { StowageError } from '@shared/errors';
import { type KeyPart, evaluateKey, parseKeyExpression } from '@shared/import/key-expression';
import type { ImportPreview } from '@shared/model/table-import';
import { checkKey } from '@shared/query/key-rules';
import { t } from '@shared/strings/t';
import { type KeyDraft, type KeyName, keyProblem } from './import-draft';

/** `made`: a key of its own for every row that is made when it is written. */
export type PreviewKey =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'made' }
  | { readonly kind: 'problem'; readonly problem: string }
  | { readonly kind: 'unknown' };

/** One for each row of the preview, in its order. */
export function previewKeys(
  name: KeyName,
  draft: KeyDraft,
  preview: Pick<ImportPreview, 'columns' | 'rows'>,
  zone?: string,
): readonly PreviewKey[] {
  const { columns, rows } = preview;
  if (draft.kind === 'guid') return rows.map(() => ({ kind: 'made' }));
  if (draft.kind === 'none' || keyProblem(name, draft, columns) !== null) return rows.map(() => ({ kind: 'unknown' }));
  const names = columns.map((column) => column.name);
  const parts: readonly KeyPart[] | null =
    draft.kind === 'expression' ? parseKeyExpression(name, draft.expression, names) : null;
  const column = draft.kind === 'column' ? names.indexOf(draft.column) : -1;
  return rows.map((row): PreviewKey => {
    const made =
      parts === null
        ? textKey(row[column] ?? null)
        : evaluateKey(parts, (wanted) => row[names.indexOf(wanted)] ?? null, {
            zone,
            // Each row gets its own when it is written.
            guid: () => '…',
          });
    if (made.kind === 'problem') return { kind: 'problem', problem: t`Column ${made.column} ${made.problem}.` };
    return checked(name, made.key);
  });

  function textKey(text: string | null): ReturnType<typeof evaluateKey> {
    return text === null
      ? { kind: 'problem', column: names[column] ?? '', problem: t`is missing` }
      : { kind: 'key', key: text };
  }
}

function checked(name: KeyName, key: string): PreviewKey {
  try {
    checkKey(name, key);
    return { kind: 'key', key };
  } catch (thrown) {
    return { kind: 'problem', problem: StowageError.from(thrown).message };
  }
}
