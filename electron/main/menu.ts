// The application menu. Entries that belong to the window are sent to it as commands.
import type { MenuItemConstructorOptions } from 'electron';
import { bindingsOf } from '@shared/keyboard/bindings';
import { chordAccelerator } from '@shared/keyboard/chord';
import { type ChosenKeys, type WindowCommand, platformOf } from '@shared/keyboard/commands';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** The packaged app shows no developer tools. */
  readonly developerTools: 'shown' | 'hidden';
  /** A person's own keys; the menu shows them. */
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
  const settings = entry('Settings', 'settings');
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
        entry('New Connection…', 'new-connection'),
        divider,
        entry('Close Tab', 'close-tab'),
        entry('Reopen Closed Tab', 'reopen-tab'),
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
        entry('Side Bar', 'toggle-sidebar'),
        entry('Transfers', 'toggle-dock'),
        divider,
        entry('Move Tab to the Other Side', 'split-tab'),
        entry('Other Side', 'other-pane'),
        entry('Move Tab Left', 'move-tab-left'),
        entry('Move Tab Right', 'move-tab-right'),
        divider,
        entry('Light or Dark', 'switch-theme'),
        entry('UTC or Local Time', 'switch-time-zone'),
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
        entry('Go to Anything…', 'palette'),
        entry('Next Tab', 'next-tab'),
        entry('Previous Tab', 'previous-tab'),
        divider,
        entry('Monitor', 'monitor'),
        entry('Lab', 'lab'),
        entry('Table Jobs', 'table-jobs'),
      ],
    },
    { role: 'help', label: '&Help', submenu: [entry('Tour', 'tour'), entry('Keyboard Shortcuts', 'shortcuts')] },
  ];
}
