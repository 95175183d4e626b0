// A scene brings a view about in a fresh window with the sample data, and leaves it open for whoever looks at it.
import type { RunningApp } from '../fixtures/app';

export type Scene = (running: RunningApp) => Promise<void>;

/** By what is to be seen. */
export type Scenes = Readonly<Record<string, Scene>>;
