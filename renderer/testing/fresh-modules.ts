// Files of tests share a page and the libraries that are loaded into it, since loading those takes longer than the tests
// do. The window's own modules are loaded anew for each file: stores and subscriptions of one are nothing to the next.
import { afterAll, vi } from 'vitest';

afterAll(() => {
  localStorage.clear();
  vi.resetModules();
});
