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
export function skipWords(reason: SkipReason): string {
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
