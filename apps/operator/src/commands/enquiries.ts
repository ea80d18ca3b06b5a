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
    return { json: enquiries, lines: listLines(enquiries, 'No enquiries.', listColumns) };
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
    const rows = enquiries.map((enquiry) => csvColumns.map((column) => cellOf(enquiry[column])));
    const text = csvOf([csvColumns, ...rows]).toString('utf8');
    return { json: enquiries, lines: text.trimEnd().split(/\r?\n/) };
  },
};

const csvColumns = [
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
  const text = optionalOption(input, 'kind');
  const kind = kinds.find((candidate) => candidate === text);
  if (text !== undefined && !kind) throw new UsageError(`The kind must be one of ${kinds.join(', ')}`);
  return (await services()).get(EnquiriesService).listEnquiries(kind);
}

const listColumns = {
  At: ({ at }: Enquiry) => at.toISOString(),
  'Asked for': ({ productSheet, kind }: Enquiry) => productSheet ?? kind,
  Name: ({ firstName, lastName }: Enquiry) => `${firstName} ${lastName}`,
  'E-mail': ({ email }: Enquiry) => email,
  Country: ({ country }: Enquiry) => country,
  Company: ({ company }: Enquiry) => company ?? '',
  Words: ({ comment, additionalInfo }: Enquiry) => {
    const text = (comment ?? additionalInfo ?? '').replaceAll(/\s+/g, ' ');
    return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
  },
};
