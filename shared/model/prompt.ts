// What the engine has main ask the user, in a dialog that belongs to main and that no page can draw or answer.
import { z } from 'zod';

/** `hosts`: where the account is reached; a name can be chosen to mislead, and emulators share an account's name. */
const connectionFacts = { connection: z.string(), account: z.string(), hosts: z.array(z.string()) };
export type ConnectionFacts = z.infer<z.ZodObject<typeof connectionFacts>>;

export const promptRequest = z.discriminatedUnion('kind', [
  /** The first contact with these hosts. */
  z.object({ kind: z.literal('new-hosts'), connection: z.string(), hosts: z.array(z.string()) }),
  z.object({ kind: z.literal('unlock'), ...connectionFacts }),
  z.object({ kind: z.literal('unmark-production'), ...connectionFacts }),
  z.object({
    kind: z.literal('create-sas'),
    ...connectionFacts,
    production: z.enum(['yes', 'no']),
    /** The container, blob or table. */
    resource: z.string(),
    /** The service's letters; empty if the stored access policy supplies them. */
    rights: z.string(),
    resourceKind: z.enum(['blob', 'container', 'table']),
    /** ISO time, as signed; empty if the stored access policy supplies it. */
    expiresOn: z.string(),
    policy: z.string(),
  }),
  /** The embedded store accepts the key that everybody knows. */
  z.object({ kind: z.literal('published-key') }),
  /** `files`: how many at most; `when`: now, or by itself from now on. */
  z.object({ kind: z.literal('delete-local'), folder: z.string(), files: z.int(), when: z.enum(['now', 'each run']) }),
  /** The answer holds the passphrase. */
  z.object({ kind: z.literal('export-secrets'), connections: z.int() }),
  /** The answer holds the passphrase; empty leaves the secrets out. */
  z.object({
    kind: z.literal('import-connections'),
    connections: z.array(z.object({ name: z.string(), accountName: z.string(), hosts: z.array(z.string()) })),
    secrets: z.enum(['sealed', 'none']),
    /** The passphrase of the answer before did not open the secrets. */
    passphrase: z.enum(['not tried', 'wrong']),
  }),
]);
export type PromptRequest = z.infer<typeof promptRequest>;

/** `text`: the typed text; empty if the dialog has no field. */
export const promptAnswer = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('confirmed'), text: z.string() }),
  z.object({ answer: z.literal('declined') }),
]);
export type PromptAnswer = z.infer<typeof promptAnswer>;
