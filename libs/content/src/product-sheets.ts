import type { ProductSheet } from '@sixpence/contracts/enquiries';
import type { Block, Text } from './content.js';
import { facts } from './facts.js';
import { heading, list, note, paragraph, say, steps, strong } from './write.js';

/** A product sheet for one kind of building, mailed as PDF. */
export interface Sheet {
  title: string;
  /** One sentence below the title. */
  lead: string;
  /** The day of the last change of the content, as in `2026-11-23`. */
  changed: string;
  blocks: readonly Block[];
}

/** The users in a kind of building, and the benefit for its operator. */
interface Building {
  lead: string;
  /** The documents that its users print. */
  uses: readonly Text[];
  /** The benefits for its operator. */
  gains: readonly Text[];
  /** The word for its users in sentences. */
  people: string;
}

const buildings: Readonly<Record<ProductSheet, Building>> = {
  Retail: {
    lead: 'A print service for your customers that runs itself beside the till.',
    people: 'customers',
    uses: [
      say`${strong('Tickets, labels, and forms')} that people have on their phones and need on paper now.`,
      say`${strong('Returns and parcel labels')}, printed where the parcel is handed in.`,
      say`${strong('Letters, essays, and photos')} of whoever has no printer at home.`,
    ],
    gains: [
      say`${strong('No files at the till.')} Nobody mails documents to the shop or brings a memory stick.`,
      say`${strong('No change, no card machine.')} Customers pay by themselves before anything prints.`,
      say`${strong('Your own prices')} per page, for black-and-white and colour, one-sided and two-sided.`,
    ],
  },
  'Student accommodation': {
    lead: 'Printing in the house at any hour, for every student, on any device.',
    people: 'students',
    uses: [
      say`${strong('Essays, slides, and theses')} from the laptop, the night before they are due.`,
      say`${strong('Scans of readings')}, with only the pages that are needed: pages can be left out before printing.`,
      say`${strong('Visa and enrolment papers')} straight from the phone, for people who have just arrived.`,
    ],
    gains: [
      say`${strong('Nothing to hand out.')} Students sign up themselves, with an e-mail address, Google, Microsoft, or Apple.`,
      say`${strong('Nothing to chase.')} Everybody pays for their own pages from a prepaid balance that never expires.`,
      say`${strong('No drivers and no network to join.')} A browser or an e-mail is enough, also for guests.`,
    ],
  },
  Residential: {
    lead: 'One printer that the whole building shares, and nobody has to look after at home.',
    people: 'residents',
    uses: [
      say`${strong('Contracts, tax papers, and letters')} for the few times a month when paper is needed.`,
      say`${strong("Children's homework")}, sent from a phone in the kitchen and collected in the lobby.`,
      say`${strong('Work from home')}: office documents print as they are, without a driver on a company laptop.`,
    ],
    gains: [
      say`${strong('A service, not a chore.')} Residents help themselves; the screen says what to do when paper runs out.`,
      say`${strong('Fair by itself.')} Whoever prints pays, page by page. The others pay nothing.`,
      say`${strong('Private.')} Nothing comes out until its owner stands at the printer and types the code.`,
    ],
  },
  Hospitality: {
    lead: 'Guests print by themselves, and your reception stays at reception.',
    people: 'guests',
    uses: [
      say`${strong('Boarding passes, tickets, and visas')} on the morning of departure.`,
      say`${strong('Contracts and handouts')} of business guests and meetings.`,
      say`${strong('Maps and bookings')} for people who want them on paper.`,
    ],
    gains: [
      say`${strong('No mails to the front desk.')} Documents of guests never reach an inbox of yours.`,
      say`${strong('No software, no room network.')} Guests print over their own connection, from phone, tablet, or laptop.`,
      say`${strong('Paid for already.')} Guests pay by card or wallet in 20+ currencies; nothing goes on the room bill.`,
    ],
  },
};

function sheetOf(title: ProductSheet): Sheet {
  const { lead, people, uses, gains } = buildings[title];
  return {
    title,
    lead,
    changed: '2026-11-23',
    blocks: [
      heading('uses', `What your ${people} print`),
      list(...uses),
      heading('gains', 'What you gain'),
      list(...gains),
      heading('how', 'How it works'),
      steps({
        upload: say`They upload a document on our site, or e-mail it to the print address.`,
        options: say`They choose sides and colour, and see every page before it prints.`,
        code: say`They get a code of six digits, good for ${facts.codeLife} and for one use.`,
        print: say`They type it at the printer, see what it costs, and press PRINT.`,
      }),
      heading('needs', 'What you need'),
      list(
        say`${strong('A network printer')} that speaks IPP, as nearly all of today do. You keep the one you have.`,
        say`${strong('Our small box')} beside it, with a touch screen. It opens one connection outwards: no port of your network is opened, and no server is yours to run.`,
        say`${strong('Paper and toner.')} The screen shows in a picture and a sentence when one of them is missing.`,
      ),
      heading('price', 'What it costs'),
      paragraph`Solutions start from £15 per week, for unlimited users and guests. You set the price of a page, in pounds or in euros. Your ${people} pay only for pages that come out: the price is set aside when they press PRINT, and what did not print goes back by itself.`,
      heading('safe', 'What happens to documents'),
      paragraph`They are encrypted on our servers (AES, 256 bits), and are deleted ${facts.documentLife} after they arrived. Nothing is kept on the printer or in the box. Office documents, PDF, and pictures print without any software, up to ${facts.fileSize} and ${facts.pages} each.`,
      note`Would you like to see it at work, or a price for your building? Write to us by ${strong('Contact Us')}, at the top of our site.`,
    ],
  };
}

/** The product sheet of each kind of building. */
export const sheets: Readonly<Record<ProductSheet, Sheet>> = {
  Retail: sheetOf('Retail'),
  'Student accommodation': sheetOf('Student accommodation'),
  Residential: sheetOf('Residential'),
  Hospitality: sheetOf('Hospitality'),
};
