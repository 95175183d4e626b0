import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { type ChosenKeys, type WindowCommand, windowCommandIds } from '@shared/keyboard/commands';
import { menuTemplate } from './menu';

const entries = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? entries(item.submenu) : [])]);
const menu = (platform: NodeJS.Platform, developerTools: 'shown' | 'hidden' = 'hidden', shortcuts: ChosenKeys = {}) => {
  const sent: WindowCommand[] = [];
  const template = menuTemplate({ platform, developerTools, shortcuts, send: (command) => sent.push(command) });
  return { template, all: entries(template), sent };
};

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (platform) => {
  it('contains every command once, and each sends itself', () => {
    const { all, sent } = menu(platform);
    for (const item of all) (item.click as (() => void) | undefined)?.();
    expect([...sent].sort()).toEqual([...windowCommandIds].sort());
  });

  it('uses no shortcut twice', () => {
    const shortcuts = menu(platform).all.flatMap((item) => (item.accelerator ? [item.accelerator] : []));
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
  });

  it('shows the keys that the user chose', () => {
    const { all } = menu(platform, 'hidden', { monitor: 'Mod+Alt+M', 'close-tab': null });
    const keys = (id: string) => all.find((item) => item.id === id)?.accelerator;
    expect(keys('monitor')).toBe('CmdOrCtrl+Alt+M');
    expect(keys('close-tab')).toBeUndefined();
    expect(keys('lab')).toBe('CmdOrCtrl+Shift+L');
  });

  it('menu: leaves Ctrl+R to the view in front when developer tools are shown', () => {
    const reload = menu(platform, 'shown').all.find((item) => item.role === 'reload');
    expect(reload?.accelerator).toBe('CmdOrCtrl+Alt+R');
    expect(menu(platform).all.find((item) => item.id === 'refresh')?.accelerator).toBe('F5');
  });

  it('has a quit item, and developer tools only in development', () => {
    const roles = (tools: 'shown' | 'hidden') => menu(platform, tools).all.map((item) => item.role);
    expect(roles('hidden')).toContain('quit');
    expect(roles('hidden')).not.toContain('toggleDevTools');
    expect(roles('shown')).toContain('toggleDevTools');
  });
});

it('menu of a Mac: has Services, and a Window menu whose Cmd+M minimizes and that Electron fills with the windows', () => {
  const { template, all } = menu('darwin');
  expect(all.map(({ role }) => role)).toEqual(
    expect.arrayContaining(['services', 'minimize', 'zoom', 'front', 'close']),
  );
  expect(template.map(({ role }) => role)).toContain('windowMenu');
  expect(all.find(({ id }) => id === 'close-tab')?.accelerator).toBe('CmdOrCtrl+W');
  expect(menu('linux').all.map(({ role }) => role)).not.toContain('windowMenu');
});
