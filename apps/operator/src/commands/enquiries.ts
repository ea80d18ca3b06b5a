import { EnquiriesService, type Enquiry } from '@sixpence/core/help/enquiries/enquiries.service';
import { csvOf } from '@sixpence/paper/csv';
import { optionalOption, UsageError, type Command, type Input, type CommandContext } from '../command.js';
import { listLines } from '../list-lines.js';

const kinds = ['contact', 'brochure'] as const;
const usage = `[--kind ${kinds.join('|')}]`;
const options = { kind: { type: 'string' } } as const;

/** The most characters of an enquiry in one line of the list. */
const shownLength = 200;

export const enquiriesList: Command = {
  name: 'enquiries list',
  usage,
  summary: 'Lists enquiries from the forms of the site, newest first.',
  argumentCount: 0,
  options,
  async run(context, input) {
    const enquiries = await enquiriesOf(context, input);
    return { json: enquiries, lines: listLines(enquiries, 'No enquiries.', shown) };
  },
};

export const enquiriesExport: Command = {
  name: 'enquiries export',
  usage,
  summary: 'Prints the enquiries in full, as CSV for spreadsheets.',
  argumentCount: 0,
  options,
  async run(context, input) {
    const enquiries = await enquiriesOf(context, input);
    const rows = enquiries.map((enquiry) => columns.map((column) => cellOf(enquiry[column])));
    const text = csvOf([columns, ...rows]).toString('utf8');
    return { json: enquiries, lines: text.trimEnd().split(/\r?\n/) };
  },
};

const columns = [
  'at',
  'kind',
  'firstName',
  'lastName',
  'email',
  'country',
  'company',
  'productSheet',
  'comment',
  'additionalInfo',
  'detectedCountry',
  'detectedCity',
  'id',
] satisfies (keyof Enquiry)[];

function cellOf(value: Enquiry[keyof Enquiry]): string {
  return value instanceof Date ? value.toISOString() : (value ?? '');
}

/** @throws UsageError for an unknown kind */
async function enquiriesOf({ services }: CommandContext, input: Input): Promise<Enquiry[]> {
  const given = optionalOption(input, 'kind');
  const kind = kinds.find((each) => each === given);
  if (given !== undefined && !kind) throw new UsageError(`The kind must be one of ${kinds.join(', ')}`);
  return (await services()).get(EnquiriesService).listEnquiries(kind);
}

const shown = {
  At: ({ at }: Enquiry) => at.toISOString(),
  'Asked for': ({ productSheet, kind }: Enquiry) => productSheet ?? kind,
  Name: ({ firstName, lastName }: Enquiry) => `${firstName} ${lastName}`,
  'E-mail': ({ email }: Enquiry) => email,
  Country: ({ country }: Enquiry) => country,
  Company: ({ company }: Enquiry) => company ?? '',
  Words: ({ comment, additionalInfo }: Enquiry) => {
    const words = (comment ?? additionalInfo ?? '').replaceAll(/\s+/g, ' ');
    return words.length > shownLength ? `${words.slice(0, shownLength)}…` : words;
  },
};
