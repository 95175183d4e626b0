// The one connection dialog that is open, if any; opened from the navigator, the palette, the menu or the tour.
import { create } from 'zustand';
import type { ConnectionDialogRequest } from '@renderer/features/connections';

export const useDialog = create<{ readonly request: ConnectionDialogRequest | null }>()(() => ({ request: null }));

export function openDialog(request: ConnectionDialogRequest | null): void {
  useDialog.setState({ request });
}
