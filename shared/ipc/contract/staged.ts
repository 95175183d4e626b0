// Changes that are staged in a window but not applied: saved so that they survive the window, even if it is killed.
import { z } from 'zod';
import { maxStoredAtOnce } from '../../edit/max-stored-at-once';
import { stagedEdit } from '../../model/edit';
import { windowName } from '../../model/window-name';
import { type CallDeclaration, call, nothing, onTable } from './declare';

const ofWindow = z.object({ window: windowName });

export const stagedCalls = {
  /** Everything saved for the window, by table, in the order of staging. None of it is sent anywhere. */
  'staged.read': call('engine', ofWindow, z.array(onTable.extend({ edits: z.array(stagedEdit) }))),
  /** `gone`: ids of edits that are no longer staged; `edits`: new or changed ones. On disk when the call returns. */
  'staged.keep': call(
    'engine',
    onTable.extend({
      ...ofWindow.shape,
      gone: z.array(z.string()),
      edits: z.array(stagedEdit).max(maxStoredAtOnce),
    }),
    nothing,
  ),
} as const satisfies Record<string, CallDeclaration>;
