import type { Content } from '../content.js';
import { facts } from '../facts.js';
import { heading, list, note, paragraph, say, steps, strong, to } from '../write.js';

export const cannotLoginAtPrinter: Content = {
  path: '/cannot-login-at-printer',
  changed: '2026-11-26',
  blocks: [
    paragraph`Use the Sixpence app on the printer's screen, not the Sign in button of the printer itself. That button belongs to the printer's maker and knows nothing of your code.`,
    steps({
      app: say`Look for the pink button, ${strong('Print your documents')}. If you see another screen, press the printer's home key and choose Sixpence.`,
      digits: say`Enter the six digits and press ${strong('LOGIN')}.`,
    }),
    {
      kind: 'picture',
      picture: 'keypad',
      caption: 'The keypad that takes your code, with LOGIN below the digits.',
    },
    heading('expired', 'The code does not work'),
    list(
      say`${strong('It is too old.')} Codes expire after a few minutes: yours is good for ${facts.codeLife}. Get a new one on your ${to('/dashboard', 'dashboard')}.`,
      say`${strong('It was used.')} A code works once. Each time you want to log in, get a new one.`,
      say`${strong('There is a newer one.')} A new code takes the place of the one before.`,
      say`${strong('A digit is wrong.')} Look at it again; the dashboard shows it with spaces, the printer takes the digits only.`,
    ),
    heading('pause', 'The printer asks you to wait'),
    paragraph`After several wrong codes a printer takes none for a while, so that your code cannot be guessed. The screen says how long. Your code goes on expiring while you wait, so get a new one afterwards.`,
    heading('other', 'The screen says something else'),
    list(
      say`${strong('This printer is busy:')} somebody else is printing. Wait, or use another one; nothing is charged.`,
      say`${strong('This printer is offline:')} codes cannot be checked just now. Use another one, or tell the staff.`,
    ),
    note`Your e-mail address and password are for the site only. Never type them at a printer.`,
  ],
  seeAlso: ['/how-to-get-started', '/document-is-not-printing', '/documents-missing-on-printer'],
};
