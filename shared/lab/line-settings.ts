// The effect of a simulated network on the requests that pass through it, with the presets to choose from, and the
// network that a run's parameters select. Pure.
import { z } from 'zod';
import { t } from '../strings/t';
import { KiB, MiB } from '../units';
import { invalidInput } from '../errors';
import { type ParameterValues, textOf } from './parameters';

const rate = z.number().positive().nullable();

/** Rates are bytes per second; null means without limit. */
export const lineSettings = z.object({
  /** Round-trip time, besides what the service itself takes. */
  delayMs: z.number().min(0).max(10_000),
  /** Random variation of the delay in both directions. */
  jitterMs: z.number().min(0).max(10_000),
  uploadBytesPerSecond: rate,
  downloadBytesPerSecond: rate,
  /** Maximum rate of one connection. */
  connectionBytesPerSecond: rate,
  /** Share of 64-KiB pieces that are lost and sent again, 0…0.5. */
  lossShare: z.number().min(0).max(0.5),
  /** How long a connection stalls for a lost piece. */
  stallMs: z.number().min(0).max(60_000),
  /** Entities per second that one partition accepts before requests are rejected as busy; null for no limit. */
  partitionEntitiesPerSecond: rate,
  /** The same for the whole account. */
  accountEntitiesPerSecond: rate,
  /** How long a request beyond those rates waits for its turn before it is rejected as busy; 0: it does not wait. */
  queueMs: z.number().min(0).max(120_000).default(0),
  /** Time that the service needs per entity besides the request itself. */
  entityMs: z.number().min(0).max(1000),
  /** Requests that take longer are cut off by the service; null for never. */
  requestLimitMs: z.number().positive().nullable(),
  /** A query ends its page after this time, with a continuation token; null for never. */
  pageCutMs: z.number().positive().nullable(),
});
export type LineSettings = z.infer<typeof lineSettings>;

/** A line that changes nothing. */
export const clearLine: LineSettings = {
  delayMs: 0,
  jitterMs: 0,
  uploadBytesPerSecond: null,
  downloadBytesPerSecond: null,
  connectionBytesPerSecond: null,
  lossShare: 0,
  stallMs: 0,
  partitionEntitiesPerSecond: null,
  accountEntitiesPerSecond: null,
  queueMs: 0,
  entityMs: 0,
  requestLimitMs: null,
  pageCutMs: null,
};

export interface LinePreset {
  readonly id: LinePresetId;
  readonly title: string;
  readonly description: string;
  readonly settings: LineSettings;
}

export const linePresetIds = ['none', 'office', 'home-dsl', 'lab-2010', 'same-region', 'gen-2', 'degraded'] as const;
export type LinePresetId = (typeof linePresetIds)[number];

const today = { partitionEntitiesPerSecond: 2000, accountEntitiesPerSecond: 20_000, pageCutMs: 5000 } as const;

