// The position of a parallel scan as a text that users can save: every unfinished range with its continuation token.
// Compressed, because keys of adjacent ranges are much alike.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { t } from '@shared/strings/t';
import type { Position, RowKeys } from '../page';
import { type QueryIdentity, invalidToken } from '../resume-token';
import type { KeyRange } from './key-range';

export interface RangeCheckpoint {
  readonly range: KeyRange;
  readonly position: Position;
}

export interface ScanCheckpoint {
  /** In key order; the gaps between them are finished. */
  readonly ranges: readonly RangeCheckpoint[];
  /** Rows of the first range up to this one have been handed out. */
  readonly after: RowKeys | null;
}

/** Longer text cannot be a token of ours and is not decompressed. */
const maxCharacters = 200_000;
const maxPackedRangesBytes = 4_000_000;

export function encodeScanToken(identity: QueryIdentity, { ranges, after }: ScanCheckpoint): string {
  const payload: z.infer<typeof payloadShape> = {
    q: fingerprint(identity),
    r: ranges.map(({ range, position }) => [
      range.partitionKey,
      range.from === null ? null : [range.from.value, range.from.inclusive],
      range.to === null ? null : [range.to.value, range.to.inclusive],
      position.kind === 'at' ? [position.partitionKey, position.rowKey] : null,
    ]),
    ...(after === null ? {} : { a: [after.partitionKey, after.rowKey] }),
  };
  const body = deflateRawSync(Buffer.from(JSON.stringify(payload))).toString('base64url');
  return `p1.${body}.${digest(body)}`;
}

/** @throws StowageError `invalid.token` for damaged text and for a token of another query or reading */
export function decodeScanToken(identity: QueryIdentity, token: string): ScanCheckpoint {
  const text = token.trim();
  if (/^s\d+\./.test(text)) {
    throw invalidToken(t`it is from a read that was not parallel.`, t`Turn off “Read in parallel”, then continue.`);
  }
  const [, body = '', check] = (text.length > maxCharacters ? null : /^p1\.([\w-]+)\.([0-9a-f]+)$/.exec(text)) ?? [];
  if (check === undefined || digest(body) !== check) {
    throw invalidToken(t`it is damaged or not a continuation token of a query.`, t`Copy the complete token again.`);
  }
  const payload = payloadShape.safeParse(unpacked(body));
  if (!payload.success) throw invalidToken(t`it was created by another version.`, t`Run the query from the start.`);
  const { q, r, a } = payload.data;
  if (q !== fingerprint(identity)) {
    throw invalidToken(
      t`it belongs to another query.`,
      t`Use it with its own account, table and filter, or run this query from the start.`,
    );
  }
  const end = (of: readonly [string, boolean] | null): KeyRange['from'] =>
    of === null ? null : { value: of[0], inclusive: of[1] };
  return {
    ranges: r.map(([partitionKey, from, to, at]) => ({
      range: { partitionKey, from: end(from), to: end(to) },
      position: at === null ? { kind: 'start' } : { kind: 'at', partitionKey: at[0], rowKey: at[1] },
    })),
    after: a === undefined ? null : { partitionKey: a[0], rowKey: a[1] },
  };
}

const bound = z.tuple([z.string(), z.boolean()]).nullable();
const payloadShape = z.object({
  q: z.string(),
  r: z.array(z.tuple([z.string().nullable(), bound, bound, z.tuple([z.string(), z.string().nullable()]).nullable()])),
  a: z.tuple([z.string(), z.string()]).optional(),
});

function fingerprint({ accountName, table, filters }: QueryIdentity): string {
  return digest(JSON.stringify(['parallel', accountName, table.toLowerCase(), filters]));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function unpacked(body: string): unknown {
  try {
    const bytes = inflateRawSync(Buffer.from(body, 'base64url'), { maxOutputLength: maxPackedRangesBytes });
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
