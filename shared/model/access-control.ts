// Who may do what with a folder or file of an account with a hierarchical namespace: owner, group, permissions and the
// access control list (ACL).
import { z } from 'zod';

/** `default`: what new files and folders in a folder inherit; folders alone have these entries. */
export const accessEntry = z.object({
  scope: z.enum(['access', 'default']),
  /** `user` and `group` with an empty id are the owner and the owning group. */
  type: z.enum(['user', 'group', 'mask', 'other']),
  /** The object id of a user, group or application in Entra ID. */
  id: z.string().max(200),
  permissions: z.string().regex(/^[r-][w-][xtT-]$/u),
});
export type AccessEntry = z.infer<typeof accessEntry>;

export const accessControl = z.object({
  isFolder: z.boolean(),
  owner: z.string(),
  group: z.string(),
  /** As the service writes them: `rwxr-x---`, with a final `+` where there are more entries. */
  permissions: z.string(),
  entries: z.array(accessEntry),
  etag: z.string(),
});
export type AccessControl = z.infer<typeof accessControl>;

/** `set` replaces whole lists; `modify` adds entries or changes their permissions; `remove` removes entries. */
export const accessMode = z.enum(['set', 'modify', 'remove']);
export type AccessMode = z.infer<typeof accessMode>;

export const accessProgress = z.object({
  folders: z.int(),
  files: z.int(),
  failedCount: z.int(),
  /** The first of them. */
  failed: z.array(z.object({ name: z.string(), kind: z.enum(['folder', 'file']), message: z.string() })),
  /** Where it continues after it was stopped or failed; empty at the start and at the end. */
  continuation: z.string(),
  state: z.enum(['running', 'complete']),
});
export type AccessProgress = z.infer<typeof accessProgress>;
