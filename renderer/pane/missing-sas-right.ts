// Why a SAS does not allow something, as menus, buttons and notices explain in advance.
import type { SasLack } from '@shared/sas/sas-grants';
import { t } from '@shared/strings/t';

export type SasPermission = 'read' | 'write' | 'add' | 'update' | 'delete' | 'tag';

export function missingSasRightText(connectionName: string, lack: SasLack, permission: SasPermission): string {
  switch (lack) {
    case 'level':
      return t`The SAS of ${connectionName} is not for the whole account: it cannot create, change or delete containers and tables themselves. Use one that is, or the account key.`;
    case 'type':
      return t`The SAS of ${connectionName} lacks the resource type that this needs. Use one that has it, or another connection.`;
    case 'right':
      return rightLabels[permission](connectionName);
  }
}

const rightLabels = {
  read: (name: string) => t`The SAS of ${name} does not allow reading. Use one that does, or another connection.`,
  write: (name: string) => t`The SAS of ${name} does not allow writing. Use one that does, or another connection.`,
  add: (name: string) =>
    t`The SAS of ${name} does not allow adding entities. Use one that does, or another connection.`,
  update: (name: string) =>
    t`The SAS of ${name} does not allow changing entities. Use one that does, or another connection.`,
  delete: (name: string) => t`The SAS of ${name} does not allow deleting. Use one that does, or another connection.`,
  tag: (name: string) => t`The SAS of ${name} does not allow index tags. Use one that does, or another connection.`,
} as const;
