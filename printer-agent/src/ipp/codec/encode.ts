import { longestField } from './byte-reader.js';
import type { Attribute, DateTimeValue, Message, TextWithLanguageValue, Value } from './message.js';
import { groupTag, valueTag } from './tags.js';

/**
 * Writes a message by RFC 8010 §3.1, including the end tag. A document follows it unchanged.
 * @throws RangeError for a name or value of more than 32,767 bytes, the longest that IPP allows
 */
export function encodeMessage(message: Message): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt8(message.version.major, 0);
  head.writeUInt8(message.version.minor, 1);
  head.writeUInt16BE(message.code, 2);
  head.writeInt32BE(message.requestId, 4);
  const groups = message.groups.flatMap(({ tag, attributes }) => [
    byte(tag),
    ...attributes.flatMap((attribute) => encodeAttribute(attribute)),
  ]);
  return Buffer.concat([head, ...groups, byte(groupTag.end)]);
}

function encodeAttribute({ name, values }: Attribute): Buffer[] {
  return values.flatMap((value, index) => {
    const label = index === 0 ? Buffer.from(name, 'latin1') : noBytes;
    return [byte(value.tag), field(label), ...encodeValue(value)];
  });
}

function encodeMember({ name, values }: Attribute): Buffer[] {
  return [
    byte(valueTag.memberAttrName),
    field(noBytes),
    field(Buffer.from(name, 'latin1')),
    ...values.flatMap((value) => [byte(value.tag), field(noBytes), ...encodeValue(value)]),
  ];
}

function encodeValue(value: Value): Buffer[] {
  switch (value.kind) {
    case 'integer':
      return [field(int32(value.value))];
    case 'boolean':
      return [field(byte(value.value ? 1 : 0))];
    case 'range':
      return [field(Buffer.concat([int32(value.lower), int32(value.upper)]))];
    case 'resolution':
      return [field(Buffer.concat([int32(value.crossFeed), int32(value.feed), byte(value.units)]))];
    case 'dateTime':
      return [field(dateTime(value))];
    case 'text':
      return [field(Buffer.from(value.text, value.latin1 ? 'latin1' : 'utf8'))];
    case 'text-with-language':
      return textWithLanguage(value);
    case 'octets':
      return [field(Buffer.from(value.bytes))];
    case 'collection':
      return [
        field(noBytes),
        ...value.members.flatMap((member) => encodeMember(member)),
        byte(valueTag.endCollection),
        field(noBytes),
        field(noBytes),
      ];
  }
}

function textWithLanguage(value: TextWithLanguageValue): Buffer[] {
  const language = field(Buffer.from(value.language, 'latin1'));
  const text = field(Buffer.from(value.text, value.latin1 ? 'latin1' : 'utf8'));
  return value.bare ? [language, text] : [field(Buffer.concat([language, text]))];
}

function dateTime(value: DateTimeValue): Buffer {
  const bytes = Buffer.alloc(11);
  bytes.writeUInt16BE(value.year, 0);
  bytes.set([value.month, value.day, value.hour, value.minute, value.second, value.deciseconds], 2);
  bytes.write(value.utcSign, 8, 'latin1');
  bytes.set([value.utcHours, value.utcMinutes], 9);
  return bytes;
}

const noBytes = Buffer.alloc(0);

function byte(value: number): Buffer {
  return Buffer.of(value);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function field(bytes: Buffer): Buffer {
  if (bytes.length > longestField) throw new RangeError(`an IPP field of ${bytes.length} bytes is too long`);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
