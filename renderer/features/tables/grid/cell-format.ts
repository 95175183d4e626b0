// How a value reads in a grid cell: the text, its alignment and its tone. Exact text for copying comes from
// `exactText`; nothing here rounds.
import type { EdmType, EdmValue } from '@shared/model/entity';
import { formatBytes } from '@shared/units';

export interface CellText {
  readonly text: string;
  readonly align: 'start' | 'end';
  readonly face: 'sans' | 'mono';
  /** `faint` marks what stands for a value without being its text: an empty string, bytes. */
  readonly tone: 'plain' | 'faint';
}

const longestShown = 400;
const firstBytes = 6;

export const absentText = '·';

/** The cell of a value; absent properties are drawn by the grid. */
export function formatCell(value: EdmValue): CellText {
  switch (value.type) {
    case 'Edm.Boolean':
      return { text: value.value ? 'true' : 'false', align: 'start', face: 'sans', tone: 'plain' };
    case 'Edm.Int32':
    case 'Edm.Int64':
    case 'Edm.Double':
      return { text: value.value, align: 'end', face: 'mono', tone: 'plain' };
    case 'Edm.DateTime':
      return { text: readableDate(value.value), align: 'start', face: 'mono', tone: 'plain' };
    case 'Edm.Guid':
      return { text: value.value, align: 'start', face: 'mono', tone: 'plain' };
    case 'Edm.Binary':
      return { text: binaryText(value.value), align: 'start', face: 'mono', tone: 'faint' };
    case 'Edm.String':
      return value.value === ''
        ? { text: '""', align: 'start', face: 'mono', tone: 'faint' }
        : { text: oneLine(value.value), align: 'start', face: 'sans', tone: 'plain' };
  }
}

/** The wire text, as the clipboard and the inspector give it. */
export function exactText(value: EdmValue): string {
  return value.type === 'Edm.Boolean' ? String(value.value) : value.value;
}

/** `2026-10-14 08:21:07.1402918`: UTC, all the fraction that the service sent, nothing where it is zero. */
export function readableDate(wire: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.(\d+))?Z$/.exec(wire);
  if (!match) return wire;
  const [, day = '', time = '', fraction = ''] = match;
  return /[1-9]/.test(fraction) ? `${day} ${time}.${fraction}` : `${day} ${time}`;
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

function oneLine(text: string): string {
  const cut = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return cut.replace(/\r\n|\r|\n/g, '↵').replace(/\t/g, '⇥');
}
