// A scene brings up a view in a fresh window with the sample data, and leaves it open for viewing.
import type { RunningApp } from '../fixtures/app';

export type Scene = (running: RunningApp) => Promise<void>;

/** By the view that it shows. */
export type Scenes = Readonly<Record<string, Scene>>;
