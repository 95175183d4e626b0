// Key combinations as text: `Mod+Shift+T`. Mod is Ctrl, or the command key on a Mac. Pure: parses events, renders
// labels.
import { t } from '../strings/t';

export type Platform = 'mac' | 'other';

/** The part of a browser's keyboard event that identifies a chord. */
export interface PressedKeys {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const modifiers = ['Mod', 'Ctrl', 'Alt', 'Shift'] as const;
type Modifier = (typeof modifiers)[number];

const namedKeys: ReadonlySet<string> = new Set([
  ...['Tab', 'Enter', 'Space', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  ...Array.from({ length: 24 }, (_, index) => `F${index + 1}`),
]);

/** Keys whose character depends on Shift or on the layout, by their position. */
const signsByCode: Readonly<Record<string, string>> = {
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Backquote: '`',
  Minus: '-',
  Equal: '=',
};
const signs: ReadonlySet<string> = new Set(Object.values(signsByCode));

/** The chord in its canonical spelling; null when the text is invalid, or a chord needed for typing. */
export function readChord(text: string, platform: Platform): string | null {
  const parts = text.split('+');
  const key = parts.pop() ?? '';
  const held = new Set<Modifier>();
  for (const part of parts) {
    const modifier = modifiers.find((each) => each === part);
    if (modifier === undefined) return null;
    held.add(modifier === 'Ctrl' && platform === 'other' ? 'Mod' : modifier);
  }
  return isKey(key) ? spelled(held, key) : null;
}

/** The pressed chord; null while only modifiers are pressed, and for keys needed for typing. */
export function chordOf(event: PressedKeys, platform: Platform): string | null {
  const key = keyOf(event);
  if (key === null || (platform === 'other' && event.metaKey)) return null;
  const held = new Set<Modifier>();
  if (platform === 'mac' ? event.metaKey : event.ctrlKey) held.add('Mod');
  if (platform === 'mac' && event.ctrlKey) held.add('Ctrl');
  if (event.altKey) held.add('Alt');
  if (event.shiftKey) held.add('Shift');
  return spelled(held, key);
}

/** In readable form, keys separated by spaces: `Ctrl Shift T`. */
export function chordLabel(chord: string): string {
  return chord
    .split('+')
    .map((part) => labels[part] ?? part)
    .join(' ');
}

/** As a menu of the system takes it: `CmdOrCtrl+Shift+T`. */
export function chordAccelerator(chord: string): string {
  return chord
    .split('+')
    .map((part) => accelerators[part] ?? part)
    .join('+');
}

const labels: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Delete: t`Del`,
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

const accelerators: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
};

/** Letters and digits, alone or with Shift, are for typing; so are keys that move in a text or a list. */
function spelled(held: ReadonlySet<Modifier>, key: string): string | null {
  const isFunctionKey = /^F\d+$/.test(key);
  if (!isFunctionKey && !held.has('Mod') && !held.has('Ctrl') && !held.has('Alt')) return null;
  return [...modifiers.filter((each) => held.has(each)), key].join('+');
}

function isKey(key: string): boolean {
  return namedKeys.has(key) || signs.has(key) || /^[A-Z0-9]$/.test(key);
}

function keyOf({ key, code }: PressedKeys): string | null {
  if (key === ' ') return 'Space';
  if (namedKeys.has(key)) return key;
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  const sign = signsByCode[code];
  if (sign !== undefined) return sign;
  // For a non-Latin letter, the key's position determines the shortcut.
  return /^Key([A-Z])$/.exec(code)?.[1] ?? null;
}
