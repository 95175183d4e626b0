// Why a file was skipped: as journals write it down, and in words.
import { t } from '@shared/strings/t';

/** `cancelled`: by a person. */
export const skipReasons = [
  'already there',
  'the other one is newer',
  'the same',
  'gone on both sides',
  'cancelled',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** The reason in the language that the engine was told to speak. */
export function skipReasonText(reason: SkipReason): string {
  switch (reason) {
    case 'already there':
      return t`already there`;
    case 'the other one is newer':
      return t`the other one is newer`;
    case 'the same':
      return t`the same`;
    case 'gone on both sides':
      return t`gone on both sides`;
    case 'cancelled':
      return t`cancelled`;
  }
}

/** Why something that an upload or a download came upon is not moved. */
export type LeftOutReason =
  | 'link'
  | 'broken link'
  | 'link loop'
  | 'link outside'
  | 'special'
  | 'empty folder'
  | 'folder marker';

export function leftOutText(reason: LeftOutReason): string {
  switch (reason) {
    case 'folder marker':
      return t`only marks a folder`;
    case 'empty folder':
      return t`empty folder`;
    case 'broken link':
      return t`link that leads nowhere`;
    case 'link loop':
      return t`link to a folder that it is in`;
    case 'link outside':
      return t`link out of the chosen folder`;
    case 'link':
      return t`symbolic link`;
    case 'special':
      return t`pipe, socket or device`;
  }
}
