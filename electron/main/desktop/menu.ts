// The application menu. Items that concern the window are sent to it as commands. Electron's own roles get translated
// labels, because its built-in ones are English everywhere.
import type { MenuItemConstructorOptions } from 'electron';
import { bindingsOf } from '@shared/keyboard/bindings';
import { chordAccelerator } from '@shared/keyboard/chord';
import { type ChosenKeys, type WindowCommand, platformOf } from '@shared/keyboard/commands';
import { t } from '@shared/strings/t';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** The packaged app shows no developer tools. */
  readonly developerTools: 'shown' | 'hidden';
  /** The user's own keys; the menu shows them. */
  readonly shortcuts: ChosenKeys;
  readonly send: (command: WindowCommand) => void;
}

/** The menu as Electron's template. */
export function menuTemplate({ platform, developerTools, shortcuts, send }: MenuOptions): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const bindings = bindingsOf(shortcuts, platformOf(platform));
  const entry = (label: string, command: WindowCommand): MenuItemConstructorOptions => {
    const [chord] = bindings.chordsOf(command);
    return {
      label,
      id: command,
      click: () => send(command),
      ...(chord === undefined ? {} : { accelerator: chordAccelerator(chord) }),
    };
  };
  const divider: MenuItemConstructorOptions = { type: 'separator' };
  const quit = { role: 'quit' as const, label: mac ? t`Quit Stowage` : t`Quit` };
  const settings = entry(t`Settings`, 'settings');
  return [
    ...(mac
      ? [
          {
            role: 'appMenu' as const,
            submenu: [
              { role: 'about' as const, label: t`About Stowage` },
              divider,
              settings,
              divider,
              { role: 'services' as const, label: t`Services` },
              divider,
              { role: 'hide' as const, label: t`Hide Stowage` },
              { role: 'hideOthers' as const, label: t`Hide Others` },
              { role: 'unhide' as const, label: t`Show All` },
              divider,
              quit,
            ],
          },
        ]
      : []),
    {
      label: t`&File`,
      submenu: [
        entry(t`New Connection…`, 'new-connection'),
        entry(t`New Window`, 'new-window'),
        entry(t`Open Saved Query…`, 'open-query'),
        divider,
        entry(t`Close Tab`, 'close-tab'),
        entry(t`Reopen Closed Tab`, 'reopen-tab'),
        ...(mac ? [] : [divider, settings, divider, quit]),
      ],
    },
    {
      label: t`&Edit`,
      submenu: [
        { role: 'undo', label: t`&Undo` },
        { role: 'redo', label: t`&Redo` },
        divider,
        { role: 'cut', label: t`Cu&t` },
        { role: 'copy', label: t`&Copy` },
        { role: 'paste', label: t`&Paste` },
        { role: 'selectAll', label: t`Select All` },
      ],
    },
    {
      label: t`&View`,
      submenu: [
        entry(t`Refresh`, 'refresh'),
        divider,
        entry(t`Sidebar`, 'toggle-sidebar'),
        entry(t`Transfers`, 'toggle-dock'),
        divider,
        entry(t`Next Part of the Window`, 'next-part'),
        entry(t`Previous Part of the Window`, 'previous-part'),
        divider,
        entry(t`Move Tab to the Other Side`, 'split-tab'),
        entry(t`Other Side`, 'other-pane'),
        entry(t`Move Tab to a New Window`, 'tab-to-window'),
        entry(t`Move Tab Left`, 'move-tab-left'),
        entry(t`Move Tab Right`, 'move-tab-right'),
        divider,
        entry(t`Light or Dark Theme`, 'switch-theme'),
        entry(t`UTC or Local Time`, 'switch-time-zone'),
        divider,
        { role: 'zoomIn', label: t`Zoom In` },
        { role: 'zoomOut', label: t`Zoom Out` },
        { role: 'resetZoom', label: t`Actual Size` },
        { role: 'togglefullscreen', label: t`Full Screen` },
        ...(developerTools === 'shown'
          ? [
              divider,
              // Its usual key loads the view in front again.
              { role: 'reload' as const, label: t`Reload`, accelerator: 'CmdOrCtrl+Alt+R' },
              { role: 'toggleDevTools' as const, label: t`Developer Tools` },
            ]
          : []),
      ],
    },
    {
      label: t`&Go`,
      submenu: [
        entry(t`Go to Anything…`, 'palette'),
        entry(t`Next Tab`, 'next-tab'),
        entry(t`Previous Tab`, 'previous-tab'),
        divider,
        entry(t`Monitor`, 'monitor'),
        entry(t`Lab`, 'lab'),
        entry(t`Activity`, 'table-jobs'),
      ],
    },
    ...(mac
      ? [
          {
            role: 'windowMenu' as const,
            label: t`Window`,
            submenu: [
              { role: 'minimize' as const, label: t`Minimize` },
              { role: 'zoom' as const, label: t`Zoom` },
              { role: 'close' as const, label: t`Close Window`, accelerator: 'Cmd+Shift+W' },
              divider,
              { role: 'front' as const, label: t`Bring All to Front` },
            ],
          },
        ]
      : []),
    {
      role: 'help',
      label: t`&Help`,
      submenu: [
        entry(t`Help`, 'help'),
        entry(t`Tour`, 'tour'),
        entry(t`Keyboard Shortcuts`, 'shortcuts'),
        divider,
        entry(t`Connection Report…`, 'connection-report'),
        entry(t`Fault Log`, 'fault-log'),
        entry(t`About Stowage`, 'about'),
      ],
    },
  ];
}
