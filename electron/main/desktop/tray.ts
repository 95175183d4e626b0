// The icon in the tray, where a person wants one: kept up with the work and taken away again. Whether the desktop has a
// place for it, Electron cannot tell.
import { Menu, Tray, nativeImage } from 'electron';
import { type TrayActions, trayMenu, trayTooltip } from './tray-content';
import picture from './tray-icon.png?inline';
import type { Work } from './work';

export interface WorkTray {
  show(work: readonly Work[]): void;
  readonly turn: (to: 'on' | 'off') => void;
  /** Says the same in another language. */
  readonly refresh: () => void;
}

/** The picture has twice the pixels of its place. */
const pictureScale = 2;

export function createWorkTray(actions: TrayActions): WorkTray {
  // An icon that nobody holds is collected, and vanishes.
  let tray: Tray | null = null;
  let work: readonly Work[] = [];
  let shown = { tooltip: '', menu: '' };

  const refresh = (): void => {
    if (tray === null) return;
    const tooltip = trayTooltip(work);
    if (tooltip !== shown.tooltip) tray.setToolTip(tooltip);
    const template = trayMenu(work, actions);
    // A menu that is replaced closes under the pointer: only for another one.
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
