import { mutantOf } from './mutate.js';

type Random = () => number;
/** Mails are Latin-1 here: one character is one byte. */
type Mutation = (mail: string, random: Random, other: string) => string;

const below = (random: Random, count: number) => Math.floor(random() * count);
const oneOf = <T>(random: Random, choice: readonly [T, ...T[]]): T =>
  choice[below(random, choice.length)] ?? choice[0];

const damageBytes: Mutation = (mail, random, other) =>
  mutantOf(Buffer.from(mail, 'latin1'), random, Buffer.from(other, 'latin1')).toString('latin1');

/** Applies a change to a random line. */
function atLine(mail: string, random: Random, change: (line: string) => string): string {
  const lines = mail.split('\r\n');
  const at = below(random, lines.length);
  lines[at] = change(lines[at] ?? '');
  return lines.join('\r\n');
}

function atHeader(mail: string, random: Random, change: (field: string) => string): string {
  const fields = [...mail.matchAll(/^[A-Za-z-]{1,40}: [^\r\n]*(?:\r\n[ \t][^\r\n]*)*/gm)];
  const field = fields[below(random, fields.length)];
  if (!field) return mail;
  return mail.slice(0, field.index) + change(field[0]) + mail.slice(field.index + field[0].length);
}

/** Applies a change to the lines between two random delimiters. */
function atPart(mail: string, random: Random, change: (part: string) => string): string {
  const delimiters = [...mail.matchAll(/^--[^\r\n]{2,70}\r\n/gm)];
  const first = below(random, delimiters.length);
  const [from, to] = [delimiters[first]?.index, delimiters[first + 1]?.index ?? mail.length];
  return from === undefined ? mail : mail.slice(0, from) + change(mail.slice(from, to)) + mail.slice(to);
}

const withoutPart: Mutation = (mail, random) => atPart(mail, random, () => '');
const manyParts: Mutation = (mail, random) =>
  atPart(mail, random, (part) => part.repeat(2 + below(random, 150)));
const doubledHeader: Mutation = (mail, random) =>
  atHeader(mail, random, (field) => `${field}\r\n`.repeat(1 + below(random, 200)) + field);
const withoutHeader: Mutation = (mail, random) => atHeader(mail, random, () => 'X-Gone: x');

const hugeHeader: Mutation = (mail, random) =>
  atHeader(mail, random, (field) => {
    const piece = oneOf(random, [
      'a',
      '(',
      '=?utf-8?Q?=C3=A9?= ',
      '=?utf-8?B?',
      '\r\n ',
      "; filename*0*=utf-8''%E9",
      ';a=b',
      '"',
      '<a@b>, ',
      '@',
      '\\',
    ]);
    return field + piece.repeat(10 ** (1 + below(random, 4)) + below(random, 400));
  });

const longParameters: Mutation = (mail, random) =>
  atHeader(mail, random, (field) => {
    const count = below(random, 1_200);
    const pieces = Array.from(
      { length: count },
      (_, at) => `; filename*${at}*=${at === 0 ? "utf-8''" : ''}%C3%A9`,
    );
    return `${field}\r\nContent-Disposition: attachment${pieces.join('')}`;
  });

const unclosed: Mutation = (mail) => mail.replace(/^--[^\r\n]{2,70}--\r\n/gm, '');

/** Gives two multiparts the same boundary, so that the delimiters of one end the other. */
const sameBoundaries: Mutation = (mail, random) => {
  const boundaries = [...new Set(mail.match(/^--[^\r\n]{2,70}(?=\r\n)/gm))];
  const one = boundaries[below(random, boundaries.length)] ?? '--b';
  return boundaries.reduce(
    (text, boundary) => (random() < 0.5 ? text.replaceAll(boundary, one) : text),
    mail,
  );
};

/** Nests mails in mails, with the head of the first. */
const deepMails: Mutation = (mail, random) => {
  const levels = 1 + below(random, 14);
  const inner = Array.from({ length: levels }).reduce<string>(
    (text, _, at) =>
      `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=w${at}\r\n\r\n--w${at}\r\nContent-Type: message/rfc822\r\n\r\n${text}\r\n--w${at}--\r\n`,
    mail,
  );
  return headOf(mail) + inner;
};

