import type { PanelAction, PanelView } from '@sixpence/contracts/agent/panel';

export type ViewOf<Name extends PanelView['screen']> = Extract<PanelView, { screen: Name }>;

/** The props of every screen: its view, and a function that sends actions to the agent. */
export interface ScreenProps<Name extends PanelView['screen']> {
  view: ViewOf<Name>;
  send: (action: PanelAction) => void;
}

export type PrinterLine = PanelView['printer'];
