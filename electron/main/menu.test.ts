import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { type AppCommand, windowNotice } from '@shared/ipc/window-api';
import { menuTemplate } from './menu';

const entries = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? entries(item.submenu) : [])]);
const menu = (platform: NodeJS.Platform, developerTools: 'shown' | 'hidden' = 'hidden') => {
  const sent: AppCommand[] = [];
  const template = menuTemplate({ platform, developerTools, send: (command) => sent.push(command) });
  return { template, all: entries(template), sent };
};

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (platform) => {
  it('offers every command once, and each sends itself', () => {
    const { all, sent } = menu(platform);
    for (const item of all) (item.click as (() => void) | undefined)?.();
    const commands = windowNotice.options[2].shape.command.options;
    expect([...sent].sort()).toEqual([...commands].sort());
  });

  it('uses no shortcut twice', () => {
    const shortcuts = menu(platform).all.flatMap((item) => (item.accelerator ? [item.accelerator] : []));
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
  });

  it('has a way out, and developer tools only where they belong', () => {
    const roles = (tools: 'shown' | 'hidden') => menu(platform, tools).all.map((item) => item.role);
    expect(roles('hidden')).toContain('quit');
    expect(roles('hidden')).not.toContain('toggleDevTools');
    expect(roles('shown')).toContain('toggleDevTools');
  });
});
