import { EnquiriesService, type Enquiry } from '@sixpence/core/help/enquiries/enquiries.service';
import { csvOf } from '@sixpence/paper/csv';
import { optionalOption, UsageError, type Command, type Input, type Surroundings } from '../command.js';
import { listed } from '../listed.js';

const kinds = ['contact', 'brochure'] as const;
const usage = `[--kind ${kinds.join('|')}]`;
const options = { kind: { type: 'string' } } as const;

/** The most characters of an enquiry in one line of the list. */
const shownLength = 200;

export const enquiriesList: Command = {
  name: 'enquiries list',
  usage,
  does: 'Lists enquiries from the forms of the site, newest first.',
  takes: 0,
  options,
  async run(surroundings, input) {
    const enquiries = await asked(surroundings, input);
    return { json: enquiries, lines: listed(enquiries, 'No enquiries.', shown) };
  },
};

export const enquiriesExport: Command = {
  name: 'enquiries export',
  usage,
  does: 'Prints the enquiries in full, as CSV for spreadsheets.',
  takes: 0,
  options,
  async run(surroundings, input) {
    const enquiries = await asked(surroundings, input);
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
async function asked({ services }: Surroundings, input: Input): Promise<Enquiry[]> {
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
