// Short ways to write typed values and service dates, shared by the sample tables.
import type { EdmValue, Entity, Property } from '@shared/model/entity';

export const text = (value: string): EdmValue => ({ type: 'Edm.String', value });
export const int32 = (value: number): EdmValue => ({ type: 'Edm.Int32', value: String(value) });
export const int64 = (value: bigint): EdmValue => ({ type: 'Edm.Int64', value: String(value) });
/** `value` is the wire text, so that `200.0`, `NaN` and `Infinity` are exact. */
export const double = (value: string): EdmValue => ({ type: 'Edm.Double', value });
export const boolean = (value: boolean): EdmValue => ({ type: 'Edm.Boolean', value });
export const dateTime = (value: string): EdmValue => ({ type: 'Edm.DateTime', value });
export const guid = (value: string): EdmValue => ({ type: 'Edm.Guid', value });
export const binary = (value: Buffer): EdmValue => ({ type: 'Edm.Binary', value: value.toString('base64') });

export function newEntity(
  partitionKey: string,
  rowKey: string,
  properties: readonly (readonly [string, EdmValue])[],
): Entity {
  const list = properties.map(([name, value]): Property => ({ name, value }));
  return { partitionKey, rowKey, timestamp: '', etag: '', properties: list };
}

/** ISO text with seven fractional digits; `extraTicks` are 100-ns steps below the millisecond, 0…9999. */
export function preciseDate(ms: number, extraTicks: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}${String(extraTicks).padStart(4, '0')}Z`;
}

const ticksAtUnixEpoch = 621_355_968_000_000_000n;
/** .NET ticks: 100-ns steps since year 1. */
export function ticksOf(ms: number): bigint {
  return BigInt(ms) * 10_000n + ticksAtUnixEpoch;
}

export function guidFrom(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
