// The Orders table: PartitionKey is the tenant, RowKey `date;number`; all eight Edm types, some properties sparse.
import type { EdmValue, Entity } from '@shared/model/entity';
import { type Seeded, seeded } from './seeded';
import {
  binary,
  boolean,
  dateTime,
  double,
  guid,
  guidFrom,
  int32,
  int64,
  newEntity,
  preciseDate,
  text,
} from './values';

const tenants =
  'adatum,brightwater,contoso,delphin,eastgate,fabrikam,graymoor,harborline,inkwell,juniper,kestrel,litware'.split(',');
const ordersPerTenant = 1_000;
const states = 'placed,paid,packed,shipped,delivered,failed,returned'.split(',');

/** 12,000 orders over 2026, each tenant's in key order. */
export function* orders(): Generator<Entity> {
  for (const [index, tenant] of tenants.entries()) {
    const random = seeded(0x0de5 + index);
    for (let number = 1; number <= ordersPerTenant; number += 1) {
      const placedMs = Date.UTC(2026, 0, 1) + Math.floor((number / ordersPerTenant) * 300 * 86_400_000);
      const day = new Date(placedMs).toISOString().slice(0, 10);
      yield newEntity(tenant, `${day};${String(number).padStart(6, '0')}`, order(index, number, placedMs, random));
    }
  }
}

function order(tenant: number, number: number, placedMs: number, random: Seeded): [string, EdmValue][] {
  const properties: [string, EdmValue][] = [
    ['Status', text(random.pick(states))],
    ['Quantity', int32(random.between(1, 240))],
    ['Total', double(total(number, random))],
    ['LedgerId', int64(9_007_199_254_740_992n + BigInt(tenant * 1_000_000 + number * 2 + 1))],
    ['Express', boolean(random.next() < 0.25)],
    ['PlacedAt', dateTime(preciseDate(placedMs, random.between(0, 9999)))],
    ['TrackingId', guid(guidFrom(random.bytes(16)))],
    ['Signature', binary(random.bytes(random.between(4, 48)))],
  ];
  if (random.next() < 0.2) properties.push(['Note', text(random.pick(notes))]);
  if (random.next() < 0.1) properties.push(['ReturnedAt', dateTime(preciseDate(placedMs + 6 * 86_400_000, 1))]);
  return properties;
}

const notes = [
  'Leave at the harbour office',
  'Kunde ruft vor Lieferung an; Tor 3',
  "Ring twice, the bell is slow. It's the blue door",
  '二階へ届けてください',
  'Replaces an order that was returned because two of the five crates had been opened on the way and had to be weighed again',
];

function total(number: number, random: Seeded): string {
  if (number % 331 === 0) return 'NaN';
  if (number % 487 === 0) return 'Infinity';
  if (number % 10 === 0) return `${random.between(1, 900)}.0`;
  return (random.between(199, 999_900) / 100).toFixed(2).replace(/0$/, '');
}
