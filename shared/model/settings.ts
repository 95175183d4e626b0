// The user's settings. Every field has a default, so that an old or damaged file can still be read.
import { z } from 'zod';
import { byteForms, numberForms, timeForms } from '../strings/formats';
import { languages } from '../strings/languages';
import { noPrices, prices } from './prices';

export const settings = z.object({
  theme: z.enum(['system', 'light', 'dark', 'high-contrast']).catch('system'),
  /** Of the window; `system` is the first of the system's that Stowage speaks. */
  language: z.enum(['system', ...languages]).catch('system'),
  density: z.enum(['compact', 'standard', 'comfortable']).catch('standard'),
  timeZone: z.enum(['local', 'utc']).catch('utc'),
  // How the window writes numbers, sizes and times (`shared/strings`). Copied, exported and sent values are unaffected.
  numbers: z.enum(numberForms).catch('language'),
  byteUnits: z.enum(byteForms).catch('binary'),
  timeForm: z.enum(timeForms).catch('iso'),
  pageSize: z.int().min(1).max(1000).catch(1000),
  blockBytes: z.union([z.literal('auto'), z.int().positive()]).catch('auto'),
  concurrency: z.union([z.literal('auto'), z.int().min(1).max(128)]).catch('auto'),
  /** How a transfer is verified when it ends. */
  verify: z.enum(['md5', 'length', 'none']).catch('md5'),
  /** Whether a summary is shown before a transfer starts; when it matters is defined in `shared/preflight/concerns`. */
  uploadSummary: z.enum(['when-it-matters', 'always', 'never']).catch('when-it-matters'),
  // Stored with uploads and set on downloads; see `transferOptions`.
  preserveTimes: z.boolean().catch(false),
  emptyFolders: z.boolean().catch(false),
  followLinks: z.boolean().catch(false),
  /** Uploads pass on headers, metadata, tags and tier of a blob that they replace. */
  preserveProperties: z.boolean().catch(false),
  /** An icon in the tray with the running work and a menu. */
  trayIcon: z.boolean().catch(false),
  sampleDataOffered: z.boolean().catch(false),
  /** The user's key bindings by command, such as `Mod+Shift+T`; null removes the binding. */
  shortcuts: z.record(z.string(), z.string().nullable()).catch({}),
  prices: prices.catch(noPrices),
});
export type Settings = z.infer<typeof settings>;
/** Several for each command. */
const maxShortcuts = 1000;

/** A change of some settings by the user; unlike values in the file, invalid ones are rejected. */
export const settingsChange = z.object({
  theme: settings.shape.theme.unwrap().optional(),
  language: settings.shape.language.unwrap().optional(),
  density: settings.shape.density.unwrap().optional(),
  timeZone: settings.shape.timeZone.unwrap().optional(),
  numbers: settings.shape.numbers.unwrap().optional(),
  byteUnits: settings.shape.byteUnits.unwrap().optional(),
  timeForm: settings.shape.timeForm.unwrap().optional(),
  pageSize: settings.shape.pageSize.unwrap().optional(),
  blockBytes: settings.shape.blockBytes.unwrap().optional(),
  concurrency: settings.shape.concurrency.unwrap().optional(),
  verify: settings.shape.verify.unwrap().optional(),
  uploadSummary: settings.shape.uploadSummary.unwrap().optional(),
  preserveTimes: settings.shape.preserveTimes.unwrap().optional(),
  emptyFolders: settings.shape.emptyFolders.unwrap().optional(),
  followLinks: settings.shape.followLinks.unwrap().optional(),
  preserveProperties: settings.shape.preserveProperties.unwrap().optional(),
  trayIcon: settings.shape.trayIcon.unwrap().optional(),
  sampleDataOffered: settings.shape.sampleDataOffered.unwrap().optional(),
  shortcuts: z
    .record(z.string().max(200), z.string().max(200).nullable())
    .refine((keys) => Object.keys(keys).length <= maxShortcuts)
    .optional(),
  prices: settings.shape.prices.unwrap().optional(),
});
export const defaultSettings: Settings = settings.parse({});