export const linePresets: readonly LinePreset[] = [
  {
    id: 'none',
    title: t`No simulation`,
    description: t`Requests go straight to the store.`,
    settings: clearLine,
  },
  {
    id: 'office',
    title: t`Office`,
    description: t`100 Mbit/s both ways, 20 ms away from the service.`,
    settings: {
      ...clearLine,
      ...today,
      delayMs: 20,
      jitterMs: 4,
      uploadBytesPerSecond: 12 * MiB,
      downloadBytesPerSecond: 12 * MiB,
      connectionBytesPerSecond: 8 * MiB,
      lossShare: 0.0005,
      stallMs: 200,
      entityMs: 0.2,
    },
  },
  {
    id: 'home-dsl',
    title: t`Home DSL`,
    description: t`40 Mbit/s down, 8 Mbit/s up, 35 ms away, occasional packet loss.`,
    settings: {
      ...clearLine,
      ...today,
      delayMs: 35,
      jitterMs: 10,
      uploadBytesPerSecond: 1 * MiB,
      downloadBytesPerSecond: 5 * MiB,
      connectionBytesPerSecond: 4 * MiB,
      lossShare: 0.004,
      stallMs: 300,
      entityMs: 0.2,
    },
  },
  {
    id: 'lab-2010',
    title: t`Lab 2010`,
    description: t`A research network of 2010: high bandwidth, but about 400 KiB/s per connection; partitions accept 500 entities/s.`,
    settings: {
      ...clearLine,
      delayMs: 60,
      jitterMs: 12,
      uploadBytesPerSecond: 12 * MiB,
      downloadBytesPerSecond: 12 * MiB,
      connectionBytesPerSecond: 400 * KiB,
      lossShare: 0.0005,
      stallMs: 200,
      partitionEntitiesPerSecond: 500,
      accountEntitiesPerSecond: 5000,
      entityMs: 1,
      pageCutMs: 5000,
    },
  },
  {
    id: 'same-region',
    title: t`Same region`,
    description: t`A virtual machine in the same region: 1 ms away, 1 Gbit/s, 60 MiB/s per connection.`,
    settings: {
      ...clearLine,
      ...today,
      delayMs: 1,
      jitterMs: 0.3,
      uploadBytesPerSecond: 119 * MiB,
      downloadBytesPerSecond: 119 * MiB,
      connectionBytesPerSecond: 60 * MiB,
      entityMs: 0.2,
    },
  },
  {
    id: 'gen-2',
    title: t`Second generation`,
    description: t`A machine beside the service of 2012: a partition takes 2,500 entities/s and lets requests beyond that wait instead of refusing them.`,
    settings: {
      ...clearLine,
      delayMs: 4,
      jitterMs: 1,
      uploadBytesPerSecond: 48 * MiB,
      downloadBytesPerSecond: 48 * MiB,
      connectionBytesPerSecond: 24 * MiB,
      partitionEntitiesPerSecond: 2500,
      accountEntitiesPerSecond: 20_000,
      queueMs: 30_000,
      entityMs: 0.8,
      pageCutMs: 5000,
    },
  },
  {
    id: 'degraded',
    title: t`Degraded network`,
    description: t`A degraded network: 512 KiB/s per connection, 5 % packet loss, requests time out after 4 s.`,
    settings: {
      ...clearLine,
      delayMs: 120,
      jitterMs: 60,
      uploadBytesPerSecond: 4 * MiB,
      downloadBytesPerSecond: 4 * MiB,
      connectionBytesPerSecond: 512 * KiB,
      lossShare: 0.05,
      stallMs: 250,
      requestLimitMs: 4000,
    },
  },
];

export const isLinePresetId = (id: string): id is LinePresetId => linePresetIds.some((known) => known === id);

export function linePreset(id: LinePresetId): LinePreset {
  const found = linePresets.find((preset) => preset.id === id);
  return found ?? { id: 'none', title: t`No simulation`, description: '', settings: clearLine };
}

/** Whether it has any effect. */
export function isClear(line: LineSettings): boolean {
  return JSON.stringify(line) === JSON.stringify(clearLine);
}

// The simulated line that a run uses: a preset, with single properties changed.

export type LineProperty = keyof LineSettings;
const unchanged = 'none';

/** @throws StowageError `invalid.input` that names the property */
export function chosenLine(values: ParameterValues): LineSettings {
  const id = textOf(values, 'line');
  const settings = linePreset(isLinePresetId(id) ? id : 'none').settings;
  const changed = {
    ...settings,
    ...lineChanges(values.lineChanges === undefined ? unchanged : textOf(values, 'lineChanges')),
  };
  const parsed = lineSettings.safeParse(changed);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw invalidInput(
    'Changes to the line',
    t`${where} is out of range.`,
    t`Use a positive number, or 0 for no simulation.`,
  );
}

/** `delayMs=40;lossShare=0.01`; `none` removes a rate or a limit. */
export function lineChanges(text: string): Partial<Record<LineProperty, number | null>> {
  if (text === unchanged || text === '') return {};
  return Object.fromEntries(
    text.split(';').map((part) => {
      const [name = '', value = ''] = part.split('=').map((piece) => piece.trim());
      if (!isProperty(name)) {
        throw invalidInput(
          'Changes to the line',
          t`there is no ${name}.`,
          t`Use ${Object.keys(lineSettings.shape).join(', ')}.`,
        );
      }
      const number = value === unchanged ? null : Number(value);
      if (value === '' || Number.isNaN(number)) {
        throw invalidInput('Changes to the line', t`${name} has no value.`, t`Use, for example, ${name}=40.`);
      }
      return [name, number];
    }),
  );
}

export function lineChangesText(changes: Partial<Record<LineProperty, number | null>>): string {
  const parts = Object.entries(changes).map(([name, value]) => `${name}=${value ?? unchanged}`);
  return parts.length === 0 ? unchanged : parts.join(';');
}

const isProperty = (name: string): name is LineProperty => Object.hasOwn(lineSettings.shape, name);
