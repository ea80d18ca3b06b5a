import type { PanelAction, PanelView } from '@sixpence/contracts/agent/panel';
import { Attract } from './attract/attract.js';
import { useComfortOfSession } from './comfort/use-comfort.js';
import { useTones } from './sounds/use-tones.js';
import { Documents } from './documents/documents.js';
import { Done } from './done/done.js';
import { Keypad } from './keypad/keypad.js';
import { Pairing } from './pairing/pairing.js';
import { Printing } from './printing/printing.js';
import { useTouch } from './use-touch.js';

/** The screen of a view. Every touch also tells the agent that the user is present. */
export function Screen({ view, send }: { view: PanelView; send: (action: PanelAction) => void }) {
  const touch = useTouch(() => {
    if (view.screen !== 'attract' && view.screen !== 'printing') send({ action: 'touch' });
  });
  const hear = useTones(view);
  useComfortOfSession(view.screen);
  return (
    <div onPointerDownCapture={touch} onKeyDownCapture={touch} onClickCapture={hear}>
      {draw(view, send)}
    </div>
  );
}

function draw(view: PanelView, send: (action: PanelAction) => void) {
  switch (view.screen) {
    case 'attract':
      return <Attract view={view} send={send} />;
    case 'keypad':
      return <Keypad view={view} send={send} />;
    case 'pairing':
      return <Pairing view={view} send={send} />;
    case 'documents':
      return <Documents view={view} send={send} />;
    case 'printing':
      return <Printing view={view} send={send} />;
    case 'done':
      return <Done view={view} send={send} />;
  }
}
