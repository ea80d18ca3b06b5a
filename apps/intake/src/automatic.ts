import { limits } from './limits.js';

/** A header field: its name in lower case, and its unfolded line. */
export interface Field {
  key: string;
  line: string;
}

const listFields = ['list-id', 'list-post', 'list-unsubscribe'];
const bulkPrecedences = ['bulk', 'list', 'junk'];

/**
 * Whether a program sent this mail: a bounce, an automatic reply, a mail of a list, or a mail in a loop. Such
 * a mail is not printed and not answered, because a program would answer back.
 * @param sender the address of MAIL FROM, empty for bounces (RFC 5321, 4.5.5)
 */
export function isAutomatic(sender: string, fields: readonly Field[]): boolean {
  if (sender === '') return true;
  const values = (name: string) =>
    fields
      .filter(({ key }) => key === name)
      .map(({ line }) =>
        line
          .slice(line.indexOf(':') + 1)
          .trim()
          .toLowerCase(),
      );
  const first = (text: string | undefined) => text?.split(/[;\s]/, 1)[0] ?? '';
  return (
    values('auto-submitted').some((value) => first(value) !== 'no') ||
    values('precedence').some((value) => bulkPrecedences.includes(first(value))) ||
    fields.some(({ key }) => listFields.includes(key)) ||
    values('content-type').some((value) => first(value) === 'multipart/report') ||
    values('received').length > limits.received
  );
}
