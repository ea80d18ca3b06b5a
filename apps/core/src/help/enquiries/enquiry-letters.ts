import type { ProductSheet } from '@sixpence/contracts/enquiries';
import type { Letter } from '../../platform/mail/letter.js';

/** The part of an enquiry that goes into a letter. */
interface EnquiryText {
  kind: 'contact' | 'brochure';
  firstName: string;
  lastName: string;
  email: string;
  country: string;
  comment: string | null;
  detectedCountry: string | null;
  detectedCity: string | null;
  company: string | null;
  productSheet: string | null;
  additionalInfo: string | null;
}

/**
 * The mail to staff. A reply goes to the writer of the enquiry. Text from outside is quoted (`>`), so that
 * staff can distinguish it from ours.
 * @param isAnswered whether the product sheet is mailed to the writer
 */
export function enquiryLetter(to: string, asked: EnquiryText, isAnswered: boolean): Letter {
  const { kind, firstName, lastName, email, country, company, productSheet } = asked;
  const name = `${firstName} ${lastName}`;
  const facts = [
    ['Name', name],
    ['E-mail', email],
    ['Company', company],
    ['Country', country],
    ['Seems to be in', [asked.detectedCity, asked.detectedCountry].filter(Boolean).join(', ')],
    ['Product sheet', productSheet],
  ].filter(([, fact]) => fact);
  const words = asked.comment ?? asked.additionalInfo ?? '';
  const quoted = words === '' ? [] : ['', ...words.split('\n').map((line) => `> ${line}`)];
  const ending =
    kind === 'contact'
      ? 'Answer this mail to answer them.'
      : `${isAnswered ? sheetIsMailed : sheetIsNotMailed} Answer this mail to write to them.`;
  return {
    to,
    replyTo: email,
    subject: kind === 'contact' ? `Message from ${name}` : `${productSheet}: brochure for ${name}`,
    text: [...facts.map(([what, fact]) => `${what}: ${fact}`), ...quoted, '', ending].join('\n'),
  };
}

const sheetIsMailed = 'The product sheet is mailed to them.';
const sheetIsNotMailed = 'The product sheet is not mailed to them: their mailbox has had three today.';

/**
 * The mail with the product sheet. It contains no typed text, because the address may belong to a person who
 * requested nothing.
 */
export function productSheetLetter(mail: {
  to: string;
  /** The address for replies; empty when none is configured. */
  staff: string;
  sheet: ProductSheet;
  pdf: Buffer;
}): Letter {
  const { to, staff, sheet, pdf } = mail;
  return {
    to,
    ...(staff !== '' && { replyTo: staff }),
    subject: `Sixpence: ${sheet}`,
    text: [
      'Hello,',
      '',
      `You asked for our product sheet "${sheet}". It is attached as a PDF.`,
      'We have your request and will write to you if it asks for an answer.',
      '',
      'If it was not you who asked, delete this mail: nothing else will come of it.',
      '',
      'Sixpence',
    ].join('\n'),
    attachments: [
      {
        filename: `sixpence-${sheet.toLowerCase().replaceAll(' ', '-')}.pdf`,
        contentType: 'application/pdf',
        base64: pdf.toString('base64'),
      },
    ],
  };
}
