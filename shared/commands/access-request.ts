// A request for a role, to be sent to an administrator: who needs it where, and the command that assigns it. Pure.
import { type RightsTarget, scopeText } from '../model/rights';
import { t } from '../strings/t';

/** What an administrator needs to know to grant a right. */
export interface AccessRequest extends RightsTarget {
  readonly account: string;
  readonly role: string;
  /** How the user or the application is known to its tenant. */
  readonly identity: string;
  readonly tenant: string;
}

/** To be sent to an administrator: who needs which role where, and the command that assigns it. */
export function accessRequestText(request: AccessRequest): string {
  const { role, identity, tenant } = request;
  return [
    t`Please assign me a role that I need to work with data in Azure Storage.`,
    '',
    t`Role: ${role}`,
    t`For: ${identity} (tenant ${tenant})`,
    t`Scope: ${scopeText(request)}`,
    '',
    t`With the Azure CLI:`,
    assignmentCommand(request),
  ].join('\n');
}

/** For a shell such as the one of Azure Cloud Shell; it finds out the subscription itself. */
export function assignmentCommand(request: Omit<AccessRequest, 'tenant'>): string {
  const { service, resource, account, role, identity } = request;
  // Names of applications are no assignees; their object ids are.
  const assignee = /^[^\s@]+@[^\s@]+$|^[\da-f-]{36}$/iu.test(identity) ? quoted(identity) : 'OBJECT-ID';
  if (role.startsWith('Cosmos')) {
    const id = role.endsWith('Reader') ? '1' : '2';
    return [
      `az cosmosdb table role assignment create --account-name ${quoted(account)} --resource-group RESOURCE-GROUP`,
      `--role-definition-id 00000000-0000-0000-0000-00000000000${id} --principal-id OBJECT-ID --scope /`,
    ].join(' ');
  }
  const kind = service === 'blob' ? 'blobServices/default/containers' : 'tableServices/default/tables';
  const below = resource === '' ? '' : quoted(`/${kind}/${resource}`);
  const id = `"$(az storage account show --name ${quoted(account)} --query id --output tsv)"`;
  return `az role assignment create --assignee ${assignee} --role ${quoted(role)} --scope ${id}${below}`;
}

function quoted(text: string): string {
  return /^[\w.@-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
