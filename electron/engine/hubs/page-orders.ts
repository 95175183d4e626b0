// From what the window wants to run on a hub to a job that its workers understand: files and folders by the paths behind
// their tokens, and what no worker could do rejected with the reason.
import { invalidInput } from '@shared/errors';
import type { CallInput } from '@shared/ipc/contract';
import { t } from '@shared/strings/t';
import type { AccountSource } from '../azure/account';
import { type Order, copyOrder, downloadOrder, syncOrder, uploadOrder } from '../cluster/order-files';
import { exportOrder, importOrder, rejectRandomKeys } from '../cluster/order-tables';
import type { ClusterSpec } from '../cluster/specs';
import type { ResolveToken } from '../picked-path';
import type { Imports } from '../tables/import/create-imports';
import { copySpecOf, ofPage, orderedDownload } from '../transfers/plan/specs';
import type { SyncRequest } from '../transfers/sync/sync-spec';

export type PageOrder = CallInput<'hubs.start'>['order'];

export interface PageOrderPorts {
  readonly accounts: AccountSource;
  readonly resolveToken: ResolveToken;
  readonly syncs: { requestOf(pairId: string): Promise<SyncRequest> };
  readonly imports: () => Pick<Imports, 'report'>;
}

/** @throws StowageError why it cannot run there */
export async function orderOf(
  order: PageOrder,
  ports: PageOrderPorts,
  signal: AbortSignal,
): Promise<Order<ClusterSpec>> {
  const { accounts, resolveToken, syncs } = ports;
  switch (order.kind) {
    case 'sync':
      return syncOrder(await syncs.requestOf(order.pairId), ports);
    case 'upload': {
      const { sources, options, ...to } = order.upload;
      const paths = await Promise.all(sources.map((token) => resolveToken(token, 'upload', to.connectionId)));
      return uploadOrder({ ...to, paths, options: ofPage(options) }, ports);
    }
    case 'download': {
      const { targetToken, connectionId } = order.download;
      const folder = await resolveToken(targetToken, 'download', connectionId);
      return downloadOrder(await orderedDownload(order.download, folder), ports);
    }
    case 'copy':
      return copyOrder(copySpecOf(order.copy), ports);
    case 'export':
      return exportOf(order, ports);
    case 'import': {
      const { connectionId, table, source, reading, settings } = order;
      if (source.kind !== 'file')
        throw invalidInput('Input', t`workers cannot read pasted rows.`, t`Save them as a file.`);
      rejectRandomKeys(settings);
      // Not only after the whole file was read.
      await accounts.openForWriting(connectionId);
      const path = await resolveToken(source.token, 'import');
      const location = { kind: 'file' as const, path };
      const report = await ports.imports().report({ location, reading, settings }, signal);
      return importOrder({ connectionId, table, path, report, settings }, accounts);
    }
  }
}

async function exportOf(
  { connectionId, request }: Extract<PageOrder, { kind: 'export' }>,
  { accounts, resolveToken }: PageOrderPorts,
): Promise<Order<ClusterSpec>> {
  const { source, columns, format, decimals, targetToken } = request;
  if (source.kind !== 'query') {
    const problem = t`workers read a query, not rows that were selected here.`;
    throw invalidInput('Entities', problem, t`Export the whole result, or export on this computer.`);
  }
  const path = await resolveToken(targetToken, 'export-rows');
  const wish = { connectionId, query: source.query, columns, format, path, replacing: 'always' as const };
  return exportOrder({ ...wish, ...(decimals === undefined ? {} : { decimals }) }, accounts);
}
