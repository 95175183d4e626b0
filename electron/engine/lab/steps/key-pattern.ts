// Keys generated from a custom pattern. Pure.
import { invalidInput } from '@shared/errors';
import { hashed } from '@shared/import/key-expression';
import { momentKey } from '@shared/query/key-tools';
import { t } from '@shared/strings/t';
import { maximumTicks, ticksFromMs } from '@shared/query/ticks';

export interface KeyMoment {
  /** Counts from 0. */
  readonly index: number;
  readonly nowMs: number;
  readonly random: () => number;
}

/** The placeholders; `keyFrom` defines each of them. */
const keyTokens: readonly string[] = [
  'n',
  'ticks',
  'reversed-ticks',
  'date',
  'reversed-date',
  'random',
  'spread',
  'hash',
];

const braces = /\{([a-z-]+)(?::(\d{1,3}))?\}/g;

/** @throws StowageError `invalid.input` that names the pattern */
export function checkPattern(title: string, pattern: string): void {
  const rest = pattern.replace(braces, (whole, token: string) => (keyTokens.includes(token) ? '' : whole));
  if (/[{}]/.test(rest)) {
    const braced = keyTokens.map((token) => `{${token}}`);
    throw invalidInput(title, t`“${pattern}” contains an unknown placeholder.`, t`Use ${braced.join(', ')}.`);
  }
  if (/[/\\#?]/.test(rest))
    throw invalidInput(title, t`keys cannot contain / ${'\\'} # or ?.`, t`Use another character.`);
}

export function keyFrom(pattern: string, moment: KeyMoment): string {
  return pattern.replace(braces, (whole, token: string, size: string | undefined) => {
    switch (token) {
      case 'n':
        return String(moment.index).padStart(Number(size ?? 0), '0');
      case 'ticks':
        return padded(ticksAt(moment));
      case 'reversed-ticks':
        return padded(maximumTicks - ticksAt(moment));
      case 'date':
        return new Date(moment.nowMs).toISOString().slice(0, 10);
      case 'reversed-date':
        return momentKey('reversed-date', ticksAt(moment), 'utc');
      case 'hash':
        return hashed(String(moment.index), size === undefined ? null : Math.max(1, Number(size)));
      case 'random':
        return letters(Number(size ?? 8), moment.random);
      case 'spread':
        return String(moment.index % Math.max(1, Number(size ?? 16)));
      default:
        return whole;
    }
  });
}

/** Entities of the same millisecond differ by their index, as with a clock of 100 ns resolution. */
const ticksAt = ({ nowMs, index }: KeyMoment): bigint => ticksFromMs(Math.floor(nowMs)) + BigInt(index % 10_000);
const padded = (ticks: bigint): string => String(ticks).padStart(19, '0');

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

function letters(count: number, random: () => number): string {
  return Array.from({ length: count }, () => alphabet[Math.floor(random() * alphabet.length)] ?? 'a').join('');
}
