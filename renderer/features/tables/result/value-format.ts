// How a value, a key and a row read: the text, and in a cell its alignment and its tone. Exact text for copying comes from
// `exactText`; nothing here rounds.
import { currentFormats } from '@shared/strings/formats';
import { type Zone, formatExactInRegion } from '@shared/strings/moments';
import type { EdmType, EdmValue } from '@shared/model/entity';
import { formatBytes } from '@shared/units';
import { visibleLine, visibleLines, unseenMarks } from '@shared/visible-text';
import { z } from 'zod';
import type { EntityKeys } from '@shared/model/edit';
import { t } from '@shared/strings/t';

interface CellText {
  readonly text: string;
  readonly align: 'start' | 'end';
  readonly face: 'sans' | 'mono';
  /** `faint` marks text that represents a value without being its text: an empty string, bytes. */
  readonly tone: 'plain' | 'faint';
}

const longestShown = 400;
const firstBytes = 6;

export const absentText = '·';

/** The cell of a value; absent properties are drawn by the grid. */
export function formatCell(value: EdmValue, display: Display = standardDisplay): CellText {
  switch (value.type) {
    case 'Edm.Boolean':
      return { text: value.value ? 'true' : 'false', align: 'start', face: 'sans', tone: 'plain' };
    case 'Edm.Int32':
    case 'Edm.Int64':
    case 'Edm.Double':
      return { text: value.value, align: 'end', face: 'mono', tone: 'plain' };
    case 'Edm.DateTime':
      return { text: dateText(value.value, display.dates), align: 'start', face: 'mono', tone: 'plain' };
    case 'Edm.Guid':
      return { text: value.value, align: 'start', face: 'mono', tone: 'plain' };
    case 'Edm.Binary':
      return { text: bytesText(value.value, display.bytes), align: 'start', face: 'mono', tone: 'faint' };
    case 'Edm.String':
      return value.value === ''
        ? { text: '""', align: 'start', face: 'mono', tone: 'faint' }
        : {
            text: display.text === 'line' ? oneLine(cut(value.value)) : visible(cut(value.value), visibleLines),
            align: 'start',
            face: 'sans',
            tone: 'plain',
          };
  }
}

/** A key in a cell: characters that are invisible, or look like the end of the cell, are marked. */
export function keyText(key: string): string {
  return oneLine(key).replace(/^\s+|\s+$/g, (blanks) => '␣'.repeat(blanks.length));
}

/** The wire text, as the clipboard and the inspector give it. */
export function exactText(value: EdmValue): string {
  return value.type === 'Edm.Boolean' ? String(value.value) : value.value;
}

/** `2026-10-14 08:21:07.1402918`, or in the region’s order: UTC, all the fraction that the service sent, nothing where it is zero. */
export function readableDate(wire: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d+))?Z$/.exec(wire);
  if (!match) return wire;
  const [, day = '', time = '', fraction = ''] = match;
  if (currentFormats().timeForm === 'system') return inRegion(wire, 'utc', fraction);
  return /[1-9]/.test(fraction) ? `${day} ${time}.${fraction}` : `${day} ${time}`;
}

function dateText(wire: string, form: Display['dates']): string {
  switch (form) {
    case 'utc':
      return readableDate(wire);
    case 'local':
      return localDate(wire);
    case 'raw':
      return wire;
  }
}

/** The same moment on this computer's clock, with all the fraction that the service sent. */
function localDate(wire: string): string {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?Z$/.exec(wire);
  const moment = new Date(`${match?.[1] ?? ''}Z`);
  if (!match || Number.isNaN(moment.getTime())) return wire;
  if (currentFormats().timeForm === 'system') return inRegion(wire, 'local', match[2] ?? '');
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  const time = `${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`;
  const fraction = match[2] ?? '';
  return /[1-9]/.test(fraction) ? `${day} ${time}.${fraction}` : `${day} ${time}`;
}

function inRegion(wire: string, zone: Zone, fraction: string): string {
  const atMs = Date.parse(`${wire.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`);
  return Number.isNaN(atMs) ? wire : formatExactInRegion(atMs, zone, /[1-9]/.test(fraction) ? fraction : '');
}

function bytesText(base64: string, form: Display['bytes']): string {
  switch (form) {
    case 'hex':
      return binaryText(base64);
    case 'base64':
      return base64 === '' ? '0 B' : cut(base64);
    case 'size':
      return formatBytes(byteLength(base64));
  }
}

/** Size and first bytes: `24 B  4d 5a 90 00 03 00 …`. */
export function binaryText(base64: string): string {
  const bytes = byteLength(base64);
  if (bytes === 0) return '0 B';
  const head = decodeHead(base64, firstBytes);
  return `${formatBytes(bytes)}  ${head}${bytes > firstBytes ? ' …' : ''}`;
}

/** Short name of a type for badges: `Int64`. */
export function typeName(type: EdmType): string {
  return type.slice('Edm.'.length);
}

export function isNumeric(type: EdmType): boolean {
  return type === 'Edm.Int32' || type === 'Edm.Int64' || type === 'Edm.Double';
}

/** Bytes behind a base64 text. */
export function byteLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

function decodeHead(base64: string, bytes: number): string {
  const head = base64.slice(0, Math.ceil(bytes / 3) * 4);
  try {
    return [...atob(head)]
      .slice(0, bytes)
      .map((character) => character.charCodeAt(0).toString(16).padStart(2, '0'))
      .join(' ');
  } catch {
    // Not base64 after all: the text itself is the honest thing to show.
    return base64.slice(0, bytes);
  }
}

function cut(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

function oneLine(text: string): string {
  return visible(text.replace(/\r\n|\r|\n/g, '↵').replace(/\t/g, '⇥'), visibleLine);
}

/** Most texts contain nothing to mark, and there are many cells. */
function visible(text: string, marked: (text: string) => string): string {
  return /[^ -~]/.test(text) ? marked(text) : text;
}

export const display = z.object({
  dates: z.enum(['utc', 'local', 'raw']),
  bytes: z.enum(['hex', 'base64', 'size']),
  text: z.enum(['line', 'wrapped']),
});
/** How values are shown in cells; copied values are exact whatever the setting. */
export type Display = z.infer<typeof display>;

export const standardDisplay: Display = { dates: 'utc', bytes: 'hex', text: 'line' };

/** `movies / A1`. */
export function rowLabel({ partitionKey, rowKey }: EntityKeys): string {
  return `${partitionKey === '' ? t`(empty)` : keyText(partitionKey)} / ${rowKey === '' ? t`(empty)` : keyText(rowKey)}`;
}

const marksNamed = 3;

/** Half sentences about a value; none for most. */
export function unseenNotes(text: string): readonly string[] {
  const marks = unseenMarks(text);
  const more = marks.length - marksNamed;
  const named = marks.slice(0, marksNamed).join(', ');
  return [
    ...(text !== '' && text !== text.trim() ? [t`starts or ends with whitespace`] : []),
    ...(marks.length === 0
      ? []
      : [t`contains invisible characters: ${more > 0 ? t`${named} and ${more} more` : named}`]),
  ];
}
