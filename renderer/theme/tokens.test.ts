// Invariants of the tokens: both themes define the same colours, and text is readable on its background.
import { describe, expect, it } from 'vitest';

// The window is compiled without Node's types, and this test reads a file.
declare const process: {
  getBuiltinModule(name: 'fs'): { readFileSync(path: string, encoding: 'utf8'): string };
  getBuiltinModule(name: 'url'): { fileURLToPath(url: string): string };
};
function textOf(file: string): string {
  const address = import.meta.url.replace('tokens.test.ts', file);
  return process.getBuiltinModule('fs').readFileSync(process.getBuiltinModule('url').fileURLToPath(address), 'utf8');
}
const text = textOf('tokens.css');

function tokensOf(selector: string, within = text): Map<string, string> {
  const start = within.indexOf(`${selector} {`);
  const block = within.slice(start, within.indexOf('}', start));
  return new Map([...block.matchAll(/(--[a-z0-9-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']));
}

const light = tokensOf(':root');
const dark = tokensOf(":root[data-theme='dark']");
const ofHighContrast = tokensOf(":root[data-theme='high-contrast']", textOf('high-contrast.css'));
const highContrast = new Map([...dark, ...ofHighContrast]);
const themes = [
  ['light', light],
  ['dark', dark],
  ['high contrast', highContrast],
] as const;

function channel(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: string): number {
  const part = (at: number): number => channel(Number.parseInt(hex.slice(at, at + 2), 16));
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

function contrast(tokens: Map<string, string>, over: string, ground: string): number {
  const [a, b] = [luminance(tokens.get(over) ?? ''), luminance(tokens.get(ground) ?? '')];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const grounds = ['--surface-0', '--surface-1', '--surface-2', '--surface-pinned', '--surface-float', '--surface-field'];
const textOnBackgrounds = [
  '--text',
  '--text-muted',
  '--accent-text',
  '--good',
  '--caution',
  '--bad',
  '--download-text',
].flatMap((over) => [...grounds, '--surface-hover'].map((ground) => [over, ground] as const));
const treemap = ['outer', 'inner', 'own', 'age-1', 'age-2', 'age-3', 'age-4', 'age-5'];
const standaloneText = [
  ...treemap.map((ground) => ['--text', `--map-${ground}`] as const),
  ['--text', '--surface-selected'],
  ['--text', '--surface-row-selected'],
  ['--text-muted', '--surface-selected'],
  ['--text-muted', '--surface-row-selected'],
  ['--accent-text', '--surface-selected'],
  // A badge in a row that is chosen.
  ...['good', 'caution', 'bad'].map((name) => [`--${name}`, '--surface-row-selected'] as const),
  ['--accent-text', '--accent-ground'],
  ['--text-on-accent', '--accent'],
  ['--text-on-accent', '--accent-hover'],
  ['--text-inverse', '--surface-inverse'],
  ...['good', 'caution', 'bad', 'information'].map((name) => [`--${name}`, `--${name}-ground`] as const),
  ...['point', 'row-range', 'partition-scan', 'partition-range', 'table-scan'].map(
    (name) => [`--cost-${name}`, `--cost-${name}-ground`] as const,
  ),
] as const;
const marksOnGrounds = ['upload', 'download', 'p50', 'p95', 'p99', 'throttled'].flatMap((name) =>
  ['--surface-0', '--surface-1'].map((ground) => [`--series-${name}`, ground] as const),
);

describe.each(themes)('the %s theme', (_name, tokens) => {
  it('text can be read on every surface it appears on (AA)', () => {
    for (const [over, ground] of [...textOnBackgrounds, ...standaloneText])
      expect(contrast(tokens, over, ground), `${over} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it('distinguishes lines of charts from their surface', () => {
    for (const [over, ground] of marksOnGrounds)
      expect(contrast(tokens, over, ground), `${over} on ${ground}`).toBeGreaterThanOrEqual(3);
  });
});

describe('high contrast', () => {
  it('text reaches AAA on every surface but the treemap', () => {
    for (const [over, ground] of [...textOnBackgrounds, ...standaloneText])
      if (!ground.startsWith('--map'))
        expect(contrast(highContrast, over, ground), `${over} on ${ground}`).toBeGreaterThanOrEqual(7);
  });

  it('outlines the current cell of the chosen row, and dims what is off', () => {
    expect(contrast(highContrast, '--cell-current', '--surface-row-selected')).toBeGreaterThanOrEqual(7);
    expect(contrast(highContrast, '--text-muted', '--text-faint')).toBeGreaterThanOrEqual(3);
    expect(contrast(highContrast, '--text-faint', '--surface-0')).toBeGreaterThanOrEqual(4.5);
  });

  it('shows the dot of a value that is not there, and still quieter than a value', () => {
    expect(contrast(highContrast, '--text-absent', '--surface-1')).toBeGreaterThanOrEqual(7);
    expect(contrast(highContrast, '--text-absent', '--surface-row-selected')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(highContrast, '--text', '--text-absent')).toBeGreaterThanOrEqual(1.8);
  });

  it('changes only what the other themes have', () => {
    expect([...ofHighContrast.keys()].filter((name) => !dark.has(name))).toEqual([]);
    expect(ofHighContrast.size).toBeGreaterThan(40);
  });
});

describe('the themes', () => {
  it.each(themes)('distinguish the key that a tool has created from its popover: %s', (_name, tokens) => {
    const block = /^\.key \{[^}]*background: var\((--[a-z0-9-]+)\)/m.exec(
      textOf('../features/tables/query/keys.module.css'),
    );
    const ground = tokens.get(block?.[1] ?? '');
    expect(ground).toMatch(/^#/);
    expect(ground).not.toBe(tokens.get('--surface-float'));
  });

  it('give every colour in both', () => {
    const isColour = (value: string): boolean => /^(#|rgb)/.test(value);
    const coloured = [...light].filter(([, value]) => isColour(value)).map(([name]) => name);
    expect([...dark.keys()].filter((name) => isColour(dark.get(name) ?? '')).sort()).toEqual(coloured.sort());
  });
});
