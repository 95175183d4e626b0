// The stored tabs of tables, by connection and table: apart from how one is restored, because the shell forgets those of
// removed connections before any tab is open.
import { tabMemory } from '@renderer/storage/tab-memory';

export const savedTabs = tabMemory('table-tab');
