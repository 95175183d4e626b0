// Every class of the window has a rule, and every rule a component that names its class.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inProject } from './project.mjs';
import { looseIn, readWindow } from './styles/find-loose.mjs';
import { numbersIn } from './styles/find-steps.mjs';

const of = (component: string, css: string) =>
  looseIn([
    { path: 'renderer/ui/row.tsx', text: `import looks from './row.module.css';\n${component}` },
    { path: 'renderer/ui/row.module.css', text: css },
  ]);
const nothing = { withoutRule: [], withoutUse: [] };

describe('classes of the window', () => {
  it('have a rule, and no rule is without a use', () => {
    const sources = readWindow();
    expect(sources.filter(({ path }) => path.endsWith('.css')).length).toBeGreaterThan(150);
    expect(looseIn(sources)).toEqual(nothing);
  });

  it('are found where no rule is', () => {
    expect(of('<b className={looks.bold} />', '.plain-not {\n}\n')).toEqual({
      withoutRule: ['renderer/ui/row.tsx  bold'],
      withoutUse: ['renderer/ui/row.module.css  plain-not'],
    });
  });

  it.each([
    ['.bold {\n  color: red;\n}', '<b className={looks.bold} />'],
    ['@media (forced-colors: active) {\n  .a:hover > .b {\n    top: 0.5em;\n  }\n}', 'looks.a + looks.b'],
    ['/* .old */\n.bad {\n  background: url(a.png);\n}', "const tone: Tone = 'bad'; looks[tone]"],
    ['.level1 {\n}', 'looks[`level${row.level}`]'],
  ])('are reached one by one or by a value: %s', (css, component) => {
    expect(of(component, css)).toEqual(nothing);
  });
});

describe('motion of the window', () => {
  it('that has no end stops for users who prefer reduced motion; shortening it would flicker', () => {
    const styles = readWindow().filter(({ path }) => path.endsWith('.css'));
    const base = readFileSync(inProject('renderer/theme/base.css'), 'utf8');
    const reduced = /@media \(prefers-reduced-motion: reduce\) \{[^@]*?\n\}/.exec(base)?.[0];
    expect(styles.some(({ text }) => /animation: [^;]* infinite/.test(text))).toBe(true);
    expect(reduced).toContain('animation-iteration-count: 1 !important;');
  });
});

describe('distances and corners of the window', () => {
  it('are tokens where there is one', () => {
    const styles = readWindow().filter(({ path }) => path.endsWith('.css'));
    expect(styles.flatMap(({ path, text }) => numbersIn(text).map((found) => `${path}  ${found}`))).toEqual([]);
  });

  it.each([
    ['  gap: 8px;', ['gap: 8px → --space-2']],
    ['  padding: 6px 12px;', ['padding: 6px 12px → --space-3']],
    ['  padding: var(--space-1) 12px;', ['padding: var(--space-1) 12px → --space-3']],
    ['  border-radius: 6px;', ['border-radius: 6px → --radius-control']],
    ['  margin-top: -4px;\n  gap: 6px;\n  padding: calc(8px + 1ch);\n  border-radius: 8px;\n  height: 8px;', []],
  ])('are found in %j', (css, found) => {
    expect(numbersIn(css)).toEqual(found);
  });
});
