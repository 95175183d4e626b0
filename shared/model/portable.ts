// Settings and connections in one file, to be moved to another computer. Secrets are included only on request, and then
// encrypted with a passphrase.
import { z } from 'zod';
import { fileToken } from './bounds';
import { connectionMarking, s3Settings, sasScope } from './connection';
import { settings } from './settings';

/** A connection without its secret and without its id, which is specific to one computer. */
export const portableConnection = z.object({
  name: z.string().trim().min(1).max(80),
  kind: z.enum(['emulator', 'connection-string', 'account-key', 'sas', 's3']),
  accountName: z.string().max(200),
  endpoints: z.object({
    blob: z.string().max(2000).optional(),
    table: z.string().max(2000).optional(),
    dfs: z.string().max(2000).optional(),
  }),
  credential: z.enum(['emulator', 'key', 'sas', 's3']),
  marking: connectionMarking,
  sas: sasScope.optional(),
  s3: s3Settings.optional(),
});
export type PortableConnection = z.infer<typeof portableConnection>;

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/);

/**
 * Encrypted with scrypt and AES-256-GCM; the connections are authenticated along with them, so that none can be changed
 * unnoticed.
 */
const sealedSecrets = z.object({ salt: base64, nonce: base64, tag: base64, text: base64 });
export type SealedSecrets = z.infer<typeof sealedSecrets>;

/** Only settings that make sense on another computer. */
export const portableSettings = settings.omit({ sampleDataOffered: true });

export const portableFile = z.object({
  stowage: z.literal('settings'),
  version: z.literal(1),
  settings: portableSettings,
  connections: z.array(portableConnection).max(1000),
  secrets: sealedSecrets.optional(),
});
export type PortableFile = z.infer<typeof portableFile>;

export const shortestPassphrase = 8;

export const exportWish = z.object({
  /** Of the file to write. */
  token: fileToken,
  settings: portableSettings,
  /** `sealed`: main prompts for the passphrase in a separate dialog. */
  secrets: z.enum(['sealed', 'left-out']),
});

export const importedCounts = z.object({
  connections: z.int().nonnegative(),
  secrets: z.int().nonnegative(),
});

/** `leftOut`: connections that sign in, whose identity exists on this computer only. */
export const exportedCounts = importedCounts.extend({ leftOut: z.int().nonnegative() });

/** The contents of a file, before anything is imported. */
export const portableView = z.object({
  settings: portableSettings,
  /** `name`: its name after the import. */
  connections: z.array(
    z.object({
      name: z.string(),
      accountName: z.string(),
      /** The address it connects to, without the protocol if that is https. */
      hosts: z.array(z.string()),
      state: z.enum(['new', 'renamed']),
    }),
  ),
  secrets: z.enum(['sealed', 'none']),
});
export type PortableView = z.infer<typeof portableView>;

/** Main prompts before connections are added, and for the passphrase. */
export const importWish = z.object({ token: fileToken });
