// Describes a SAS: what it covers, what it allows, how long. Pure.
import type { SasRight, SasScope } from '@shared/model/connection';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';

export interface Expiry {
  readonly text: string;
  readonly tone: 'neutral' | 'caution';
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** `6 days`, `5 h`, `expired`; null where the SAS has no end. */
export function expiryText(expiresOn: string | undefined, nowMs: number): Expiry | null {
  if (expiresOn === undefined) return null;
  const leftMs = Date.parse(expiresOn) - nowMs;
  if (Number.isNaN(leftMs)) return null;
  if (leftMs <= 0) return { text: t`expired`, tone: 'caution' };
  if (leftMs < hourMs) return { text: t`${Math.max(1, Math.floor(leftMs / 60_000))} min`, tone: 'caution' };
  if (leftMs < dayMs) return { text: t`${Math.floor(leftMs / hourMs)} h`, tone: 'caution' };
  const days = Math.floor(leftMs / dayMs);
  return { text: counted(days, 'day'), tone: 'neutral' };
}

/** `Container photos: read, list. Ends 2026-11-20 08:00 UTC.`, or `Blob photos/a.txt: read.` */
export function sasSentence(scope: SasScope): string {
  const resource = [scope.resource, scope.blob].filter((part) => part !== undefined).join('/');
  const level = scope.level === 'account' ? t`The whole account` : `${levelLabels[scope.level]()} ${resource}`.trim();
  const rights =
    scope.rights.length === 0 ? t`no permissions` : scope.rights.map((right) => rightLabels[right]()).join(', ');
  const range = scope.keyRange === undefined ? '' : t` Keys ${scope.keyRange}.`;
  const end = scope.expiresOn === undefined ? '' : t` Expires ${scope.expiresOn.slice(0, 16).replace('T', ' ')} UTC.`;
  return `${level}: ${rights}.${range}${end}`;
}

const levelLabels = { container: () => t`Container`, blob: () => t`Blob`, table: () => t`Table` } as const;

const rightLabels: Readonly<Record<SasRight, () => string>> = {
  read: () => t`read`,
  write: () => t`write`,
  delete: () => t`delete`,
  list: () => t`list`,
  add: () => t`add`,
  create: () => t`create`,
  update: () => t`update`,
  process: () => t`process`,
  query: () => t`query`,
  other: () => t`other`,
};
