// Test files share a page and the libraries loaded into it, because loading takes longer than the tests do. The
// window's own modules are loaded anew for each file, so that stores and subscriptions do not leak between files.
import { afterAll, vi } from 'vitest';

afterAll(() => {
  localStorage.clear();
  vi.resetModules();
});
