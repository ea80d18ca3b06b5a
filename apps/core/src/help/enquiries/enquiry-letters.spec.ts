import { describe, expect, test } from '@jest/globals';
import { productSheets } from '@sixpence/contracts/enquiries';
import { enquiryLetter, productSheetLetter } from './enquiry-letters.js';

const anna = { firstName: 'Anna', lastName: 'Smith', email: 'anna@example.com', country: 'Ireland' };
const message = {
  ...{
    ...anna,
    kind: 'contact' as const,
    comment: 'Hello\nyou',
    detectedCountry: 'IE',
    detectedCity: 'Cork',
  },
  ...{ company: null, productSheet: null, additionalInfo: null },
};
const request = {
  ...{ ...anna, kind: 'brochure' as const, comment: null, detectedCountry: null, detectedCity: null },
  ...{ company: 'Hotel Smith', productSheet: productSheets[0], additionalInfo: 'Two lobbies' },
};

describe('the mail to staff', () => {
  test('about a message contains everything that the writer stated', () => {
    expect(enquiryLetter('staff@example.com', message, false)).toEqual({
      to: 'staff@example.com',
      replyTo: 'anna@example.com',
      subject: 'Message from Anna Smith',
      text: [
        ...['Name: Anna Smith', 'E-mail: anna@example.com', 'Country: Ireland', 'Seems to be in: Cork, IE'],
        ...['', '> Hello', '> you', '', 'Answer this mail to answer them.'],
      ].join('\n'),
    });
  });

  test.each([
    [true, 'The product sheet is mailed to them.'],
    [false, 'The product sheet is not mailed to them: their mailbox has had three today.'],
  ])('about a request says whether the sheet is mailed: %j', (isAnswered, ending) => {
    expect(enquiryLetter('staff@example.com', request, isAnswered)).toEqual({
      to: 'staff@example.com',
      replyTo: 'anna@example.com',
      subject: `${productSheets[0]}: brochure for Anna Smith`,
      text: [
        ...['Name: Anna Smith', 'E-mail: anna@example.com', 'Company: Hotel Smith', 'Country: Ireland'],
        ...[`Product sheet: ${productSheets[0]}`, '', '> Two lobbies', ''],
        `${ending} Answer this mail to write to them.`,
      ].join('\n'),
    });
  });

  test('has no line for a field that the writer left empty', () => {
    const { text } = enquiryLetter('staff@example.com', { ...request, additionalInfo: '' }, true);
    expect(text).toMatch(/Country: Ireland\nProduct sheet: .*\n\nThe product sheet/);
    const { text: place } = enquiryLetter('staff@example.com', { ...message, detectedCity: '' }, true);
    expect(place).toContain('\nSeems to be in: IE\n');
  });
});

test.each([
  ['staff@example.com', { replyTo: 'staff@example.com' }],
  ['', {}],
])('a reply to the mail with the product sheet goes to %j', (staff, reply) => {
  const pdf = Buffer.from('%PDF');
  const { text, ...letter } = productSheetLetter({
    to: 'anna@example.com',
    staff,
    sheet: productSheets[0],
    pdf,
  });
  expect(letter).toEqual({
    ...{ to: 'anna@example.com', ...reply, subject: `Sixpence: ${productSheets[0]}` },
    attachments: [
      {
        filename: expect.stringMatching(/^sixpence-[a-z-]+\.pdf$/),
        contentType: 'application/pdf',
        base64: 'JVBERg==',
      },
    ],
  });
  expect(text).toContain(`product sheet "${productSheets[0]}"`);
});
