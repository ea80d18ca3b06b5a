import type { Content } from '../content.js';
import { facts } from '../facts.js';
import { heading, note, paragraph, say, steps, strong, to } from '../write.js';

export const howToGetStarted: Content = {
  path: '/how-to-get-started',
  changed: '2026-11-23',
  blocks: [
    paragraph`Your first print takes about five minutes. Later prints take less than one minute. All you need is a browser, on a phone or on a computer, and a document.`,
    heading('account', 'Make your account'),
    steps({
      'sign-up': say`Open ${to('/signup')} and give your e-mail address. We mail you a code. It is valid for ${facts.emailCodeLife}.`,
      password: say`Type the code and choose a password. You are then signed in. You can also sign up with Google, Microsoft, or Apple.`,
    }),
    note`You used the previous version? Make a new account once, with the same e-mail address. Your balance moves over by itself.`,
    heading('print', 'Print your first document'),
    steps({
      upload: say`On your ${to('/dashboard', 'dashboard')}, press ${strong('Upload documents here')}, or e-mail a document to the print address that the dashboard shows. The document is ready a few seconds later.`,
      options: say`Choose ${strong('1-Sided')} or ${strong('2-Sided')}, and ${strong('Black-White')} or ${strong('Color')}. Your choice applies to all documents in your list.`,
      'get-code': say`Press ${strong('Get code')}. You get six digits that work once, for ${facts.codeLife}. When the digits have expired, get new ones. Your documents stay in your list.`,
      'at-the-printer': say`At the printer, press the pink button on the screen, enter the code, and press ${strong('LOGIN')}.`,
      select: say`Tick the documents you want. The screen shows what they cost and what is in your balance. Press ${strong('PRINT')}.`,
    }),
    { kind: 'picture', picture: 'code', caption: 'Your code, as the dashboard shows it.' },
    heading('pay', 'Pay for it'),
    paragraph`Pages are paid from your balance, which you ${to('/how-to-top-up', 'top up')} by card or wallet. You pay only for pages that come out. The money for other pages returns to your balance by itself.`,
    paragraph`Your documents stay in your list for ${facts.documentLife}, encrypted, and can be printed again. Then they are gone for good.`,
    { kind: 'link', to: '/dashboard', words: 'Go to your dashboard' },
  ],
  seeAlso: ['/how-to-top-up', '/how-much-to-pay', '/do-i-need-to-download'],
};
