// The tray icon, if the user enabled it: updated with the running work and removed again. Electron cannot detect
// whether the desktop shows tray icons.
import { Menu, Tray, nativeImage } from 'electron';
import { type TrayActions, trayMenu, trayTooltip } from './tray-content';
import picture from './tray-icon.png?inline';
import type { Work } from './work';

export interface WorkTray {
  show(work: readonly Work[]): void;
  readonly turn: (to: 'on' | 'off') => void;
  /** Updates its texts after a change of language. */
  readonly refresh: () => void;
}

/** The image has twice the resolution of its size. */
const pictureScale = 2;

export function createWorkTray(actions: TrayActions): WorkTray {
  // An icon without a reference is garbage-collected and disappears.
  let tray: Tray | null = null;
  let work: readonly Work[] = [];
  let shown = { tooltip: '', menu: '' };

  const refresh = (): void => {
    if (tray === null) return;
    const tooltip = trayTooltip(work);
    if (tooltip !== shown.tooltip) tray.setToolTip(tooltip);
    const template = trayMenu(work, actions);
    // Replacing a menu closes it under the pointer, so it is replaced only when it differs.
    const menu = JSON.stringify(template);
    if (menu !== shown.menu) tray.setContextMenu(Menu.buildFromTemplate(template));
    shown = { tooltip, menu };
  };

  return {
    refresh,
    show: (now) => {
      work = now;
      refresh();
    },
    turn: (to) => {
      if ((to === 'on') === (tray !== null)) return;
      tray?.destroy();
      tray = null;
      shown = { tooltip: '', menu: '' };
      if (to === 'off') return;
      tray = new Tray(iconOf(picture));
      tray.on('click', actions.showWindow);
      refresh();
    },
  };
}

function iconOf(dataUrl: string): Electron.NativeImage {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  return nativeImage.createFromBuffer(bytes, { scaleFactor: pictureScale });
}
