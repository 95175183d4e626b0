// The emulator's connection: its published account, by host and ports or as development storage.
import { type CreateInputError, isHost, isPort, originOf, parseAddress, invalidInputAs } from '../endpoint-address';
import type { Parts } from './connection-parts';
import type { ParsedConnection } from './parsed-connection';
import { t } from '../../strings/t';

/** The emulator's published account; no secret. */
export const emulatorAccount = {
  name: 'devstoreaccount1',
  key: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
} as const;

/** An emulator with the published account, by host and ports. @throws StowageError `invalid.input` */
export function parseEmulator(input: {
  readonly host: string;
  readonly blobPort: number;
  readonly tablePort: number;
}): ParsedConnection {
  const inputError = invalidInputAs('invalid.input');
  const host = input.host.trim();
  if (host === '') throw inputError('Host', t`is empty.`, t`Enter 127.0.0.1 for an emulator on this computer.`);
  if (/^https?:/i.test(host)) throw inputError('Host', t`is a URL, not a host.`, t`Enter only the name or IP address.`);
  if (!isHost(host))
    throw inputError('Host', t`is not a host name.`, t`Enter a name or an IP address, such as 127.0.0.1.`);
  for (const [field, port] of [
    ['Blob port', input.blobPort],
    ['Table port', input.tablePort],
  ] as const) {
    if (!isPort(port)) throw inputError(field, t`is outside 1 to 65535.`, t`Enter the port shown by the emulator.`);
  }
  if (input.blobPort === input.tablePort) {
    throw inputError(
      'Table port',
      t`is the same as the blob port.`,
      t`Enter the port of the table service (default: 10002).`,
    );
  }
  const named = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return emulatorConnection(`http://${named}`, input.blobPort, input.tablePort);
}

/** The account that UseDevelopmentStorage means. */
export function developmentStorage(parts: Parts, inputError: CreateInputError): ParsedConnection {
  if (parts.get('usedevelopmentstorage')?.toLowerCase() !== 'true') {
    throw inputError('UseDevelopmentStorage', t`is not true.`, t`Use UseDevelopmentStorage=true, or remove it.`);
  }
  const proxy = parts.get('developmentstorageproxyuri');
  if (proxy === undefined) return emulatorConnection('http://127.0.0.1', 10_000, 10_002);
  const address = parseAddress(proxy, 'DevelopmentStorageProxyUri', inputError);
  return emulatorConnection(originOf({ ...address, port: '' }), 10_000, 10_002);
}

function emulatorConnection(origin: string, blobPort: number, tablePort: number): ParsedConnection {
  return {
    accountName: emulatorAccount.name,
    endpoints: {
      blob: `${origin}:${blobPort}/${emulatorAccount.name}`,
      table: `${origin}:${tablePort}/${emulatorAccount.name}`,
    },
    credential: { kind: 'key', accountKey: emulatorAccount.key },
  };
}
