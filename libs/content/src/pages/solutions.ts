import type { Content } from '../content.js';
import { cards, heading, list, note, paragraph, say, strong, to } from '../write.js';

export const solutions: Content = {
  path: '/solutions',
  changed: '2026-11-23',
  blocks: [
    paragraph`One service that everybody in the house can use. Solutions start from ${strong('£15 per week')}, for as many people as you like.`,
    heading('houses', 'At home in four kinds of houses'),
    cards(
      {
        anchor: 'retail',
        title: 'Retail',
        text: say`Copy shops, convenience stores, and libraries: customers print from their own phones and pay before anything comes out. Your till stays free, and you see no file of theirs.`,
      },
      {
        anchor: 'hospitality',
        title: 'Hospitality',
        text: say`Hotels, hostels, and serviced apartments: guests print boarding passes and tickets in the lobby at any hour, without handing a phone or a memory stick to the front desk.`,
      },
      {
        anchor: 'residential',
        title: 'Residential',
        text: say`Build-to-rent and managed buildings: a printer in the shared lounge that residents like to use and nobody has to administer. Each pays for their own pages.`,
      },
      {
        anchor: 'student-accommodation',
        title: 'Student accommodation',
        text: say`Essays at three in the morning, two-sided and in colour where it counts. Students top up a few pounds, friends who visit print too, and a paper jam costs nobody money.`,
      },
    ),
    heading('included', 'What is included'),
    list(
      say`Unlimited users and guests, without a fee for each.`,
      say`The box beside the printer, and the screen on which people type their code.`,
      say`Payments by card and wallet, receipts, and each person's own account statement.`,
      say`Prices that you set: black-and-white and colour, one side and two, in pounds or in euros.`,
      say`Help pages for those who print, and people who answer when they write to us.`,
    ),
    heading('your-printer', 'Your printer, or another one'),
    paragraph`Most office printers of the last ten years will do: it has to speak IPP, the standard by which phones print, and to be in your network. Whether yours counts each page it prints is found out with one test page when it is set up.`,
    note`Tell us about your house under ${strong('Contact Us')}, or ask for a product sheet under ${strong('Brochure')}, both at the top of this page.`,
    paragraph`You want to know how it feels for those who print? Read ${to('/how-to-get-started')}.`,
    { kind: 'link', to: '/what-we-do', words: 'Read what we do' },
  ],
};
