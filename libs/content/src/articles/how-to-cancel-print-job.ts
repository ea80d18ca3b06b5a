import type { Content } from '../content.js';
import { facts } from '../facts.js';
import { heading, note, paragraph, say, steps, strong, to } from '../write.js';

export const howToCancelPrintJob: Content = {
  path: '/how-to-cancel-print-job',
  changed: '2026-11-23',
  blocks: [
    paragraph`Press the home icon on the printer, in the corner of its screen. The current job finishes, the rest are cancelled.`,
    { kind: 'picture', picture: 'home', caption: 'The home icon while a document prints.' },
    steps({
      home: say`While it prints, press the home icon. The screen says that the current job finishes and the rest are cancelled.`,
      wait: say`Take the pages of the current job. A document is never cut off in the middle by this.`,
      money: say`The price of all that did not print is back in your balance at once. Look at it on the ${to('/credits')} page.`,
    }),
    heading('before', 'Before it prints'),
    paragraph`As long as you have not pressed ${strong('PRINT')}, nothing is charged. Press the home icon to leave, or just walk away: the screen closes after ${facts.panelIdle}. To get rid of a document, delete it on your ${to('/dashboard', 'dashboard')}.`,
    heading('stuck', 'When the printer stands still'),
    paragraph`If paper is missing or stuck and nobody mends it, the job is cancelled by itself after ${facts.stall}, and you get back what did not come out.`,
    note`Do not switch the printer off in the middle of a job: the paper may stick, and it takes longer until your money is back.`,
  ],
  seeAlso: ['/document-is-not-printing', '/how-much-to-pay'],
};