const deepParts: Mutation = (mail, random) => {
  const levels = 1 + below(random, 300);
  const open = Array.from(
    { length: levels },
    (_, at) => `Content-Type: multipart/mixed; boundary=d${at}\r\n\r\n--d${at}\r\n`,
  );
  return `${headOf(mail)}MIME-Version: 1.0\r\n${open.join('')}Content-Type: application/pdf\r\n\r\n%PDF\r\n`;
};

const bareEnds: Mutation = (mail, random) => {
  const share = random() * 0.1;
  const end = oneOf(random, ['\n', '\r', '\r\r\n', '\n\r', '\r\n\0', '\n.\n', '\r\n.\n', '\r.\r']);
  return mail.replace(/\r\n/g, (whole) => (random() < share ? end : whole));
};

const otherEncoding: Mutation = (mail, random) => {
  const encoding = oneOf(random, [
    'base64',
    'quoted-printable',
    'binary',
    'x-uuencode',
    '8bit',
    '',
    'base64 (x',
    'gzip',
  ]);
  return mail.replace(/^Content-Transfer-Encoding: .*$/gim, (line) =>
    random() < 0.5 ? `Content-Transfer-Encoding: ${encoding}` : line,
  );
};

const otherCharset: Mutation = (mail, random) => {
  const charset = oneOf(random, [
    'utf-7',
    'iso-2022-jp',
    'utf-16',
    'x-none',
    'utf-8; charset=koi8-r',
    '"',
    'a'.repeat(2_000),
  ]);
  return mail.replace(/charset="?[\w-]+"?/gi, `charset=${charset}`);
};

const otherTypes: Mutation = (mail, random) => {
  const type = oneOf(random, [
    'text/html',
    'text/plain; format=flowed; delsp=yes',
    'message/rfc822',
    'multipart/mixed',
    'multipart/alternative',
    'x',
    '/',
    'application/pdf',
    'message/delivery-status',
  ]);
  return mail.replace(/^Content-Type: [^;\r\n]*/gim, (line) =>
    random() < 0.3 ? `Content-Type: ${type}` : line,
  );
};

const longText: Mutation = (mail, random) => {
  const piece = oneOf(random, [
    '<div>',
    '</b>',
    '=',
    '=C3',
    '&',
    '&#x1f600;',
    'http://',
    '<a href="',
    '> ',
    ' \r\n',
    '\xc3',
    '\0',
    'a',
  ]);
  const text = piece.repeat(Math.ceil((1_000 + below(random, 1_000_000)) / piece.length));
  return atLine(mail, random, (line) => `${line}\r\n${text}\r\n`);
};

const noise: Mutation = (mail, random) =>
  atLine(mail, random, () =>
    Array.from({ length: below(random, 3_000) }, () => String.fromCharCode(below(random, 256))).join(''),
  );

const mutations: readonly [Mutation, ...Mutation[]] = [
  damageBytes,
  withoutPart,
  manyParts,
  doubledHeader,
  withoutHeader,
  hugeHeader,
  longParameters,
  unclosed,
  sameBoundaries,
  deepMails,
  deepParts,
  bareEnds,
  otherEncoding,
  otherCharset,
  otherTypes,
  longText,
  noise,
];

/**
 * A copy of a mail with up to three mutations. Two of three mutants keep SMTP's line ends, because a mail
 * with other line ends is refused unread. Most mutants keep the sender's address.
 */
export function mailMutantOf(mail: string, random: Random, other: string): string {
  let mutant = mail;
  for (let times = 1 + below(random, 3); times > 0; times -= 1)
    mutant = oneOf(random, mutations)(mutant, random, other);
  const isClean = random() < 2 / 3;
  return isClean ? mutant.replace(/\r\n|\r|\n/g, '\r\n') : mutant;
}

/** The header fields that identify a mail, for mutants with a new structure. */
function headOf(mail: string): string {
  return (mail.match(/^(?:From|To|Subject|Date|Message-I[Dd]): ?[^\r\n]*\r\n/gm) ?? []).slice(0, 5).join('');
}
