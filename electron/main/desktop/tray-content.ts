// Tooltip and menu of the tray icon for the current work. Pure.
import type { MenuItemConstructorOptions } from 'electron';
import { t } from '@shared/strings/t';
import { formatCount, formatRate } from '@shared/units';
import { type Work, canGoOn, isUnderWay } from './work';

export interface TrayActions {
  readonly showWindow: () => void;
  readonly pauseAll: () => void;
  readonly resumeAll: () => void;
  readonly quit: () => void;
}

/** Windows truncates longer tooltips. */
const longestTooltip = 127;
const longestTitle = 28;

/** One line per job: `Upload of cargo.bin: 50%, 12.0 MiB/s`. */
export function trayTooltip(work: readonly Work[]): string {
  const moving = work.filter(({ state }) => state === 'moving');
  const waiting = work.filter(({ state }) => state === 'queued').length;
  if (moving.length === 0) return waiting === 0 ? 'Stowage' : t`${formatCount(waiting)} waiting`;
  const withJobs = (count: number): string => {
    const more = moving.length - count + waiting;
    return [...moving.slice(0, count).map(jobLine), ...(more > 0 ? [t`${formatCount(more)} more`] : [])].join('\n');
  };
  const two = withJobs(Math.min(2, moving.length));
  return two.length <= longestTooltip ? two : withJobs(1);
}

export function trayMenu(work: readonly Work[], actions: TrayActions): MenuItemConstructorOptions[] {
  return [
    { id: 'show', label: t`Show Stowage`, click: actions.showWindow },
    { type: 'separator' },
    {
      id: 'pause',
      label: t`Pause All Jobs`,
      enabled: work.some(isUnderWay),
      click: actions.pauseAll,
    },
    {
      id: 'resume',
      label: t`Resume All Jobs`,
      enabled: work.some(canGoOn),
      click: actions.resumeAll,
    },
    { type: 'separator' },
    { id: 'quit', label: t`Quit`, click: actions.quit },
  ];
}

function jobLine({ noun, of, title, share, rate }: Work): string {
  const facts = [
    ...(share === null ? [] : [`${Math.floor(share * 100)}%`]),
    ...(rate > 0 ? [of === 'transfer' ? formatRate(rate) : t`${formatCount(Math.round(rate))} rows/s`] : []),
  ];
  const name = t`${noun} of ${shortened(title)}`;
  return facts.length === 0 ? name : `${name}: ${facts.join(', ')}`;
}

function shortened(title: string): string {
  const letters = [...title];
  return letters.length <= longestTitle ? title : `${letters.slice(0, longestTitle - 1).join('')}…`;
}
