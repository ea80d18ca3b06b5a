import { expect, jest, test } from '@jest/globals';
import { EnquiriesService, type Enquiry } from '@sixpence/core/help/enquiries/enquiries.service';
import { json, lines, runCommand, type StandIn } from '../testing/run-command.js';

const anna: Enquiry = {
  id: '1',
  at: new Date('2026-11-23T10:00:00Z'),
  kind: 'contact',
  firstName: 'Anna',
  lastName: 'Smith',
  email: 'anna@example.com',
  country: 'Germany',
  comment: 'One,\ntwo',
  detectedCountry: 'IE',
  detectedCity: 'Dublin',
  company: null,
  productSheet: null,
  additionalInfo: null,
};
const ben: Enquiry = {
  ...anna,
  id: '2',
  kind: 'brochure',
  firstName: 'Ben',
  comment: null,
  detectedCountry: null,
  detectedCity: null,
  company: 'Ben & Sons',
  productSheet: 'hospitality' as Enquiry['productSheet'],
  additionalInfo: 'b'.repeat(201),
};

const listEnquiries = jest.fn((_kind?: string) => Promise.resolve([anna, ben]));
const standIns: StandIn[] = [[EnquiriesService, { listEnquiries }]];

test('enquiries are listed with at most 200 characters of their text, in one line', async () => {
  expect(await lines(['enquiries', 'list'], standIns)).toEqual([
    'At\tAsked for\tName\tE-mail\tCountry\tCompany\tWords',
    '2026-11-23T10:00:00.000Z\tcontact\tAnna Smith\tanna@example.com\tGermany\t\tOne, two',
    `2026-11-23T10:00:00.000Z\thospitality\tBen Smith\tanna@example.com\tGermany\tBen & Sons\t${'b'.repeat(200)}…`,
  ]);
  listEnquiries.mockResolvedValueOnce([{ ...ben, additionalInfo: 'b'.repeat(200) }]);
  expect((await lines(['enquiries', 'list'], standIns))[1]).toMatch(/b{200}$/);
  listEnquiries.mockResolvedValueOnce([{ ...ben, additionalInfo: null }]);
  expect((await runCommand(['enquiries', 'list'], standIns)).stdout).toMatch(/Ben & Sons\t\n$/);
});

test('an empty list of enquiries prints a line that there are none', async () => {
  listEnquiries.mockResolvedValueOnce([]);
  expect(await lines(['enquiries', 'list'], standIns)).toEqual(['No enquiries.']);
});

test('enquiries are exported in full as CSV, with empty cells for the fields of the other form', async () => {
  const [header, first, second] = await lines(
    ['enquiries', 'export'],
    [[EnquiriesService, { listEnquiries: () => Promise.resolve([{ ...anna, comment: 'One, two' }, ben]) }]],
  );
  const cells = (line: string | undefined) => line?.split('","').map((cell) => cell.replace(/^"|"$/g, ''));
  expect(header).toBe(
    '"at","kind","firstName","lastName","email","country","company","productSheet","comment","additionalInfo","detectedCountry","detectedCity","id"',
  );
  const shared = ['Smith', 'anna@example.com', 'Germany'];
  const at = '2026-11-23T10:00:00.000Z';
  expect(cells(first)).toEqual([
    at,
    'contact',
    'Anna',
    ...shared,
    '',
    '',
    'One, two',
    '',
    'IE',
    'Dublin',
    '1',
  ]);
  expect(cells(second)).toEqual([
    at,
    'brochure',
    'Ben',
    ...shared,
    'Ben & Sons',
    'hospitality',
    '',
    'b'.repeat(201),
    '',
    '',
    '2',
  ]);
});

test.each(['list', 'export'])('enquiries %s prints one kind, or all', async (command) => {
  listEnquiries.mockClear();
  const all = JSON.parse(JSON.stringify([anna, ben])) as unknown;
  expect(await json(['enquiries', command, '--kind', 'brochure'], standIns)).toEqual(all);
  expect(await json(['enquiries', command], standIns)).toEqual(all);
  expect(listEnquiries.mock.calls).toEqual([['brochure'], [undefined]]);
  const wrong = await runCommand(['enquiries', command, '--kind', 'complaint'], standIns);
  expect(wrong).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^The kind must be one of contact, brochure\nUsage: operator enquiries /),
  });
});
