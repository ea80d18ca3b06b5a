import type { Content } from '../content.js';
import { facts } from '../facts.js';
import { heading, list, note, paragraph, say, strong, to } from '../write.js';

export const privacy: Content = {
  path: '/privacy',
  changed: '2026-11-26',
  blocks: [
    paragraph`What we know of you is what it takes to print your documents, to keep your money right, and to answer you. We show no advertising, we follow nobody around, and we sell nothing.`,
    heading('who', 'Who is responsible'),
    { kind: 'seller' },
    heading('what', 'What we keep, and for how long'),
    list(
      say`${strong('Your account:')} your e-mail addresses; your password, as a hash from which nobody can read it; and, if you sign in with Google, Microsoft, or Apple, the identifier by which they know you here. Until you remove it or delete your account. An address that you remove goes after ${facts.addressChange}, so that a thief cannot lock you out.`,
      say`${strong('Where you are signed in:')} the kind of browser, and when it was seen. A session ends after ${facts.session}, or when you log out.`,
      say`${strong('Your documents:')} the files, and small pictures of their pages. Each is encrypted with 256-bit AES under a key of its own, and deleted after ${facts.documentLife} together with that key; sooner, if you delete it.`,
      say`${strong('Documents by e-mail:')} your mail becomes documents and is not kept itself. For ${facts.documentLife} we remember a fingerprint of it, so that the same mail does not count twice.`,
      say`${strong('What you printed:')} the name of the document, its pages, sides, colour and price, where and when. It is your account statement, and our books; books have to be kept for years by law.`,
      say`${strong('What you paid:')} amounts, days, receipts, and the kind and last digits of the card. The card number goes straight to the payment provider. We never see it.`,
      say`${strong('What you write to us:')} your name, address, message, and the country that you seem to write from, for ${facts.enquiry}.`,
      say`${strong('Whether an article was useful:')} how many said yes, and how many said no. Not who.`,
      say`${strong('Technical notes:')} our log holds numbers instead of names, addresses, and file names. Your network address is counted for a day at most, so that nobody can try passwords and codes without end.`,
    ),
    heading('why', 'Why we may'),
    list(
      say`Because it takes this to do what you asked us for: your account, documents, prints, and payments.`,
      say`Because the law obliges us: books and receipts.`,
      say`Because we and you have an interest in a service that is safe: sessions, limits on wrong tries, a note of what staff did.`,
    ),
    heading('cookies', 'Cookies'),
    paragraph`We set only necessary cookies. That is why we do not ask you about them.`,
    list(
      say`${strong('sixpence')} (or __Host-sixpence): that you are signed in, for ${facts.session}.`,
      say`${strong('sixpence-device:')} that this browser signed in before, or chose a new password, for a year. It opens nothing; it keeps strangers who guess passwords from locking you out.`,
      say`${strong('sixpence-code:')} that this browser asked for a mailed code, for ten minutes. Strangers who ask for codes do not take yours away.`,
      say`One for the way to Google, Microsoft, or Apple and back, for a few minutes.`,
    ),
    paragraph`Your browser also keeps small notes for itself, such as the order of your documents and that you have seen the instructions. They are not sent to us. When you open the payment form, our payment provider sets cookies of its own, by which it recognises stolen cards.`,
    heading('others', 'Who else gets something'),
    list(
      say`${strong('The payment provider,')} Stripe: what it takes to charge your card.`,
      say`${strong('Google, Microsoft, or Apple,')} if you sign in with one of them: that you do so.`,
      say`${strong('The printer')} at which you enter your code: the documents that you tick there, while they print.`,
      say`${strong('Staff')} of the service see your print jobs, payments, and statement when they help you, and each act of theirs is written down. No screen of theirs shows your documents.`,
      say`${strong('Whoever runs our chat,')} where there is one: what you write there. It sees nothing of the page beside it.`,
      say`Those who run servers and mail for us, on our instructions only.`,
    ),
    paragraph`Which country you seem to be in is looked up in a list on our own servers, to choose a currency and to go with a message that you write to us. Otherwise it is not kept.`,
    heading('rights', 'Your rights'),
    list(
      say`${strong('Take it along:')} the ${to('/account')} page has everything that we know of you as one file, under ${strong('Download my data')}.`,
      say`${strong('Have it deleted:')} the same page deletes your account for good. What was paid and printed stays for our books, without your name and without the names of your files.`,
      say`${strong('Have it put right, object, or ask:')} write to us under ${strong('Contact Us')}.`,
      say`${strong('Complain:')} to the data protection authority of the country where you live.`,
    ),
    heading('children', 'Age'),
    paragraph`The service is for people of 18 or older. If you know of an account of somebody younger, tell us, and we delete it.`,
    note`When this statement changes, the new text stands here, with the day of the change below.`,
  ],
  seeAlso: ['/terms', '/accessibility'],
};
