// A short explanation of a value's exact text: local time, byte count, length, white space.
import type { EdmValue } from '@shared/model/entity';
import type { Settings } from '@shared/model/settings';
import { formatDay, formatTime } from '@shared/strings/moments';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { ticksNote } from '../query/seen-keys';
import { binaryText, byteLength, unseenNotes } from '../result/value-format';

/** Ticks as a word of its own: `Ticks`, `EventTickCount`, `start_ticks`, and no ticket. */
const ticksName = /Ticks?(?![a-z])|(^|_)(ticks?(?![a-z])|TICKS?(?![A-Z]))/;
const largestSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** Undefined where the text says everything; moments are told in local time only to people who chose that zone. */
export function valueNote(name: string, value: EdmValue, timeZone: Settings['timeZone']): string | undefined {
  switch (value.type) {
    case 'Edm.DateTime':
      return timeZone === 'local' ? localTimeNote(value.value) : undefined;
    case 'Edm.Binary':
      return byteLength(value.value) === 0 ? '0 B' : binaryText(value.value).replace('  ', ' · ');
    case 'Edm.Int64': {
      const time = ticksName.test(name) ? ticksNote(value.value) : undefined;
      if (time !== undefined) return time;
      const digits = value.value.replace('-', '');
      return /^\d+$/.test(digits) && BigInt(digits) > largestSafe ? t`beyond 2⁵³, kept digit by digit` : undefined;
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
  const day = formatDay(atMs, 'local');
  const sameDay = day === formatDay(atMs, 'utc');
  return t`local ${sameDay ? '' : `${day} `}${formatTime(atMs, 'local', 'second')}`;
}

function stringNote(text: string): string | undefined {
  const notes: string[] = [];
  if (text.length > 200) notes.push(t`${formatCount(text.length)} characters, ${formatBytes(text.length * 2)}`);
  notes.push(...unseenNotes(text));
  return notes.length === 0 ? undefined : notes.join(' · ');
}
