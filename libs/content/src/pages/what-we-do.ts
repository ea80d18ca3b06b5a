import type { Content } from '../content.js';
import { facts } from '../facts.js';
import { cards, heading, paragraph, say, steps, strong, to } from '../write.js';

export const whatWeDo: Content = {
  path: '/what-we-do',
  changed: '2026-11-23',
  blocks: [
    paragraph`Sixpence makes the printer in your house work for everybody in it. People bring their documents from a phone or a computer, get six digits, type them at the printer, and pay a few pence a page from a balance of their own. Nobody installs anything, and nobody has to ask at the desk.`,
    heading('how', 'How it works for those who print'),
    steps({
      bring: say`They upload a document, or e-mail it to the print address.`,
      choose: say`They choose one side or two, black-and-white or colour, and leave out the pages they do not need.`,
      code: say`They get a code of six digits, which works once, for ${facts.codeLife}.`,
      print: say`They type it at the printer, see what it costs, and press ${strong('PRINT')}.`,
    }),
    {
      kind: 'picture',
      picture: 'price',
      caption: 'What the screen at the printer shows: each document, what it costs, and the balance.',
    },
    heading('house', 'What the house gets'),
    cards(
      {
        anchor: 'unlimited',
        title: 'Unlimited users and guests',
        text: say`Whoever lives, stays, or works with you can print, and so can whoever comes for an hour. There are no seats to count.`,
      },
      {
        anchor: 'no-software',
        title: 'Nothing to install or to look after',
        text: say`No drivers, no app, no accounts that your staff keep. A small box beside the printer speaks with it, and with us.`,
      },
      {
        anchor: 'payments',
        title: 'Paid by those who print',
        text: say`Cards and wallets in 20+ currencies; balances are kept in GBP or EUR. You set the prices, for black-and-white and colour, one side and two.`,
      },
      {
        anchor: 'honest',
        title: 'Only pages that come out are charged',
        text: say`The price is set aside, the printer counts, and what did not print goes back by itself. That spares your staff most questions about money.`,
      },
      {
        anchor: 'safe',
        title: 'Encrypted on our servers',
        text: say`Each document is encrypted with 256-bit AES while it arrives, printed only at the printer where its owner stands, and gone after ${facts.documentLife}.`,
      },
      {
        anchor: 'e-mail',
        title: 'Print by e-mail',
        text: say`A boarding pass in the inbox is forwarded to the print address and waits in the list. Only mail from a proven address counts.`,
      },
    ),
    heading('where', 'Where it is at home'),
    paragraph`In retail, hospitality, residential buildings, and student accommodation. See ${to('/solutions')} for what it does in each of them, from £15 per week.`,
    { kind: 'link', to: '/solutions', words: 'See the solutions' },
  ],
};
