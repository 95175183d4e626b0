// The progress of the tour: the user presses Next, or (unattended) each step follows when it is done.
import { create } from 'zustand';
import { StowageError } from '@shared/errors';
import { call } from '@renderer/bridge';
import { keepText, readText } from '@renderer/storage/saved';
import { describeError } from '@renderer/ui';
import { type TourStep, tidyUp, tourSteps } from './steps';
import { TourStuck, settle } from './wait';

/** `own-window`: by hand, in a window that was opened for it and closes with it. */
export type TourMode = 'by-hand' | 'own-window' | 'unattended';

export interface TourState {
  readonly mode: TourMode | null;
  /** Whether the user is invited to it. */
  readonly isOffered: boolean;
  readonly index: number;
  /** `acting` while the actions of the step run; `shown` once what it describes is on screen. */
  readonly phase: 'acting' | 'shown' | 'failed';
  readonly failure: string | null;
}

const off: TourState = { mode: null, isOffered: false, index: 0, phase: 'shown', failure: null };
export const useTour = create<TourState>()(() => off);

let running: AbortController | null = null;

export function currentStep(state: TourState): TourStep | undefined {
  return state.mode === null ? undefined : tourSteps[state.index];
}

/** Invites the user to the tour, until they answer. */
export function offerTour(): void {
  useTour.setState({ isOffered: true });
}

export function withdrawOffer(): void {
  useTour.setState({ isOffered: false });
}

/** Begins at the first step. */
export function startTour(mode: TourMode): void {
  if (useTour.getState().mode !== null) return;
  useTour.setState({ ...off, mode });
  void showStep(0);
}

const begunKey = 'tour:begun';

/** Plays automatically when the app was started for that, and starts once for a new user. */
export async function startTourOnRequest(): Promise<void> {
  const info = await call('app.info', {}).catch(() => null);
  if (info?.tour === 'unattended') startTour('unattended');
  if (info?.tour !== 'first' || readText(begunKey) !== null) return;
  keepText(begunKey, 'yes');
  startTour('by-hand');
}

export function nextStep(): void {
  const { index } = useTour.getState();
  if (index + 1 < tourSteps.length) void showStep(index + 1);
  else endTour();
}

export function previousStep(): void {
  const { index } = useTour.getState();
  if (index > 0) void showStep(index - 1);
}

/** Ends the tour at its current step; what it opened stays open, unless it has a window of its own. */
export function endTour(failure?: string): void {
  const { mode } = useTour.getState();
  running?.abort();
  running = null;
  useTour.setState(off);
  void finish(mode, failure);
}

async function finish(mode: TourMode | null, failure: string | undefined): Promise<void> {
  tidyUp();
  if (mode === 'own-window') window.close();
  if (mode === 'unattended') await call('tour.finished', failure === undefined ? {} : { failure });
}

async function showStep(index: number): Promise<void> {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  const step = tourSteps[index];
  if (!step) return;
  useTour.setState({ index, phase: 'acting', failure: null });
  try {
    await step.play(controller.signal);
    letGo();
    await settle(controller.signal);
    useTour.setState({ phase: 'shown' });
    if (useTour.getState().mode !== 'unattended') {
      await step.finish?.(controller.signal);
      return;
    }
    await settle(controller.signal);
    await call('tour.capture', {
      index: index + 1,
      of: tourSteps.length,
      id: step.id,
      title: step.title,
      text: step.text,
    });
    await step.finish?.(controller.signal);
    nextStep();
  } catch (thrown) {
    if (controller.signal.aborted) return;
    const failure = `${step.title}: ${sentenceOf(thrown)}`;
    if (useTour.getState().mode === 'unattended') endTour(failure);
    else useTour.setState({ phase: 'failed', failure });
  }
}

/** Simulated input leaves no focus ring in the picture; for a user, the focus is on Next. */
function letGo(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function sentenceOf(thrown: unknown): string {
  if (thrown instanceof TourStuck) return thrown.message;
  const message = describeError(StowageError.from(thrown));
  return `${message.title}. ${message.explanation}`;
}
