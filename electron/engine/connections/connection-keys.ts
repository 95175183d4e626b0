// The two keys of an account: which of them signs, the change to the other one when the service rejects it, and their
// replacement after a rotation. The keys themselves are in the vault.
import { StowageError, invalidInput } from '@shared/errors';
import type { AccountKeyName, ConnectionSummary } from '@shared/model/connection';
import { checkedKey, parseConnectionString } from '@shared/model/connection-string';
import { invalidInputAs } from '@shared/model/endpoint-address';
import { t } from '@shared/strings/t';
import type { AccountDescriptor, KeySource } from '../azure/account';
import { descriptorOf } from './connection-forms';
import type { ConnectionSecrets } from './connection-secrets';
import type { SavedConnection, SavedFile } from './saved-file';

/** The service rejected the key that had signed, and accepts the other one. */
export interface KeySwitch {
  readonly connection: string;
  readonly now: AccountKeyName;
}

export interface KeyChange {
  readonly connectionId: string;
  readonly which: AccountKeyName;
  /** The key, or a connection string of the account that has it; an empty one removes the secondary key. */
  readonly key: string;
}

export interface ConnectionKeysPorts {
  readonly file: SavedFile;
  readonly secrets: ConnectionSecrets;
  readonly changed: () => void;
  /** Called when a connection changed; accounts made from it are out of date. */
  readonly replaced: (id: string) => void;
  readonly switched: (change: KeySwitch) => void;
  readonly log: (line: string) => void;
}

/** Whether the service accepts an account as described; rejects when it could not be asked. */
export type TryAccount = (descriptor: AccountDescriptor) => Promise<'accepted' | 'rejected'>;

export class ConnectionKeys implements KeySource {
  readonly #ports: ConnectionKeysPorts;
  readonly #saving = new Set<Promise<void>>();

  constructor(ports: ConnectionKeysPorts) {
    this.#ports = ports;
  }

  /** @throws StowageError `auth.secret-missing` */
  async inUse(saved: SavedConnection): Promise<string> {
    const { secrets } = this.#ports;
    const secondary = saved.keyInUse === 'secondary' ? await secrets.secondaryOf(saved) : null;
    return secondary ?? secrets.of(saved);
  }

  async other(connectionId: string, rejected: string): Promise<string | null> {
    const saved = await this.#find(connectionId);
    if (saved?.credential !== 'key') return null;
    const stored = await this.#stored(saved);
    const current = stored[nameInUse(saved)];
    // It was replaced meanwhile, or another request has found the other one.
    if (current !== null && current !== rejected) return current;
    const other = stored[otherName(nameInUse(saved))];
    return other === rejected ? null : other;
  }

  accepted(connectionId: string, key: string): void {
    const saving = this.#use(connectionId, key)
      .catch((thrown: unknown) => this.#ports.log(StowageError.from(thrown).message))
      .finally(() => this.#saving.delete(saving));
    this.#saving.add(saving);
  }

  /** Resolves when every change to another key is saved. */
  async settled(): Promise<void> {
    await Promise.all(this.#saving);
  }

  async summaryOf(saved: SavedConnection): Promise<Pick<ConnectionSummary, 'keys'>> {
    if (saved.credential !== 'key') return {};
    const hasSecondary = (await this.#ports.secrets.secondaryOf(saved)) !== null;
    return { keys: { inUse: hasSecondary ? nameInUse(saved) : 'primary', hasSecondary } };
  }

  /**
   * Stores a key once the service accepts it, so that a mistyped one replaces nothing.
   * @throws StowageError `invalid.input`, `not-found.connection`, and what `tryAccount` rejects with
   */
  async replace({ connectionId, which, key }: KeyChange, tryAccount: TryAccount): Promise<void> {
    const { file, secrets, replaced, changed } = this.#ports;
    const saved = await this.#find(connectionId);
    if (saved === undefined) {
      throw new StowageError('not-found.connection', 'There is no such connection.', {
        context: { connection: connectionId },
      });
    }
    if (saved.credential !== 'key') {
      throw invalidInput('Connection', t`has no account key.`, t`Edit the connection instead.`);
    }
    if (key.trim() === '' && which === 'secondary') await secrets.keepSecondary(saved.id, null);
    else {
      const entered = keyIn(key, saved);
      const stored = await this.#stored(saved);
      if (entered === stored[otherName(which)]) {
        throw invalidInput(
          'Key',
          which === 'primary' ? t`is the secondary key already.` : t`is the primary key already.`,
          t`Copy the other one of the account’s two keys.`,
        );
      }
      if ((await tryAccount(descriptorOf(saved, entered))) === 'rejected') {
        throw invalidInput(
          'Key',
          t`is not accepted by ${saved.accountName}.`,
          t`Copy the current key from the account’s Access keys page.`,
        );
      }
      await (which === 'primary' ? secrets.keep(saved.id, entered) : secrets.keepSecondary(saved.id, entered));
    }
    // A new primary key is known to work; the secondary one signs only while the primary one is rejected.
    if (which === 'primary' || key.trim() === '') {
      await file.change((all) => all.map((one) => (one.id === saved.id ? signedBy(one, 'primary') : one)));
    }
    replaced(saved.id);
    changed();
  }

  async #use(connectionId: string, key: string): Promise<void> {
    const { file, replaced, changed, switched } = this.#ports;
    const saved = await this.#find(connectionId);
    if (saved === undefined) return;
    const stored = await this.#stored(saved);
    const now = (['primary', 'secondary'] as const).find((name) => stored[name] === key);
    if (now === undefined || now === nameInUse(saved)) return;
    await file.change((all) => all.map((one) => (one.id === saved.id ? signedBy(one, now) : one)));
    replaced(saved.id);
    changed();
    switched({ connection: saved.name, now });
  }

  async #find(id: string): Promise<SavedConnection | undefined> {
    return (await this.#ports.file.read()).find((saved) => saved.id === id);
  }

  async #stored(saved: SavedConnection): Promise<Record<AccountKeyName, string | null>> {
    const { secrets } = this.#ports;
    return { primary: await secrets.readIfStored(saved), secondary: await secrets.secondaryOf(saved) };
  }
}

function nameInUse({ keyInUse }: SavedConnection): AccountKeyName {
  return keyInUse ?? 'primary';
}

function otherName(name: AccountKeyName): AccountKeyName {
  return name === 'primary' ? 'secondary' : 'primary';
}

function signedBy({ keyInUse: _before, ...saved }: SavedConnection, name: AccountKeyName): SavedConnection {
  return name === 'primary' ? saved : { ...saved, keyInUse: name };
}

/** The portal offers each key by itself and as a connection string. */
function keyIn(text: string, { accountName, endpoints }: SavedConnection): string {
  if (!/AccountKey\s*=/iu.test(text)) {
    const isCloud = /\.core\./u.test(endpoints.blob ?? endpoints.table ?? '');
    return checkedKey(text, 'Key', invalidInputAs('invalid.input'), isCloud ? 'cloud' : 'any');
  }
  const parsed = parseConnectionString(text);
  if (parsed.accountName !== accountName) {
    throw invalidInput(
      'Key',
      t`is of the account ${parsed.accountName}, and this connection leads to ${accountName}.`,
      t`Copy the key of ${accountName}.`,
    );
  }
  if (parsed.credential.kind === 'key') return parsed.credential.accountKey;
  throw invalidInput('Key', t`is a SAS.`, t`Copy the key from the account’s Access keys page.`);
}
