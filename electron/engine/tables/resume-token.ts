// The position of a query as an opaque text that users can save: bound to its query, and validated before it is used.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { Position, RowKeys } from './page';

export interface ResumePoint {
  /** One for each range of the query, in the order of the ranges. */
  readonly positions: readonly Position[];
  /** Rows up to this one are skipped, because part of the page was handed out before. */
  readonly after: RowKeys | null;
  /** Where the service promises no order: how many rows of the first page were handed out before. */
  readonly skip?: number;
}

/** What a token is bound to; used with anything else it would mix two results. */
export interface QueryIdentity {
  readonly accountName: string;
  readonly table: string;
  /** Of each range, in order. */
  readonly filters: readonly string[];
}

const version = 's1';

export function encodeToken(identity: QueryIdentity, point: ResumePoint): string {
  const payload: z.infer<typeof payloadShape> = {
    q: fingerprint(identity),
    p: point.positions.map(({ ...position }) => {
      if (position.kind === 'start') return 0;
      return position.kind === 'end' ? 1 : [position.partitionKey, position.rowKey];
    }),
    ...(point.after === null ? {} : { a: [point.after.partitionKey, point.after.rowKey] }),
    ...(point.skip === undefined ? {} : { k: point.skip }),
  };
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${version}.${body}.${digest(body)}`;
}

/** @throws StowageError `invalid.token` for damaged text and for a token of another query */
export function decodeToken(identity: QueryIdentity, token: string): ResumePoint {
  if (/^p\d+\./.test(token.trim())) {
    throw invalidToken(t`it is from a parallel read.`, t`Turn on “Read in parallel”, then continue.`);
  }
  const [, body = '', check] = /^s1\.([\w-]+)\.([0-9a-f]+)$/.exec(token.trim()) ?? [];
  if (check === undefined || digest(body) !== check) {
    throw invalidToken(t`it is damaged or not a continuation token of a query.`, t`Copy the complete token again.`);
  }
  const payload = payloadShape.safeParse(parsed(body));
  if (!payload.success) throw invalidToken(t`it was created by another version.`, t`Run the query from the start.`);
  const { q, p, a, k } = payload.data;
  if (q !== fingerprint(identity) || p.length !== identity.filters.length) {
    throw invalidToken(
      t`it belongs to another query.`,
      t`Use it with its own account, table and filter, or run this query from the start.`,
    );
  }
  return {
    positions: p.map((position): Position => {
      if (position === 0) return { kind: 'start' };
      return position === 1 ? { kind: 'end' } : { kind: 'at', partitionKey: position[0], rowKey: position[1] };
    }),
    after: a === undefined ? null : { partitionKey: a[0], rowKey: a[1] },
    ...(k === undefined ? {} : { skip: k }),
  };
}

/** Used for tokens that only the service found out to be invalid, too. */
export function invalidToken(problem: string, fix: string, cause?: unknown): StowageError {
  return new StowageError('invalid.token', `The continuation token cannot be used: ${problem} ${fix}`, {
    context: { field: 'token', problem, fix },
    cause,
  });
}

const payloadShape = z.object({
  q: z.string(),
  p: z.array(z.union([z.literal(0), z.literal(1), z.tuple([z.string(), z.string().nullable()])])),
  a: z.tuple([z.string(), z.string()]).optional(),
  k: z.int().nonnegative().optional(),
});

function fingerprint({ accountName, table, filters }: QueryIdentity): string {
  return digest(JSON.stringify([accountName, table.toLowerCase(), filters]));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
