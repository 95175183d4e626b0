// Converts a drag-and-drop event to tokens that the contract accepts. A folder becomes one source.
import type { PickedSource } from '@shared/ipc/contract';
import { registerDroppedFiles } from './client';

/** True while files from outside the window are being dragged over it. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

/** Tokens of the dropped files and folders, in the order of the drop. */
export function takeDrop(transfer: DataTransfer): Promise<readonly PickedSource[]> {
  return registerDroppedFiles([...transfer.files]);
}
