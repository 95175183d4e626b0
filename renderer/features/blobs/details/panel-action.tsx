// An action of the properties panel: a button that can also be triggered from outside the panel, as soon as its state
// is known; and the section that has one beside its heading.
import { type ReactNode, createContext, useContext, useEffect, useEffectEvent } from 'react';
import { t } from '@shared/strings/t';
import { showToast } from '@renderer/ui';
import { type DetailsVerb, verbLabels } from './details-actions';
import { Section, Verb } from './facts';

/** A temporary reason. */
export const notYet = t`Loading.`;

export interface RequestedAction {
  readonly requested: DetailsVerb | null;
  readonly onTaken: () => void;
}

const RequestedActionContext = createContext<RequestedAction>({ requested: null, onTaken: () => undefined });

/** Put around the panel. */
export const RequestedActionProvider = RequestedActionContext.Provider;

export interface PanelVerbProps {
  readonly action: DetailsVerb;
  /** The visible text; screen readers announce the action's name. */
  readonly children: string;
  /** Why it is not possible; null if it is. */
  readonly disabledReason: string | null;
  readonly onPress: () => void;
}

export function PanelVerb({ action, children, disabledReason, onPress }: PanelVerbProps) {
  const { requested, onTaken } = useContext(RequestedActionContext);
  const isDue = requested === action && disabledReason !== notYet;
  const take = useEffectEvent(() => {
    onTaken();
    if (disabledReason === null) onPress();
    else showToast({ tone: 'information', title: verbLabels[action], text: disabledReason });
  });
  useEffect(() => {
    if (isDue) take();
  }, [isDue]);
  return (
    <Verb label={verbLabels[action]} disabledReason={disabledReason} onPress={onPress}>
      {children}
    </Verb>
  );
}

export interface VerbSectionProps {
  readonly title: string;
  readonly action: DetailsVerb;
  /** The visible text of the button. */
  readonly word: string;
  readonly disabledReason: string | null;
  readonly onVerb: (action: DetailsVerb) => void;
  readonly children: ReactNode;
}

export function VerbSection({ title, action, word: label, disabledReason, onVerb, children }: VerbSectionProps) {
  const button = (
    <PanelVerb action={action} disabledReason={disabledReason} onPress={() => onVerb(action)}>
      {label}
    </PanelVerb>
  );
  return (
    <Section title={title} action={button}>
      {children}
    </Section>
  );
}
