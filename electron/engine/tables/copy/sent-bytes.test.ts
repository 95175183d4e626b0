import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EdmValue, Entity } from '@shared/model/entity';
import { MiB } from '@shared/units';
import { type PlannedOperation, batchLimits, batchOperation, BatchPlanner, renderBatch } from '../batch';
import { sentBytes } from './sent-bytes';

/** Texts that are longer in a request than in the store. */
const longer = ['漢', '\u0001', '"', '\u2028', '🙂', "'", 'ü', 'a'];
const texts = fc.tuple(fc.constantFrom(...longer), fc.nat({ max: 300 })).map(([one, times]) => one.repeat(times));
const values = fc.oneof(
  texts.map((value): EdmValue => ({ type: 'Edm.String', value })),
  fc
    .nat({ max: 300 })
    .map((size): EdmValue => ({ type: 'Edm.Binary', value: Buffer.alloc(size, 7).toString('base64') })),
  fc.constantFrom<EdmValue>(
    { type: 'Edm.Boolean', value: false },
    { type: 'Edm.Int64', value: '-9223372036854775808' },
    { type: 'Edm.Double', value: '-2.2250738585072014E-308' },
    { type: 'Edm.Guid', value: '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e' },
    { type: 'Edm.DateTime', value: '9999-12-31T23:59:59.9999999Z' },
  ),
);
const keys = fc.string({ unit: fc.constantFrom('a', '漢', "'", '🙂', ' '), maxLength: 256 });
const rows = fc
  .record({ partitionKey: fc.constant("漢'".repeat(256)), rowKey: keys, values: fc.array(values, { maxLength: 8 }) })
  .map(({ values: found, ...key }): Entity => ({
    ...key,
    timestamp: '',
    etag: '',
    properties: found.map((value, at) => ({ name: `Größe${at}`, value })),
  }));
const modes = ['insert', 'upsert-merge', 'upsert-replace'] as const;
const endpoint = `https://${'a'.repeat(24)}.table.core.windows.net`;
const table = 't'.repeat(63);

it('is never less than what is sent, and little more where keys are short', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom(...modes), (entity, mode) => {
      const { bytes } = batchOperation(endpoint, table, mode, entity);
      expect(sentBytes(entity)).toBeGreaterThanOrEqual(bytes);
      const ofKeys = 12 * (entity.partitionKey.length + entity.rowKey.length);
      expect(sentBytes(entity) - bytes).toBeLessThan(600 + ofKeys + 100 * entity.properties.length);
    }),
  );
});

it.each(longer)('keeps transactions of rows full of %j within what the service takes', (one) => {
  const planner = new BatchPlanner<PlannedOperation & { readonly entity: Entity }>(batchLimits);
  const value: EdmValue = { type: 'Edm.String', value: one.repeat(32_000 / one.length) };
  const properties = [0, 1].map((at) => ({ name: `V${at}`, value }));
  const planned = Array.from({ length: 100 }, (_, at) => {
    const key = { partitionKey: 'p', rowKey: String(at) };
    const entity: Entity = { ...key, timestamp: '', etag: '', properties };
    return planner.add({ ...key, entity, bytes: sentBytes(entity) });
  }).flat();
  for (const batch of [...planned, ...planner.flush()]) {
    const operations = batch.map(({ entity }) => batchOperation(endpoint, table, 'insert', entity));
    expect(renderBatch(operations).body.length).toBeLessThanOrEqual(4 * MiB);
  }
});
