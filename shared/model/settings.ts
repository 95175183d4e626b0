// What a person can set. Every field has a default, so that an old or damaged file still reads.
import { z } from 'zod';

export const settings = z.object({
  theme: z.enum(['system', 'light', 'dark', 'high-contrast']).catch('system'),
  density: z.enum(['compact', 'standard', 'comfortable']).catch('standard'),
  timeZone: z.enum(['local', 'utc']).catch('utc'),
  pageSize: z.int().min(1).max(1000).catch(1000),
  blockBytes: z.union([z.literal('auto'), z.int().positive()]).catch('auto'),
  concurrency: z.union([z.literal('auto'), z.int().min(1).max(128)]).catch('auto'),
  /** How a transfer is verified when it ends. */
  verify: z.enum(['md5', 'length', 'none']).catch('md5'),
  sampleDataOffered: z.boolean().catch(false),
  /** A person's own keys by command, such as `Mod+Shift+T`; null takes the key away. */
  shortcuts: z.record(z.string(), z.string().nullable()).catch({}),
});
export type Settings = z.infer<typeof settings>;
/** A change of some settings as a person makes it; unlike the file, it is refused when a value makes no sense. */
export const settingsChange = z.object({
  theme: settings.shape.theme.unwrap().optional(),
  density: settings.shape.density.unwrap().optional(),
  timeZone: settings.shape.timeZone.unwrap().optional(),
  pageSize: settings.shape.pageSize.unwrap().optional(),
  blockBytes: settings.shape.blockBytes.unwrap().optional(),
  concurrency: settings.shape.concurrency.unwrap().optional(),
  verify: settings.shape.verify.unwrap().optional(),
  sampleDataOffered: settings.shape.sampleDataOffered.unwrap().optional(),
  shortcuts: settings.shape.shortcuts.unwrap().optional(),
});
export const defaultSettings: Settings = settings.parse({});
