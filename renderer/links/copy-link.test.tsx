// Links on the clipboard: what they contain, and the message when there can be none.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ToastRegion } from '@renderer/ui';
import { parseLink } from '@shared/links/link';
import type { ConnectionSummary } from '@shared/model/connection';
import { copyLink } from './copy-link';

const connection: ConnectionSummary = {
  id: 'id-of-this-computer',
  name: 'Production',
  kind: 'sas',
  accountName: 'contoso',
  locked: true,
  endpoints: { blob: 'https://contoso.blob.example', table: 'https://contoso.table.example' },
  marking: { production: true, colour: 'red' },
  sas: { level: 'account', rights: ['read'], policy: 'night-shift', keyRange: 'from a to b' },
  secretStorage: 'keychain',
  needsSecret: false,
};
let bridge: TestBridge;
let copied: string[];

beforeEach(() => {
  copied = [];
  bridge = installBridge({
    calls: {
      'clipboard.write': ({ text }) => {
        copied.push(text);
        return {};
      },
    },
  });
  render(<ToastRegion />);
});
afterEach(() => {
  cleanup();
  bridge.dispose();
});

describe('a copied link', () => {
  it('contains the account and the target, and nothing else of the connection', async () => {
    copyLink(connection, { kind: 'blob', container: 'logs', blob: 'a b/ü.txt' });
    await waitFor(() => expect(copied).toHaveLength(1));
    const [link = ''] = copied;
    expect(parseLink(link)).toEqual({
      kind: 'blob',
      account: 'contoso',
      connection: 'Production',
      container: 'logs',
      blob: 'a b/ü.txt',
    });
    for (const held of ['id-of', 'example', 'night', 'from', 'keychain', 'sas']) expect(link).not.toContain(held);
    await screen.findByText('Link copied');
  });

  it('is not created for what no link can name, and shows a message', async () => {
    copyLink(connection, { kind: 'blob', container: 'logs', blob: 'a\u202eb' });
    await screen.findByText('Could not copy a link');
    expect(copied).toEqual([]);
  });
});
