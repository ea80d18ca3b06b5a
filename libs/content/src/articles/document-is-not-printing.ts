import type { Content } from '../content.js';
import { facts } from '../facts.js';
import { heading, list, note, paragraph, say, steps, strong, to } from '../write.js';

export const documentIsNotPrinting: Content = {
  path: '/document-is-not-printing',
  changed: '2026-11-27',
  blocks: [
    paragraph`You pressed ${strong('PRINT')}, and nothing comes out? First read the screen: it says what the printer waits for. If it does not help, do this.`,
    steps({
      wait: say`Wait a minute. A document with many pictures takes the printer a while before its first page.`,
      restart: say`Restart the printer: switch it off, count to ten, and switch it on, or ask the staff to do it. It takes a minute or two until its screen is back.`,
      'new-code': say`Create a new code: on your ${to('/dashboard', 'dashboard')}, press ${strong('Reset Code')}, then ${strong('Get code')}. A code works once, so the old one does not open the printer again.`,
      'try-again': say`Enter the new code and print the document again, or try another printer of the house. Any printer takes the same code.`,
    }),
    heading('jam', 'Is there a paper jam?'),
    paragraph`Paper that is stuck stops the printer, and its screen says so. Please ask the staff to clear the jam. The remaining pages then print by themselves.`,
    heading('money', 'What about your money?'),
    list(
      say`The price is only set aside while the printer works. You pay for pages that came out.`,
      say`A printer that stands still for ${facts.stall} loses the job, and you get back what did not print.`,
      say`If nobody can tell what came out, the money is back within ${facts.hold} at the latest.`,
    ),
    note`The dashboard shows each job under ${strong('At the printer')}, with what came out and what came back.`,
  ],
  seeAlso: ['/printer-ran-out-of-paper', '/cannot-login-at-printer', '/how-to-cancel-print-job'],
};
