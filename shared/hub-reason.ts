// Why a job of a hub does not go on, and why a node does not work for it, as a sentence without a full stop.
import type { HubReason } from './model/hub';
import { t } from './strings/t';
import { formatCount } from './units';
import { visibleLine } from './visible-text';

/** Empty for nothing. */
export function reasonText(reason: HubReason | null): string {
  switch (reason?.kind) {
    case undefined:
      return '';
    case 'no-workers':
      return t`no worker has joined`;
    case 'machines':
      return t`${formatCount(reason.present)} of ${formatCount(reason.needed)} machines have joined`;
    case 'no-connection':
      return t`${visibleLine(reason.node)} has no connection to ${visibleLine(reason.endpoint)}`;
    case 'no-room':
      return t`the disk of ${visibleLine(reason.node)} has no room in ${visibleLine(reason.path)}`;
    case 'text':
      return visibleLine(reason.text);
  }
}
