// Table data without loss: every value is its Edm type and the exact text that was on the wire.
import { z } from 'zod';
import { edmTypes } from './edm-types';

export const edmType = z.enum(edmTypes);
export type EdmType = z.infer<typeof edmType>;

/**
 * One property value. `value` is the wire text: decimal digits for Int32/Int64, `200.0`/`NaN`/`Infinity` for
 * Double, ISO 8601 with up to seven fractional digits for DateTime, base64 for Binary; Boolean is a boolean.
 */
export const edmValue = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Edm.Boolean'), value: z.boolean() }),
  z.object({
    type: z.enum(['Edm.String', 'Edm.Int32', 'Edm.Int64', 'Edm.Double', 'Edm.DateTime', 'Edm.Guid', 'Edm.Binary']),
    value: z.string(),
  }),
]);
export type EdmValue = z.infer<typeof edmValue>;

/** A property in the order in which the service sent it. A list, so that no name (`__proto__`…) is special. */
export const property = z.object({ name: z.string(), value: edmValue });
export type Property = z.infer<typeof property>;

export const entity = z.object({
  partitionKey: z.string(),
  rowKey: z.string(),
  /** Empty where the projection left it out. */
  timestamp: z.string(),
  /** The ETag as the service wrote it, for If-Match. */
  etag: z.string(),
  properties: z.array(property),
});
export type Entity = z.infer<typeof entity>;

export const listedTable = z.object({ name: z.string() });
export type ListedTable = z.infer<typeof listedTable>;
