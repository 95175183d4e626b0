// A WADPerformanceCountersTable as the diagnostics agent writes it: PartitionKey is `0` and the minute in ticks.
import type { Entity } from '@shared/model/entity';
import { seeded } from './seeded';
import { double, int64, newEntity, text, ticksOf } from './values';

const deployment = '7c1d44e09b3f4a6c8a52d8c5f1b0e6a9';
const instances = [
  ['web', 'web_IN_0'],
  ['web', 'web_IN_1'],
  ['worker', 'worker_IN_0'],
] as const;
const counters = [
  ['\\Processor(_Total)\\% Processor Time', 38, 26],
  ['\\Memory\\Available MBytes', 2200, 500],
  ['\\Network Interface(eth0)\\Bytes Total/sec', 900_000, 700_000],
] as const;
const minutes = 480;
const firstMinuteMs = Date.UTC(2026, 9, 14, 0, 0);

/** 4,320 samples: eight hours, three instances, three counters a minute. */
export function* diagnostics(): Generator<Entity> {
  const random = seeded(0x3ad);
  for (let minute = 0; minute < minutes; minute += 1) {
    const atMs = firstMinuteMs + minute * 60_000;
    let index = 0;
    for (const [role, instance] of instances) {
      for (const [counter, middle, swing] of counters) {
        const wave = Math.sin((minute / 90) * Math.PI + index) * 0.6 + (random.next() - 0.5) * 0.8;
        yield newEntity(
          `0${ticksOf(atMs)}`,
          `${deployment}___${role}___${instance}___${String(index).padStart(7, '0')}`,
          [
            ['EventTickCount', int64(ticksOf(atMs) + BigInt(random.between(0, 599_999_999)))],
            ['DeploymentId', text(deployment)],
            ['Role', text(role)],
            ['RoleInstance', text(instance)],
            ['CounterName', text(counter)],
            ['CounterValue', double(Math.max(0.1, middle + wave * swing).toFixed(3))],
          ],
        );
        index += 1;
      }
    }
  }
}
