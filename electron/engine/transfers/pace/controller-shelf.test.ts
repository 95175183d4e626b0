import { describe, expect, it } from 'vitest';
import { createControllerShelf } from './controller-shelf';

describe('the shelf of controllers', () => {
  it('hands out again what nobody aborted or listens to, and never two owners the same one', () => {
    const shelf = createControllerShelf();
    const [first, second] = [shelf.take(), shelf.take()];
    expect(second).not.toBe(first);
    shelf.giveBack(first);
    expect(shelf.take()).toBe(first);
    expect(shelf.take()).not.toBe(first);
  });

  it('keeps nothing that was aborted or is still listened to', () => {
    const shelf = createControllerShelf();
    const [aborted, heard] = [shelf.take(), shelf.take()];
    aborted.abort();
    const listen = (): void => undefined;
    heard.signal.addEventListener('abort', listen);
    for (const controller of [aborted, heard]) shelf.giveBack(controller);
    expect([aborted, heard]).not.toContain(shelf.take());

    heard.signal.removeEventListener('abort', listen);
    shelf.giveBack(heard);
    expect(shelf.take()).toBe(heard);
  });
});
