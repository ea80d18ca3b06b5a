import type { PanelAction, PanelView } from '@sixpence/contracts/agent/panel';

/** The view of one screen. */
export type ViewOf<Name extends PanelView['screen']> = Extract<PanelView, { screen: Name }>;

/** What every screen gets: its view, and the way to answer the agent. */
export interface ScreenProps<Name extends PanelView['screen']> {
  view: ViewOf<Name>;
  send: (action: PanelAction) => void;
}

export type PrinterLine = PanelView['printer'];
