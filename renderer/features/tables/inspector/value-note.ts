// What a value's exact text means, in a few words under it: local time, byte count, length, white space.
import type { EdmValue } from '@shared/model/entity';
import type { Settings } from '@shared/model/settings';
import { formatBytes, formatCount } from '@shared/units';
import { binaryText, byteLength } from '../grid/cell-format';

const largestSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** Undefined where the text says everything; moments are told in local time only to people who chose that zone. */
export function valueNote(value: EdmValue, timeZone: Settings['timeZone']): string | undefined {
  switch (value.type) {
    case 'Edm.DateTime':
      return timeZone === 'local' ? localTimeNote(value.value) : undefined;
    case 'Edm.Binary':
      return byteLength(value.value) === 0 ? '0 B' : binaryText(value.value).replace('  ', ' · ');
    case 'Edm.Int64': {
      const digits = value.value.replace('-', '');
      return /^\d+$/.test(digits) && BigInt(digits) > largestSafe ? 'beyond 2^53, kept digit by digit' : undefined;
    }
    case 'Edm.String':
      return stringNote(value.value);
    default:
      return undefined;
  }
}

function localTimeNote(wire: string): string | undefined {
  const atMs = Date.parse(wire);
  if (!Number.isFinite(atMs)) return undefined;
  const local = new Date(atMs);
  const pad = (part: number): string => String(part).padStart(2, '0');
  const day = `${local.getFullYear()}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`;
  const sameDay = wire.startsWith(day);
  const time = `${pad(local.getHours())}:${pad(local.getMinutes())}:${pad(local.getSeconds())}`;
  return `local ${sameDay ? '' : `${day} `}${time}`;
}

function stringNote(text: string): string | undefined {
  const notes: string[] = [];
  if (text.length > 200) notes.push(`${formatCount(text.length)} characters, ${formatBytes(text.length * 2)}`);
  if (text !== '' && text !== text.trim()) notes.push('starts or ends with white space');
  return notes.length === 0 ? undefined : notes.join(' · ');
}
