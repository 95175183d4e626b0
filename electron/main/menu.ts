// The application menu. Entries that belong to the window are sent to it as commands.
import type { MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from '@shared/ipc/window-api';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** The packaged app shows no developer tools. */
  readonly developerTools: 'shown' | 'hidden';
  readonly send: (command: AppCommand) => void;
}

/** The menu as Electron's template. */
export function menuTemplate({ platform, developerTools, send }: MenuOptions): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const entry = (label: string, command: AppCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    id: command,
    click: () => send(command),
    ...(accelerator ? { accelerator } : {}),
  });
  const divider: MenuItemConstructorOptions = { type: 'separator' };
  const settings = entry('Settings', 'settings', 'CmdOrCtrl+,');
  return [
    ...(mac
      ? [
          {
            role: 'appMenu' as const,
            submenu: [
              { role: 'about' as const },
              divider,
              settings,
              divider,
              { role: 'hide' as const },
              { role: 'hideOthers' as const },
              { role: 'unhide' as const },
              divider,
              { role: 'quit' as const },
            ],
          },
        ]
      : []),
    {
      label: '&File',
      submenu: [
        entry('New Connection…', 'new-connection', 'CmdOrCtrl+N'),
        divider,
        entry('Close Tab', 'close-tab', 'CmdOrCtrl+W'),
        ...(mac ? [] : [divider, settings, divider, { role: 'quit' as const }]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        divider,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: '&View',
      submenu: [
        entry('Side Bar', 'toggle-sidebar', 'CmdOrCtrl+B'),
        entry('Transfers', 'toggle-dock', 'CmdOrCtrl+J'),
        divider,
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'resetZoom' },
        { role: 'togglefullscreen' },
        ...(developerTools === 'shown'
          ? [divider, { role: 'reload' as const }, { role: 'toggleDevTools' as const }]
          : []),
      ],
    },
    {
      label: '&Go',
      submenu: [
        entry('Go to Anything…', 'palette', 'CmdOrCtrl+K'),
        entry('Monitor', 'monitor', 'CmdOrCtrl+Shift+M'),
        entry('Table Jobs', 'table-jobs', 'CmdOrCtrl+Shift+J'),
      ],
    },
    { role: 'help', label: '&Help', submenu: [entry('Tour', 'tour')] },
  ];
}
