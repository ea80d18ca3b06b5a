import type { ListedPath } from './pages.js';

/**
 * One sentence about each page that search engines may list; lists show it below the page's name. The
 * sentences are not in the table of pages, because every visit of the site loads that table.
 */
export const pageDescriptions: Readonly<Record<ListedPath, string>> = {
  '/': 'Upload a document, get six digits, type them at a printer. Pay only for the pages that come out.',
  '/what-we-do':
    'Printing for everybody in the house, guests too: no drivers, no queue at the desk, and nothing to look after.',
  '/solutions':
    'Printing for retail, hospitality, residential buildings, and student accommodation, from £15 per week.',
  '/login': 'Sign in to your documents, your print codes, and your balance.',
  '/signup': 'Make an account with your e-mail address, or with Google, Microsoft, or Apple.',
  '/terms':
    'The rules of the service in plain words: who may use it, what printing costs, and what happens to your money.',
  '/privacy': 'What we know of you, why, for how long, and how you take it along or have it deleted.',
  '/accessibility': 'What we do so that everybody can print, what does not work yet, and how to reach us.',
  '/how-to-get-started': 'From a new account to the first printed page, step by step.',
  '/how-to-top-up':
    'Fill your balance by card or wallet in four steps, and what to do if a payment goes wrong.',
  '/how-to-check-balance': 'Where your balance stands, and what moved it.',
  '/how-much-to-pay': 'What a page costs, who shows it, and what happens when your balance is too low.',
  '/do-i-need-to-download': 'No: a browser is enough, on a phone as on a computer.',
  '/how-to-convert-to-pdf': 'Pictures and office documents become PDF by themselves when you upload them.',
  '/how-to-remove-pages':
    'Leave out pages with the preview eye icon before you print, and pay for the rest only.',
  '/fit-pdf-content':
    'Pages are scaled to the paper, so that nothing is cut off; what to do when it still looks wrong.',
  '/how-to-print-multiple-copies':
    'Touch + beside a document at the printer, or upload or e-mail it as often as you want it on paper.',
  '/printing-emails-webpages': 'Save an e-mail or a web page as a PDF, then print that.',
  '/how-to-cancel-print-job':
    'Press the home icon on the printer: the current job finishes, the rest are cancelled.',
  '/documents-missing-on-dashboard':
    'Passwords, formats, and the seconds that a document takes: why it is not in your list, and what helps.',
  '/documents-missing-on-printer':
    "Why a document is not on the printer's screen, and every file format that can be printed.",
  '/document-is-not-printing': 'Restart the printer, create a new code, and be sure of your money meanwhile.',
  '/printer-ran-out-of-paper':
    'Ask the staff for paper; your money is set aside and comes back for what does not print.',
  '/cannot-login-at-printer':
    "Use the Sixpence screen, not the printer's own Sign in button, and a code that is a few minutes old at most.",
  '/unhide-apple-email': 'Your account is under a private relay address? How to sign up again with your own.',
};
